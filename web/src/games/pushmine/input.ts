/** Where Pushmine's moves are made: cells, and an arrow at each end of every row and column. */
import { cellSpot, type Spot, type Spots } from '../../board/input/spots';
import type { Box, Grid } from '../../board/geometry';
import { columnText } from '../../lib/notation';

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

function arrowSpot(grid: Grid, row: number, col: number): Spot {
  const move = pushAt(grid, row, col);
  return { name: move, row: row + 1, col: col + 1, box: arrowBox(grid, row, col), cell: null, move };
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

/** > and < push the row of the spot, v and ^ its column, * (or m) lays a mine on it. */
export function pushKey(key: string, at: Spot, spots: Spots): string | null {
  const row = at.row >= 1 && at.row <= spots.rows - 2 ? String(at.row) : null;
  const col = at.col >= 1 && at.col <= spots.cols - 2 ? columnText(at.col - 1) : null;
  if (key === '>' || key === '<') return row && row + key;
  if (key === '^' || key.toLowerCase() === 'v') return col && col + key.toLowerCase();
  return (key === '*' || key.toLowerCase() === 'm') && at.cell !== null ? '*' + at.name : null;
}
