/** What stands for a seat: its sign, and the sign's colour. */
import type { GamePage, SeatSign } from './gamePage';
import { paletteOf } from './paint/palettes';
import { OUTLINE } from './spec';

export const seatSign = (page: GamePage, seat: number, palette: string): SeatSign | undefined =>
  page.signs(paletteOf(palette))[seat - 1];

export const seatColour = (page: GamePage, seat: number | null, palette: string): string =>
  (seat === null ? undefined : seatSign(page, seat, palette)?.look.colour) ?? OUTLINE;
