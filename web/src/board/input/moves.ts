/** From pointing to moves. Pure functions: a state and an act give the next state and what follows from the act. */
import { areNeighbours, neighbourOf, waysTowards, type Box, type Point, type Way } from '../geometry';
import { swapText } from '../../lib/notation';
import type { Spot } from './spots';

/** What follows from an act. */
export interface Outcome {
  /** The text of a move that is to be played. */
  move?: string;
  /** Somebody wanted this, and it is not legal. */
  refused?: string;
}

// Swaps: tap two neighbours, or drag one onto the other.

export interface SwapBoard {
  rows: number;
  cols: number;
  legal: ReadonlySet<string>;
  isToken: (cell: number) => boolean;
}

export interface SwapState {
  /** The token that has been picked up. */
  selected: number | null;
  pressed: number | null;
  /** The neighbour that a drag leads to. */
  target: number | null;
}

export const NOTHING_PICKED: SwapState = { selected: null, pressed: null, target: null };

export type SwapAct =
  | { kind: 'press'; cell: number }
  /** The pointer, held down, is this far from where it was pressed, in cells. */
  | { kind: 'drag'; right: number; down: number }
  | { kind: 'release'; cell: number | null }
  /** Enter, or a screen reader's click. */
  | { kind: 'choose'; cell: number }
  /** Swap this token with the neighbour on that side, at once. */
  | { kind: 'swap'; cell: number; way: Way }
  | { kind: 'cancel' };

/** A drag counts when it has gone this part of a cell. */
const DRAG_CELLS = 0.45;

export function swapInput(state: SwapState, act: SwapAct, board: SwapBoard): [SwapState, Outcome] {
  switch (act.kind) {
    case 'press':
      return [{ ...state, pressed: board.isToken(act.cell) ? act.cell : null, target: null }, {}];
    case 'drag':
      return [{ ...state, target: dragTarget(state.pressed, act, board) }, {}];
    case 'release':
      return release(state, act.cell, board);
    case 'choose':
      return choose({ ...state, pressed: null, target: null }, act.cell, board);
    case 'swap': {
      const other = neighbourOf(act.cell, act.way, board.rows, board.cols);
      return [NOTHING_PICKED, other === null ? {} : proposed(act.cell, other, board)];
    }
    case 'cancel':
      return [NOTHING_PICKED, {}];
  }
}

function dragTarget(pressed: number | null, { right, down }: { right: number; down: number }, board: SwapBoard) {
  if (pressed === null || Math.max(Math.abs(right), Math.abs(down)) < DRAG_CELLS) return null;
  const sideways = Math.abs(right) > Math.abs(down);
  const way: Way = sideways ? (right > 0 ? 'right' : 'left') : down > 0 ? 'down' : 'up';
  const target = neighbourOf(pressed, way, board.rows, board.cols);
  return target !== null && board.isToken(target) ? target : null;
}

function release(state: SwapState, cell: number | null, board: SwapBoard): [SwapState, Outcome] {
  const { pressed, target } = state;
  const resting = { ...state, pressed: null, target: null };
  if (pressed !== null && target !== null) return [NOTHING_PICKED, proposed(pressed, target, board)];
  return pressed !== null && cell === pressed ? choose(resting, pressed, board) : [resting, {}];
}

/** The second neighbour swaps; the same token again is put down; any other is picked up instead. */
function choose(state: SwapState, cell: number, board: SwapBoard): [SwapState, Outcome] {
  const { selected } = state;
  if (selected === cell || !board.isToken(cell)) return [NOTHING_PICKED, {}];
  if (selected !== null && areNeighbours(selected, cell, board.cols)) {
    return [NOTHING_PICKED, proposed(selected, cell, board)];
  }
  return [{ ...NOTHING_PICKED, selected: cell }, {}];
}

function proposed(a: number, b: number, board: SwapBoard): Outcome {
  const text = swapText(a, b, board.cols);
  return board.legal.has(text) ? { move: text } : { refused: text };
}

/** The swap that pointing at a cell may mean: with the neighbour that the pointer leans to. */
export function swapTowards(cell: number, box: Box, point: Point, board: SwapBoard): string | null {
  for (const way of waysTowards(box, point)) {
    const other = neighbourOf(cell, way, board.rows, board.cols);
    const text = other === null ? null : swapText(cell, other, board.cols);
    if (text && board.legal.has(text)) return text;
  }
  return null;
}

/** The cells with which a token can be swapped. */
export function partnersOf(cell: number, board: SwapBoard): number[] {
  const found: number[] = [];
  for (const way of ['up', 'right', 'down', 'left'] as const) {
    const other = neighbourOf(cell, way, board.rows, board.cols);
    if (other !== null && board.legal.has(swapText(cell, other, board.cols))) found.push(other);
  }
  return found;
}

// Clicks: one spot is one move.

/** The move that a spot stands for: a push, a cell, or a mine on a cell. */
type MoveOf = (spot: Spot) => string | null;

export function clickInput(
  pressed: Spot | null,
  released: Spot | null,
  legal: ReadonlySet<string>,
  moveOf: MoveOf,
): Outcome {
  if (!pressed || pressed.name !== released?.name) return {};
  const text = moveOf(pressed);
  if (text === null) return {};
  return legal.has(text) ? { move: text } : { refused: text };
}
