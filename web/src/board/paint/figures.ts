/** Pieces on the canvas, wherever a timeline has them at this moment. */
import type { Figure } from '../animation/timeline';
import { placeOf, type PaintContext } from './context';
import { BLEED } from './sprites';

export function paintFigure(context: PaintContext, figure: Figure, right = 0, down = 0): void {
  const { paint, grid, pixels, sprites } = context;
  const { x, y } = placeOf(context, figure.x + right, figure.y + down - hop(context, figure));
  const picture = sprites.picture(figure.look, grid.cell * pixels);
  paint.globalAlpha = Math.min(1, figure.alpha);
  if (figure.scale === 1 && figure.flip === 0 && figure.squash === 0) copy(context, picture, x, y);
  else stretch(context, picture, figure, x, y);
  paint.globalAlpha = 1;
}

/** Pixel for pixel: sharp, and the quickest that a canvas can do. */
function copy({ paint, pixels }: PaintContext, picture: HTMLCanvasElement, x: number, y: number): void {
  const snapped = (middle: number, side: number): number => Math.round(middle * pixels - side / 2) / pixels;
  const [width, height] = [picture.width, picture.height];
  paint.drawImage(picture, snapped(x, width), snapped(y, height), width / pixels, height / pixels);
}

function stretch(
  { paint, grid }: PaintContext,
  picture: HTMLCanvasElement,
  figure: Figure,
  x: number,
  y: number,
): void {
  const turned = Math.abs(Math.cos(figure.flip * Math.PI));
  const size = grid.cell * (1 + 2 * BLEED) * figure.scale;
  const wide = size * (1 + figure.squash) * Math.max(turned, 0.02);
  const high = size * (1 - figure.squash);
  const feet = grid.cell * 0.4 * figure.squash * figure.scale; // a squeeze keeps the feet on the ground
  paint.drawImage(picture, x - wide / 2, y + feet - high / 2, wide, high);
}

/** Some pieces hop as they walk: two hops per cell. */
function hop({ sprites }: PaintContext, figure: Figure): number {
  return sprites.look(figure.look).hops ? 0.09 * Math.abs(Math.sin(figure.x * 2 * Math.PI)) : 0;
}
