import { describe, expect, it } from 'vitest';
import { cellBox, centreOf, type Grid } from '../geometry';
import { cellOfText } from '../../lib/notation';
import {
  NOTHING_PICKED,
  partnersOf,
  swapInput,
  swapTowards,
  type SwapAct,
  type SwapBoard,
  type SwapState,
} from './moves';

const grid: Grid = { rows: 6, cols: 6, cell: 45, margins: { top: 20, right: 5, bottom: 5, left: 5 } };
const cell = (text: string): number => cellOfText(text, 6, 6)!;
const EMPTY_CELL = cell('a1');
const board: SwapBoard = {
  rows: 6,
  cols: 6,
  legal: new Set(['c4d4', 'c4c5', 'e1f1']),
  isToken: (one) => one !== EMPTY_CELL,
};

function acts(...list: SwapAct[]): [SwapState, string[]] {
  let state = NOTHING_PICKED;
  const came: string[] = [];
  for (const act of list) {
    const [next, outcome] = swapInput(state, act, board);
    state = next;
    if (outcome.move) came.push(outcome.move);
    if (outcome.refused) came.push(`not ${outcome.refused}`);
  }
  return [state, came];
}

const tap = (text: string): SwapAct[] => [
  { kind: 'press', cell: cell(text) },
  { kind: 'release', cell: cell(text) },
];

describe('swaps', () => {
  it('are two taps on neighbours, in either order', () => {
    expect(acts(...tap('c4'), ...tap('d4'))).toEqual([NOTHING_PICKED, ['c4d4']]);
    expect(acts(...tap('d4'), ...tap('c4'))).toEqual([NOTHING_PICKED, ['c4d4']]);
  });

  it('that make no line are refused here, and nothing stays picked up', () => {
    expect(acts(...tap('c4'), ...tap('b4'))).toEqual([NOTHING_PICKED, ['not b4c4']]);
  });

  it('a second tap far away picks that token up instead', () => {
    expect(acts(...tap('c4'), ...tap('f1'))[0].selected).toBe(cell('f1'));
  });

  it('the same token again is put down', () => {
    expect(acts(...tap('c4'), ...tap('c4'))).toEqual([NOTHING_PICKED, []]);
  });

  it('an empty cell cannot be picked up', () => {
    expect(acts(...tap('a1'))).toEqual([NOTHING_PICKED, []]);
  });

  it('are drags onto a neighbour', () => {
    const drag = (right: number, down: number): SwapAct[] => [
      { kind: 'press', cell: cell('c4') },
      { kind: 'drag', right, down },
      { kind: 'release', cell: null },
    ];
    expect(acts(...drag(0.8, 0.1))[1]).toEqual(['c4d4']);
    expect(acts(...drag(0.1, 1.4))[1]).toEqual(['c4c5']);
    expect(acts(...drag(-0.7, 0.2))[1]).toEqual(['not b4c4']);
  });

  it('a drag that comes back is a tap', () => {
    const [state, came] = acts(
      { kind: 'press', cell: cell('c4') },
      { kind: 'drag', right: 0.8, down: 0 },
      { kind: 'drag', right: 0.1, down: 0 },
      { kind: 'release', cell: cell('c4') },
    );
    expect([state.selected, came]).toEqual([cell('c4'), []]);
  });

  it('a drag off the board or onto nothing is nothing', () => {
    expect(
      acts(
        { kind: 'press', cell: cell('f3') },
        { kind: 'drag', right: 2, down: 0 },
        { kind: 'release', cell: null },
      )[1],
    ).toEqual([]);
    expect(
      acts(
        { kind: 'press', cell: cell('a2') },
        { kind: 'drag', right: 0, down: -1 },
        { kind: 'release', cell: null },
      )[1],
    ).toEqual([]);
  });

  it('can be asked for by a cell and a side', () => {
    expect(acts({ kind: 'swap', cell: cell('c4'), way: 'down' })[1]).toEqual(['c4c5']);
    expect(acts({ kind: 'swap', cell: cell('f1'), way: 'right' })[1]).toEqual([]);
  });

  it('cancelling puts down', () => {
    expect(acts(...tap('c4'), { kind: 'cancel' })).toEqual([NOTHING_PICKED, []]);
  });

  it('pointing means the legal neighbour that the pointer leans to', () => {
    const box = cellBox(grid, cell('c4'));
    const { x, y } = centreOf(box);
    expect(swapTowards(cell('c4'), box, { x: x + 8, y }, board)).toBe('c4d4');
    expect(swapTowards(cell('c4'), box, { x, y: y + 8 }, board)).toBe('c4c5');
    expect(swapTowards(cell('c4'), box, { x: x - 8, y: y + 2 }, board)).toBe('c4c5');
    expect(swapTowards(cell('b2'), cellBox(grid, cell('b2')), { x, y }, board)).toBeNull();
  });

  it('partners are the neighbours with which a token can be swapped', () => {
    expect(partnersOf(cell('c4'), board)).toEqual([cell('d4'), cell('c5')]);
    expect(partnersOf(cell('b2'), board)).toEqual([]);
  });
});
