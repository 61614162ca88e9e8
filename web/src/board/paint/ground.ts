/** The board without its pieces: sockets, grid lines, letters and numbers. Painted once for a size and a theme. */
import { cellBox, columnText, type Grid } from '../geometry';
import { GRID_LINE } from '../spec';
import { withAlpha } from './colour';
import type { Easel } from './context';

export function paintGround(easel: Easel): void {
  paintSurroundings(easel);
  paintSockets(easel);
  paintLines(easel);
  paintLabels(easel);
}

function paintSockets({ paint, grid, ground }: Easel): void {
  const inset = grid.cell * 0.045;
  for (let cell = 0; cell < grid.rows * grid.cols; cell++) {
    const { x, y, width } = cellBox(grid, cell);
    const side = width - 2 * inset;
    paint.beginPath();
    paint.roundRect(x + inset, y + inset, side, side, grid.cell * 0.24);
    const shade = paint.createLinearGradient(0, y, 0, y + width);
    shade.addColorStop(0, ground.socketEdge);
    shade.addColorStop(0.35, ground.socket);
    shade.addColorStop(1, ground.socket);
    paint.fillStyle = shade;
    paint.fill();
  }
}

function paintLines({ paint, grid, pixels }: Easel): void {
  const { margins, cell, rows, cols } = grid;
  const crisp = (value: number): number => (Math.round(value * pixels - 0.5) + 0.5) / pixels;
  paint.beginPath();
  for (let row = 0; row <= rows; row++) {
    paint.moveTo(margins.left, crisp(margins.top + row * cell));
    paint.lineTo(margins.left + cols * cell, crisp(margins.top + row * cell));
  }
  for (let col = 0; col <= cols; col++) {
    paint.moveTo(crisp(margins.left + col * cell), margins.top);
    paint.lineTo(crisp(margins.left + col * cell), margins.top + rows * cell);
  }
  paint.lineWidth = Math.max(1, 1 / pixels);
  paint.strokeStyle = GRID_LINE;
  paint.stroke();
}

function paintLabels({ paint, grid, ground, game, font }: Easel): void {
  const { margins, cell, rows, cols } = grid;
  paint.fillStyle = ground.softInk;
  paint.textBaseline = 'middle';
  if (game === 'pushmine') return paintCellLabels(paint, grid, font); // arrows are where labels would be
  paint.font = `600 ${cell * 0.19}px ${font}`;
  paint.textAlign = 'center';
  for (let row = 0; row < rows; row++) {
    paint.fillText(String(row + 1), margins.left / 2, margins.top + (row + 0.5) * cell);
  }
  for (let col = 0; col < cols; col++) {
    const bottom = margins.top + rows * cell + margins.bottom / 2;
    paint.fillText(columnText(col), margins.left + (col + 0.5) * cell, bottom);
  }
}

/** In the corners of the first column's and the last row's cells. */
function paintCellLabels(paint: CanvasRenderingContext2D, { margins, cell, rows, cols }: Grid, font: string): void {
  paint.font = `600 ${cell * 0.15}px ${font}`;
  paint.textAlign = 'left';
  for (let row = 0; row < rows; row++) {
    paint.fillText(String(row + 1), margins.left + cell * 0.09, margins.top + (row + 0.17) * cell);
  }
  paint.textAlign = 'right';
  for (let col = 0; col < cols; col++) {
    paint.fillText(columnText(col), margins.left + (col + 0.92) * cell, margins.top + (rows - 0.15) * cell);
  }
}

/** Chutes above mosaic's columns, a plank above cascade's board. */
function paintSurroundings(easel: Easel): void {
  if (easel.grid.margins.top < easel.grid.cell / 2) return;
  if (easel.game === 'mosaic') paintChutes(easel);
  else if (easel.game === 'cascade') paintLedge(easel);
}

function paintChutes({ paint, grid, ground }: Easel): void {
  const { margins, cell, cols } = grid;
  const shade = paint.createLinearGradient(0, 0, 0, margins.top);
  shade.addColorStop(0, withAlpha(ground.socketEdge, 0));
  shade.addColorStop(1, withAlpha(ground.socketEdge, 0.85));
  paint.fillStyle = shade;
  for (let col = 0; col < cols; col++) {
    paint.beginPath();
    paint.roundRect(margins.left + (col + 0.14) * cell, 0, 0.72 * cell, margins.top, [0.3 * cell, 0.3 * cell, 0, 0]);
    paint.fill();
  }
}

function paintLedge({ paint, grid, ground, font }: Easel): void {
  const { margins, cell, cols } = grid;
  const thick = cell * 0.09;
  const y = margins.top - thick;
  const wood = paint.createLinearGradient(0, y, 0, margins.top);
  wood.addColorStop(0, '#8d7355');
  wood.addColorStop(0.4, '#6d5740');
  wood.addColorStop(1, '#4a3a2b');
  paint.fillStyle = wood;
  paint.beginPath();
  paint.roundRect(margins.left - cell * 0.1, y, cols * cell + cell * 0.16, thick, thick / 2);
  paint.fill();
  paint.font = `600 ${cell * 0.19}px ${font}`;
  paint.fillStyle = ground.softInk;
  paint.textAlign = 'right';
  paint.textBaseline = 'middle';
  paint.fillText('next goblins', margins.left + cols * cell - cell * 0.1, margins.top - cell * 0.42);
}

/** The whole picture, kept until size, theme or board change. */
export class GroundPicture {
  #key = '';
  #canvas: HTMLCanvasElement | null = null;

  draw(easel: Easel, width: number, height: number): void {
    const key = [easel.game, width, height, easel.ground.well, easel.font, gridKey(easel.grid)].join(' ');
    if (key !== this.#key || !this.#canvas) {
      this.#canvas = document.createElement('canvas');
      this.#canvas.width = width;
      this.#canvas.height = height;
      const paint = this.#canvas.getContext('2d')!;
      paint.scale(easel.pixels, easel.pixels);
      paintGround({ ...easel, paint });
      this.#key = key;
    }
    easel.paint.save();
    easel.paint.setTransform(1, 0, 0, 1, 0, 0);
    easel.paint.drawImage(this.#canvas, 0, 0);
    easel.paint.restore();
  }
}

function gridKey({ rows, cols, cell, margins }: Grid): string {
  return [rows, cols, cell, margins.top, margins.left].join(',');
}
