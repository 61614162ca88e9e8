/** The colour and shape of a seat in a game: never the hue alone. */
import { paletteOf } from '../board/paint/palettes';
import { seatColour } from '../board/spec';

export type Shape = 'circle' | 'square' | 'cross' | 'ring' | 'diamond';

const SHAPES: Record<string, readonly Shape[]> = {
  mosaic: ['circle', 'square'],
  cascade: ['circle', 'diamond'],
  duel: ['square', 'circle'],
  pushmine: ['cross', 'ring'],
  flood: ['diamond'],
};

export const seatShape = (game: string, seat: number): Shape =>
  SHAPES[game]?.[seat - 1] ?? (seat === 1 ? 'circle' : 'square');

/** Where seats own pieces, the pieces' colour; elsewhere the one that the specification gives the seat. */
export function seatPaint(game: string, seat: number, palette: string): string {
  const { tiles, stones } = paletteOf(palette);
  const own = game === 'duel' ? tiles : game === 'pushmine' ? stones : null;
  return own?.[seat - 1]?.colour ?? seatColour(game, seat);
}
