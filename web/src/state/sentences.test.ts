import { describe, expect, it } from 'vitest';
import { boardEvents } from '../board/events';
import { FIXTURES } from '../../tests/fixtures';
import { looksOf } from '../board/paint/looks';
import { pushWords, tellEvents, type Teller } from './sentences';

const teller = (game: string, cols: number): Teller => ({ cols, seatNames: ['You', 'AI'], looks: looksOf(game, 'standard') });

describe('what happened, in sentences', () => {
  it('names who swapped what, what cleared, and what it paid', () => {
    const events = boardEvents([
      { kind: 'swapped', cells: [15, 16] },
      { kind: 'cleared', cells: [10, 16, 22], colours: 'aaa', wave: 1, points: 30 },
      { kind: 'fell', steps: [[4, 22]] },
      { kind: 'cleared', cells: [1, 2, 3], colours: 'bbb', wave: 2, points: 36 },
    ]);
    expect(tellEvents(events, 2, teller('mosaic', 6))).toBe(
      'AI: d3 and e3 swap. 3 blue triangle clear for 30. Wave 2: 3 coral square clear for 36.',
    );
  });

  it('announces goblins, also those that are lost', () => {
    const events = boardEvents([
      { kind: 'goblin_came', cell: 44, column: 2, colour: 'v' },
      { kind: 'goblin_came', cell: null, column: 3, colour: 'g' },
      { kind: 'goblin_came', cell: null, column: null, colour: 'g' },
    ]);
    expect(tellEvents(events, null, teller('cascade', 7))).toBe(
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
    expect(tellEvents(events, 1, teller('pushmine', 5))).toBe(
      'You: Row 3 pushed left. A stone of AI leaves the board at a3. You earn a mine. You win: a line.',
    );
  });

  it('speaks to whoever plays', () => {
    const passing = boardEvents([{ kind: 'passed', seat: 1 }, { kind: 'mine_detonated', cell: 0, owner: 1, stone: 1 }]);
    expect(tellEvents(passing, null, teller('pushmine', 5))).toBe('No move: You pass. The mine on a1 goes off under a stone of yours.');
    expect(tellEvents(boardEvents([{ kind: 'passed', seat: 2 }]), null, teller('duel', 6))).toBe('No move: AI passes.');
  });

  it('knows a push by its line and its way', () => {
    expect(['3>', '2<', 'bv', 'd^'].map((push) => pushWords(push))).toEqual(['row 3 right', 'row 2 left', 'column b down', 'column d up']);
  });

  it('has words for every event of every recorded match', () => {
    for (const { game, steps } of Object.values(FIXTURES)) {
      for (const { events, seat, view } of steps.slice(1)) {
        const told = tellEvents(boardEvents(events), seat, teller(game, view.cells[0]!.length));
        expect(told).toMatch(/\.$/);
        expect(told).not.toMatch(/undefined|null|NaN|unknown/);
      }
    }
  });
});
