import { describe, expect, it } from 'vitest';
import type { GameEvent } from '../api/events';
import type { PreviewView } from '../api/types';
import { FIXTURES } from '../../tests/fixtures';
import { sentenceContext } from '../board/sentenceContext';
import {
  announcement,
  judgementWords,
  lastMoveSentence,
  lessonSentence,
  moveSummary,
  moveToDo,
  previewSentence,
  purposeOf,
  replayedSentence,
} from '../state/sentences';
import type { Ending } from '../state/outcome';
import { gamePage } from '.';
import { pushWords, words as pushmineWords } from './pushmine/words';

const context = (game: string, cols: number) => ({
  ...sentenceContext(gamePage(game), [], ['You', 'AI'], 'standard', {}),
  cols,
});

function say(game: string, cols: number, events: readonly GameEvent[], seat: number | null, told = ''): string {
  return announcement({ events, told }, seat, gamePage(game).words, context(game, cols));
}

function summary(game: string, cols: number, events: readonly GameEvent[], told = ''): string {
  return moveSummary({ events, told }, gamePage(game).words, context(game, cols));
}

describe('what happened, in sentences', () => {
  it('names who swapped what, what cleared, and what it paid', () => {
    const events = [
      { kind: 'swapped', cells: [15, 16] },
      { kind: 'cleared', cells: [10, 16, 22], colours: 'aaa', wave: 1, points: 30 },
      { kind: 'fell', steps: [[4, 22]] },
      { kind: 'cleared', cells: [1, 2, 3], colours: 'bbb', wave: 2, points: 36 },
    ];
    expect(say('mosaic', 6, events, 2)).toBe(
      'AI: d3 and e3 swap. 3 blue triangles clear for 30. Wave 2: 3 coral squares clear for 36.',
    );
  });

  it('announces goblins, also those that are lost', () => {
    const events = [
      { kind: 'goblin_came', cell: 44, column: 2, colour: 'v' },
      { kind: 'goblin_came', cell: null, column: 3, colour: 'g' },
      { kind: 'goblin_came', cell: null, column: null, colour: 'g' },
    ];
    expect(say('cascade', 7, events, null)).toBe(
      'A goblin brings violet ring to c7. A goblin is lost over column d. A goblin finds no room.',
    );
  });

  it('says whose push completed a line of the other side', () => {
    const reason = pushmineWords.reasons['line'];
    const text = (winner: string, by: string) => typeof reason === 'function' && reason(winner, by, {});
    expect(text('You', 'AI')).toBe('AI completed your line');
    expect(text('AI', 'You')).toBe('You completed AI’s line');
    expect(text('AI', 'AI')).toBe('AI made a winning line');
  });

  it('says who pushed where a push completes a line of the other side', () => {
    const pushed = (seat: number) => ({ kind: 'pushed', line: '3', way: '<', seat, steps: [], entered: 14 });
    const lost = (by: number) => [pushed(by), { kind: 'ended', result: String(3 - by), why: 'line' }];
    expect(say('pushmine', 5, lost(2), 2)).toBe('AI: Row 3 pushed left. You win. AI completed your line.');
    const preview = { move: '3<', events: lost(1), told: '', at_least: false } as unknown as PreviewView;
    expect(previewSentence(preview, 1, pushmineWords, context('pushmine', 5))).toBe(
      'Row 3 pushed left. AI wins. You completed AI’s line.',
    );
  });

  it('gives the reason of an end that the variant makes true', () => {
    const said = (game: string, variant: Record<string, unknown>, result: string, why: string) =>
      announcement({ events: [{ kind: 'ended', result, why }], told: '' }, null, gamePage(game).words, {
        ...context(game, 7),
        variant,
      });
    expect(said('cascade', { vanish: 'wins' }, '1', 'vanish')).toContain('not one of your tokens is left');
    expect(said('cascade', { vanish: 'loses' }, '1', 'vanish')).toBe(
      'You win. You took the last token of the other colour.',
    );
    expect(said('cascade', { no_moves: 'draw' }, 'draw', 'no_moves')).toContain('that is a draw whatever is left');
    const limit = (limit_rule: string, result: string) => said('mosaic', { limit_rule }, result, 'limit');
    expect(limit('higher_score', '2')).toBe('AI wins. All moves are used up: the higher score wins.');
    expect(limit('higher_score', 'draw')).toBe('A draw. All moves are used up.');
    expect(limit('draw', 'draw')).toBe('A draw. All moves are used up, and nobody reached the target.');
  });

  it('says who made a move that is looked back at, without its notation', () => {
    const step = { ply: 3, move: '3<', seat: 2, told: '' };
    const events = [{ kind: 'pushed', line: '3', way: '<', seat: 2, steps: [], entered: 14 }];
    const said = (one: typeof step | { ply: number; move: null; seat: null; told: string }) =>
      replayedSentence({ ...one, events }, pushmineWords, context('pushmine', 5));
    expect(said(step)).toBe('Move 3. AI: Row 3 pushed left.');
    expect(said({ ...step, ply: 0, move: null, seat: null })).toBe('The beginning.');
  });

  it('says whose stone went where', () => {
    const events = [
      { kind: 'pushed', line: '3', way: '<', seat: 1, steps: [], entered: 14 },
      { kind: 'ejected', cell: 10, owner: 2 },
      { kind: 'mine_earned', seat: 1 },
      { kind: 'ended', result: '1', why: 'line' },
    ];
    expect(say('pushmine', 5, events, 1)).toBe(
      'You: Row 3 pushed left. A stone of AI leaves the board at a3. You earn a mine. You win. You made a winning line.',
    );
  });

  it('speaks to the person who plays', () => {
    const passing = [
      { kind: 'passed', seat: 1 },
      { kind: 'mine_detonated', cell: 0, owner: 1, stone: 1 },
    ];
    expect(say('pushmine', 5, passing, null)).toBe(
      'No move: you pass. The mine on a1 goes off under a stone of yours.',
    );
    expect(say('duel', 6, [{ kind: 'passed', seat: 2 }], null)).toBe('No move: AI passes.');
  });

  it('knows a push by its line and its way', () => {
    expect(['3>', '2<', 'bv', 'd^'].map((push) => pushWords(push))).toEqual([
      'row 3 right',
      'row 2 left',
      'column b down',
      'column d up',
    ]);
  });

  it('has words for every event of every recorded match', () => {
    for (const { game, steps } of Object.values(FIXTURES)) {
      for (const { events, seat, view } of steps.slice(1)) {
        const text = say(game, view.cells[0]!.length, events, seat, 'unknown');
        expect(text).toMatch(/\.$/);
        expect(text).not.toMatch(/undefined|null|NaN|unknown/i);
      }
    }
  });
});

