import { describe, expect, it } from 'vitest';
import { boardEvents, type BoardEvent } from '../api/events';
import { FIXTURES } from '../../tests/fixtures';
import { looksOf } from '../board/paint/looks';
import { eventSentences } from '../state/sentences';
import { gamePage } from '.';
import { pushWords } from './pushmine/words';

function say(game: string, cols: number, events: readonly BoardEvent[], seat: number | null): string {
  const page = gamePage(game);
  const looks = looksOf(page, 'standard');
  const context = { cols, seatNames: ['You', 'AI'], pieceName: (character: string) => looks(character).name };
  return eventSentences(events, seat, page.words, context);
}

describe('what happened, in sentences', () => {
  it('names who swapped what, what cleared, and what it paid', () => {
    const events = boardEvents([
      { kind: 'swapped', cells: [15, 16] },
      { kind: 'cleared', cells: [10, 16, 22], colours: 'aaa', wave: 1, points: 30 },
      { kind: 'fell', steps: [[4, 22]] },
      { kind: 'cleared', cells: [1, 2, 3], colours: 'bbb', wave: 2, points: 36 },
    ]);
    expect(say('mosaic', 6, events, 2)).toBe(
      'AI: d3 and e3 swap. 3 blue triangle clear for 30. Wave 2: 3 coral square clear for 36.',
    );
  });

  it('announces goblins, also those that are lost', () => {
    const events = boardEvents([
      { kind: 'goblin_came', cell: 44, column: 2, colour: 'v' },
      { kind: 'goblin_came', cell: null, column: 3, colour: 'g' },
      { kind: 'goblin_came', cell: null, column: null, colour: 'g' },
    ]);
    expect(say('cascade', 7, events, null)).toBe(
      'A goblin brings violet ring to c7. A goblin is lost over column d. A goblin finds no room.',
    );
  });

  it('says whose stone went where', () => {
    const events = boardEvents([
      { kind: 'pushed', line: '3', way: '<', seat: 1, steps: [], entered: 14 },
      { kind: 'ejected', cell: 10, owner: 2 },
      { kind: 'mine_earned', seat: 1 },
      { kind: 'ended', result: '1', why: 'line' },
    ]);
    expect(say('pushmine', 5, events, 1)).toBe(
      'You: Row 3 pushed left. A stone of AI leaves the board at a3. You earn a mine. You win. A full line.',
    );
  });

  it('speaks to the person who plays', () => {
    const passing = boardEvents([
      { kind: 'passed', seat: 1 },
      { kind: 'mine_detonated', cell: 0, owner: 1, stone: 1 },
    ]);
    expect(say('pushmine', 5, passing, null)).toBe(
      'No move: You pass. The mine on a1 goes off under a stone of yours.',
    );
    expect(say('duel', 6, boardEvents([{ kind: 'passed', seat: 2 }]), null)).toBe('No move: AI passes.');
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
        const text = say(game, view.cells[0]!.length, boardEvents(events), seat);
        expect(text).toMatch(/\.$/);
        expect(text).not.toMatch(/undefined|null|NaN|unknown/);
      }
    }
  });
});
