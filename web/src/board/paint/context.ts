/** What painting needs: the canvas, the board's measures, its colours and its pictures. */
import type { Drawing } from '../drawing';
import type { Grid } from '../geometry';
import type { Look } from './looks';
import type { Sprites } from './sprites';
import type { Ground } from './theme';

export interface PaintContext {
  /** Scaled so that one is a board unit. */
  paint: CanvasRenderingContext2D;
  /** Device pixels to a unit. */
  pixels: number;
  grid: Grid;
  ground: Ground;
  sprites: Sprites;
  /** The page's own. */
  font: string;
  /** The colour of a seat; of nobody's where it is null. */
  seatColour: (seat: number | null) => string;
  /** What stands for a seat. */
  seatLook: (seat: number) => Look | null;
  /** What the game paints beside its pieces. */
  drawing: Pick<Drawing, 'labels' | 'paintSurroundings'>;
}

/** The middle of a place given in cells, in units. */
export function placeOf({ grid }: PaintContext, x: number, y: number): { x: number; y: number } {
  return { x: grid.margins.left + (x + 0.5) * grid.cell, y: grid.margins.top + (y + 0.5) * grid.cell };
}