describe('what a move did, beside the move', () => {
  const swapped = { kind: 'swapped', cells: [0, 1] };
  const cleared = { kind: 'cleared', cells: [0, 1, 2], colours: 'aaa', wave: 1, points: 30 };

  it('names what is captured, and not the move again', () => {
    const placed = { kind: 'placed', cell: 20, seat: 2 };
    expect(summary('duel', 6, [placed, { kind: 'captured', cells: [14, 21], seat: 2 }])).toBe('captures c3, d4');
    expect(summary('duel', 6, [placed])).toBe('');
  });

  it('counts all waves together', () => {
    const second = { ...cleared, wave: 2, points: 36 };
    expect(summary('mosaic', 6, [swapped, cleared, second])).toBe('6 clear for 66 in 2 waves');
    expect(summary('mosaic', 6, [swapped, cleared])).toBe('3 clear for 30');
  });

  it('names goblins together, and the end', () => {
    const goblin = (cell: number | null, column: number | null) => ({ kind: 'goblin_came', cell, column, colour: 'g' });
    const events = [swapped, { ...cleared, points: 0 }, goblin(36, 1), goblin(37, 2), goblin(null, 3)];
    expect(summary('cascade', 7, [...events, { kind: 'ended', result: '1', why: 'vanish' }])).toBe(
      '3 clear; goblins come to b6, c6; a goblin is lost over column d; you win',
    );
  });

  it('leaves out who earns a mine, and what was pushed', () => {
    const pushed = { kind: 'pushed', line: '3', way: '>', seat: 2, steps: [], entered: 10 };
    const events = [pushed, { kind: 'mine_earned', seat: 2 }, { kind: 'ended', result: '2', why: 'line' }];
    expect(summary('pushmine', 5, events)).toBe('earns a mine; AI wins');
  });

  it('counts flooded cells', () => {
    expect(summary('flood', 3, [{ kind: 'flooded', colour: 'r', waves: [[1, 2], [5]] }])).toBe('3 cells flooded');
  });

  it('has few words for every move of every recorded match', () => {
    for (const { game, steps } of Object.values(FIXTURES)) {
      for (const { events, view } of steps.slice(1)) {
        expect(summary(game, view.cells[0]!.length, events, 'unknown')).not.toMatch(/undefined|null|NaN|unknown/);
      }
    }
  });
});

