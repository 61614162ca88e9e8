/** Cells as numbers (row × columns + column), and as places in board units. */

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

interface Margins {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/** A board in units: the grid of cells and what lies around it (labels, coming drops, arrows). */
export interface Grid {
  rows: number;
  cols: number;
  cell: number;
  margins: Margins;
}

export type Way = 'up' | 'down' | 'left' | 'right';

export const WAYS: Readonly<Record<Way, readonly [number, number]>> = {
  up: [-1, 0],
  down: [1, 0],
  left: [0, -1],
  right: [0, 1],
};

export function boardWidth(grid: Grid): number {
  return grid.margins.left + grid.cols * grid.cell + grid.margins.right;
}

export function boardHeight(grid: Grid): number {
  return grid.margins.top + grid.rows * grid.cell + grid.margins.bottom;
}

// Neighbours.

export function neighbourOf(cell: number, way: Way, rows: number, cols: number): number | null {
  const [down, right] = WAYS[way];
  const row = Math.floor(cell / cols) + down;
  const col = (cell % cols) + right;
  return row >= 0 && row < rows && col >= 0 && col < cols ? row * cols + col : null;
}

export function areNeighbours(a: number, b: number, cols: number): boolean {
  const rows = Math.abs(Math.floor(a / cols) - Math.floor(b / cols));
  return rows + Math.abs((a % cols) - (b % cols)) === 1;
}

/** The way from one cell to a neighbour. */
export function wayBetween(a: number, b: number, cols: number): Way {
  if (b === a + 1) return 'right';
  if (b === a - 1) return 'left';
  return b === a + cols ? 'down' : 'up';
}

// Places, in units.

export function cellBox(grid: Grid, cell: number): Box {
  const x = grid.margins.left + (cell % grid.cols) * grid.cell;
  const y = grid.margins.top + Math.floor(cell / grid.cols) * grid.cell;
  return { x, y, width: grid.cell, height: grid.cell };
}

export function centreOf(box: Box): Point {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export function contains(box: Box, point: Point): boolean {
  return point.x >= box.x && point.x < box.x + box.width && point.y >= box.y && point.y < box.y + box.height;
}

/** Ways from a cell's centre, the one that the point leans to first: which neighbour is somebody pointing at? */
export function waysTowards(box: Box, point: Point): Way[] {
  const centre = centreOf(box);
  const right = point.x - centre.x;
  const down = point.y - centre.y;
  const lean: Record<Way, number> = { up: -down, down, left: -right, right };
  return (Object.keys(lean) as Way[]).sort((a, b) => lean[b] - lean[a]);
}
