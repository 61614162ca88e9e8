/** The places of a board that can be pointed at: its cells, and what a game puts around them. They form a grid of their
 *  own (`row`, `col`), which is the one that keys and screen readers walk through. */
import { cellText } from '../../lib/notation';
import { cellBox, contains, type Box, type Grid, type Point } from '../geometry';

export interface Spot {
  /** The cell's name, or the move's text. */
  name: string;
  row: number;
  col: number;
  box: Box;
  cell: number | null;
  /** The text of the move that is made here, where the spot is no cell. */
  move: string | null;
}

export interface Spots {
  rows: number;
  cols: number;
  /** Row by row; null where there is nothing to point at. */
  all: (Spot | null)[];
}

export function cellSpots(grid: Grid): Spots {
  const { rows, cols } = grid;
  const all = Array.from({ length: rows * cols }, (_, cell) => cellSpot(grid, cell, 0));
  return { rows, cols, all };
}

/** `border` rows and columns of other spots lie around the cells. */
export function cellSpot(grid: Grid, cell: number, border: number): Spot {
  const [row, col] = [Math.floor(cell / grid.cols) + border, (cell % grid.cols) + border];
  return { name: cellText(cell, grid.cols), row, col, box: cellBox(grid, cell), cell, move: null };
}

export function spotAt(spots: Spots, point: Point): Spot | null {
  return spots.all.find((spot) => spot !== null && contains(spot.box, point)) ?? null;
}

export function spotIn(spots: Spots, row: number, col: number): Spot | null {
  const inside = row >= 0 && row < spots.rows && col >= 0 && col < spots.cols;
  return inside ? (spots.all[row * spots.cols + col] ?? null) : null;
}

export function spotOfCell(spots: Spots, cell: number): Spot | null {
  return spots.all.find((spot) => spot?.cell === cell) ?? null;
}

export function spotOfMove(spots: Spots, move: string): Spot | null {
  return spots.all.find((spot) => spot?.move === move) ?? null;
}
