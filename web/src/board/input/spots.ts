/** The places of a board that can be pointed at: its cells, and for pushmine the ends of its lines. They form a grid of
 *  their own (`row`, `col`), which is the one that keys and screen readers walk through. */
import { cellBox, cellText, columnText, contains, type Box, type Grid, type Point } from '../geometry';

export interface Spot {
  /** The cell's name, or the push's text. */
  name: string;
  row: number;
  col: number;
  box: Box;
  cell: number | null;
  /** The text of the push that starts here. */
  push: string | null;
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

/** Cells with an arrow at each end of every row and column. */
export function pushSpots(grid: Grid): Spots {
  const { rows, cols } = grid;
  const all = Array.from({ length: (rows + 2) * (cols + 2) }, (_, i) => {
    const row = Math.floor(i / (cols + 2)) - 1;
    const col = (i % (cols + 2)) - 1;
    const inRows = row >= 0 && row < rows;
    const inCols = col >= 0 && col < cols;
    if (inRows && inCols) return cellSpot(grid, row * cols + col, 1);
    return inRows || inCols ? arrowSpot(grid, row, col) : null;
  });
  return { rows: rows + 2, cols: cols + 2, all };
}

function cellSpot(grid: Grid, cell: number, border: number): Spot {
  const [row, col] = [Math.floor(cell / grid.cols) + border, (cell % grid.cols) + border];
  return { name: cellText(cell, grid.cols), row, col, box: cellBox(grid, cell), cell, push: null };
}

function arrowSpot(grid: Grid, row: number, col: number): Spot {
  const push = pushAt(grid, row, col);
  return { name: push, row: row + 1, col: col + 1, box: arrowBox(grid, row, col), cell: null, push };
}

/** A stone that enters on the left travels to the right, and so on round the board. */
function pushAt(grid: Grid, row: number, col: number): string {
  if (col < 0) return `${row + 1}>`;
  if (col >= grid.cols) return `${row + 1}<`;
  return columnText(col) + (row < 0 ? 'v' : '^');
}

function arrowBox({ rows, cols, cell, margins }: Grid, row: number, col: number): Box {
  const { left, top, right, bottom } = margins;
  const x = col < 0 ? 0 : left + col * cell;
  const y = row < 0 ? 0 : top + row * cell;
  const width = col < 0 ? left : col >= cols ? right : cell;
  const height = row < 0 ? top : row >= rows ? bottom : cell;
  return { x, y, width, height };
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

export function spotOfPush(spots: Spots, push: string): Spot | null {
  return spots.all.find((spot) => spot?.push === push) ?? null;
}