describe('a move that was made', () => {
  const made = (game: string, move: string, seat = 2, purpose = '') =>
    lastMoveSentence(
      { move, seat, events: [], told: '', thought: { purpose } },
      gamePage(game).words,
      context(game, 6),
    );

  it('is said as people say it', () => {
    expect(made('pushmine', 'b^')).toBe('AI pushed column b up.');
    expect(made('pushmine', '*c3')).toBe('AI laid a mine on c3.');
    expect(made('mosaic', 'c4c5', 1)).toBe('You swapped c4 and c5.');
    expect(made('duel', 'c3')).toBe('AI placed a tile on c3.');
    expect(made('flood', 'red', 1)).toBe('You flooded with red.');
  });

  it('says what it was for, where an AI player said so', () => {
    expect(made('duel', 'c3', 2, 'takes two')).toBe('AI placed a tile on c3: takes two.');
  });

  it('calls the side that it is about by its name, and a person who reads it "you"', () => {
    expect(made('cascade', 'c4c5', 2, 'takes two from {opponent}')).toBe('AI swapped c4 and c5: takes two from you.');
    expect(made('pushmine', 'b^', 2, "stops {opponent's} line")).toBe('AI pushed column b up: stops your line.');
    expect(made('pushmine', 'b^', 1, "stops {opponent's} line")).toBe('You pushed column b up: stops AI’s line.');
    const named = (seatNames: string[]) =>
      purposeOf("stops {opponent's} line and takes one from {opponent}", 1, {
        ...context('pushmine', 5),
        seatNames,
      });
    expect(named(['You', 'Your friend'])).toBe('stops your friend’s line and takes one from your friend');
    expect(named(['Ann', 'Bess'])).toBe('stops Bess’ line and takes one from Bess');
    expect(named(['You', 'The other side'])).toBe('stops the other side’s line and takes one from the other side');
  });

  it('has words before it is made, too', () => {
    const words = (game: string, move: string) => moveToDo(move, gamePage(game).words, context(game, 6));
    expect(words('pushmine', '3>')).toBe('push row 3 right');
    expect(words('mosaic', 'd1d2')).toBe('swap d1 and d2');
    expect(words('duel', 'pass')).toBe('pass');
  });

  it('stands in words beside a better one', () => {
    const judgement = { move: 'c2', seat: 2, best: 'b2' };
    expect(judgementWords(judgement, gamePage('duel').words, context('duel', 3))).toEqual({
      played: 'AI placed a tile on c2',
      better: 'better: place a tile on b2',
    });
  });

  it('may be none', () => {
    expect(made('duel', 'pass', 1)).toBe('You have no move and pass.');
    expect(made('duel', 'pass', 2)).toBe('AI has no move and passes.');
  });
});

describe('what could have been played', () => {
  const lesson = (ending: Ending, expected = 0.5, loss = 0.3) =>
    lessonSentence(
      { ply: 10, seat: 1, best: 'd1d2', purpose: 'takes two from {opponent}', expected, loss },
      ending,
      gamePage('cascade').words,
      context('cascade', 7),
    );
  const could = 'At move 11 you could have swapped d1 and d2: it takes two from AI.';

  it('says in words, after a loss or a draw, how the match turned', () => {
    expect(lesson('lost')).toBe(`${could} Instead you went from an even match to far behind.`);
    expect(lesson('draw', 1, 1)).toBe(`${could} Instead you went from all but won to all but lost.`);
    expect(lesson('lost', 0.9, 0.15)).toBe(could);
  });

  it('says nothing of chances to somebody who has won', () => {
    expect(lesson('won', 0.47, 0.47)).toBe(could);
  });
});

describe('an event that the pages do not know', () => {
  const teleported = { kind: 'teleported', from: 3, to: 4 };

  it('is told in the words of the server, in a game with a folder and in one without', () => {
    const told = 'Red takes c4; Red vanishes to d4';
    for (const game of ['duel', 'sixth']) {
      expect(summary(game, 6, [{ kind: 'placed', cell: 20, seat: 1 }, teleported], told)).toBe(told);
      expect(say(game, 6, [teleported], 2, 'red vanishes to d4')).toBe('AI: Red vanishes to d4.');
    }
  });

  it('does not keep the end from being said where nothing else is unknown', () => {
    expect(say('sixth', 6, [{ kind: 'ended', result: '1', why: 'four_corners' }], null)).toBe('You win. Four corners.');
  });
});
