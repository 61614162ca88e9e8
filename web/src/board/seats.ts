/** The colour and shape of a seat: never the hue alone. */
import type { GamePage, SeatStyle } from './gamePage';
import { paletteOf } from './paint/palettes';
import { OUTLINE } from './spec';

export const seatShape = (page: GamePage, seat: number): SeatStyle['shape'] =>
  page.seats[seat - 1]?.shape ?? (seat === 1 ? 'circle' : 'square');

/** The colour that the specification gives a seat. */
export const seatColour = (page: GamePage, seat: number | null): string =>
  (seat === null ? undefined : page.seats[seat - 1]?.colour) ?? OUTLINE;

/** Where seats own pieces, the pieces' colour; elsewhere the seat's own. */
export const seatPaint = (page: GamePage, seat: number, palette: string): string =>
  page.seatTones?.(paletteOf(palette))[seat - 1]?.colour ?? seatColour(page, seat);
