/** The board without its pieces: sockets, grid lines, letters and numbers. Painted once for a size and a theme. */
import { cellBox, type Grid } from '../geometry';
import { columnText } from '../../lib/notation';
import { GRID_LINE } from '../spec';
import type { PaintContext } from './context';

function paintGround(context: PaintContext): void {
  context.drawing.paintSurroundings?.(context);
  paintSockets(context);
  paintLines(context);
  paintLabels(context);
}

function paintSockets({ paint, grid, ground }: PaintContext): void {
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

function paintLines({ paint, grid, pixels }: PaintContext): void {
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

function paintLabels({ paint, grid, ground, drawing, font }: PaintContext): void {
  const { margins, cell, rows, cols } = grid;
  paint.fillStyle = ground.softInk;
  paint.textBaseline = 'middle';
  if (drawing.labels === 'arrows') return paintArrowLabels(paint, grid, font);
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

/** Above the arrows on the left, and beside those below. */
function paintArrowLabels(paint: CanvasRenderingContext2D, { margins, cell, rows, cols }: Grid, font: string): void {
  paint.font = `600 ${cell * 0.17}px ${font}`;
  paint.textAlign = 'center';
  for (let row = 0; row < rows; row++) {
    paint.fillText(String(row + 1), margins.left / 2, margins.top + (row + 0.09) * cell);
  }
  for (let col = 0; col < cols; col++) {
    paint.fillText(columnText(col), margins.left + (col + 0.93) * cell, margins.top + rows * cell + margins.bottom / 2);
  }
}

/** The whole picture, kept until size, theme or board change. */
export class GroundPicture {
  #key = '';
  #canvas: HTMLCanvasElement | null = null;

  draw(context: PaintContext, width: number, height: number): void {
    const key = [width, height, context.ground.well, context.font, gridKey(context.grid)].join(' ');
    if (key !== this.#key || !this.#canvas) {
      this.#canvas = document.createElement('canvas');
      this.#canvas.width = width;
      this.#canvas.height = height;
      const paint = this.#canvas.getContext('2d')!;
      paint.scale(context.pixels, context.pixels);
      paintGround({ ...context, paint });
      this.#key = key;
    }
    context.paint.save();
    context.paint.setTransform(1, 0, 0, 1, 0, 0);
    context.paint.drawImage(this.#canvas, 0, 0);
    context.paint.restore();
  }
}

function gridKey({ rows, cols, cell, margins }: Grid): string {
  return [rows, cols, cell, margins.top, margins.left].join(',');
}
