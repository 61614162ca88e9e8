/** Cells and moves as texts: `a1` is the cell at the top left, cells are counted row by row. */

/** The move of a side that has none. */
export const PASS = 'pass';

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
