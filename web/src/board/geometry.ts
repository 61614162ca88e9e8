/** Cells as numbers (row × columns + column), as texts (`a1` is the top left), and as places in board units. */

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

export interface Margins {
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

// Texts.

export function columnText(col: number): string {
  return String.fromCharCode(97 + col);
}

export function cellText(cell: number, cols: number): string {
  return columnText(cell % cols) + (Math.floor(cell / cols) + 1);
}

/** The cell that a text like `c4` names; null if it names none of this board. */
export function cellOfText(text: string, rows: number, cols: number): number | null {
  const found = /^([a-z])([1-9][0-9]?)$/.exec(text.toLowerCase());
  if (!found) return null;
  const col = found[1]!.charCodeAt(0) - 97;
  const row = Number(found[2]) - 1;
  return row < rows && col < cols ? row * cols + col : null;
}

/** All cells that a move's text names: one for `c4` or `*c4`, two for `c4d4`, none for a push or a colour. */
export function cellsOfMove(text: string, rows: number, cols: number): number[] {
  const parts = /^\*?([a-z][1-9][0-9]?)([a-z][1-9][0-9]?)?$/.exec(text.toLowerCase());
  if (!parts) return [];
  const cells = [parts[1], parts[2]].map((part) => (part ? cellOfText(part, rows, cols) : null));
  return cells.filter((cell) => cell !== null);
}

/** The text of a swap: its two cells in reading order. */
export function swapText(a: number, b: number, cols: number): string {
  return cellText(Math.min(a, b), cols) + cellText(Math.max(a, b), cols);
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

export function cellAt(grid: Grid, point: Point): number | null {
  const col = Math.floor((point.x - grid.margins.left) / grid.cell);
  const row = Math.floor((point.y - grid.margins.top) / grid.cell);
  return row >= 0 && row < grid.rows && col >= 0 && col < grid.cols ? row * grid.cols + col : null;
}

/** Ways from a cell's centre, the one that the point leans to first: which neighbour is somebody pointing at? */
export function waysTowards(box: Box, point: Point): Way[] {
  const centre = centreOf(box);
  const right = point.x - centre.x;
  const down = point.y - centre.y;
  const lean: Record<Way, number> = { up: -down, down, left: -right, right };
  return (Object.keys(lean) as Way[]).sort((a, b) => lean[b] - lean[a]);
}
