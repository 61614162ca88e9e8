/** What the characters of a view look like and are called. */
import type { GamePage, SeatSign } from '../gamePage';
import { OUTLINE } from '../spec';
import type { BodyName } from './bodies';
import { paletteOf, type Palette, type Tone } from './palettes';
import type { SymbolName } from './symbols';

/** Paints a piece into a cell of 100 units around the origin. */
export type PiecePainter = (paint: CanvasRenderingContext2D, look: Look, symbols: boolean) => void;

export interface Look {
  /** What people call it: "blue triangle". */
  name: string;
  colour: string;
  /** One of the common bodies, or a painter of the game's own. */
  body: BodyName | 'flat' | 'unknown' | PiecePainter;
  symbol: SymbolName | null;
  /** Hops as it walks. */
  hops?: boolean;
}

export const UNKNOWN: Look = { name: 'unknown', colour: '#8b8f99', body: 'unknown', symbol: null };
export const NOBODYS_COLOUR = '#7d8088';

export const piece = ({ name, colour }: Tone, body: BodyName, symbol: SymbolName, noun: string = symbol): Look => ({
  name: `${name} ${noun}`,
  colour,
  body,
  symbol,
});

export type Looks = (character: string) => Look;
/** The looks of a game in a palette, by the characters of its views. */
export type LooksIn = (palette: Palette) => Readonly<Record<string, Look>>;

export function looksOf(page: { looks: LooksIn }, palette: string): Looks {
  const looks = page.looks(paletteOf(palette));
  return (character) => looks[character] ?? UNKNOWN;
}

// What stands for a seat.

export const seatSign = (page: GamePage, seat: number, palette: string): SeatSign | undefined =>
  page.signs(paletteOf(palette))[seat - 1];

/** Whether a seat's sign is a piece of the board. Where pieces are nobody's, it is a shape that no piece has. */
export function hasOwnPieces(page: GamePage, seat: number, palette: string): boolean {
  const sign = seatSign(page, seat, palette);
  return Object.values(page.looks(paletteOf(palette))).some(({ name }) => name === sign?.look.name);
}

export const seatColour = (page: GamePage, seat: number | null, palette: string): string =>
  (seat === null ? undefined : seatSign(page, seat, palette)?.look.colour) ?? OUTLINE;
