/** Sets of colours that people can choose from. A game takes what it needs from a palette (see `looks` of a `GamePage`). */
import type { BoardSettings } from '../settings';

export interface Tone {
  /** What people call it. */
  name: string;
  colour: string;
}

export interface Palette {
  id: string;
  name: string;
  /** Whether even small cells carry symbols, unless somebody says otherwise. */
  symbolsByDefault: boolean;
  /** Six for tokens. */
  tokens: readonly [Tone, Tone, Tone, Tone, Tone, Tone];
  /** Two for the tiles of two sides. */
  tiles: readonly [Tone, Tone];
  /** Two for the stones of two sides. */
  stones: readonly [Tone, Tone];
  /** Eight for cells: red, green, blue, yellow, purple, orange, cyan, pink. */
  cells: readonly [string, string, string, string, string, string, string, string];
}

const tone = (name: string, colour: string): Tone => ({ name, colour });

export const STANDARD: Palette = {
  id: 'standard',
  name: 'Standard',
  symbolsByDefault: false,
  tokens: [
    tone('blue', '#4aa3ff'),
    tone('coral', '#ff7a59'),
    tone('yellow', '#ffd23f'),
    tone('green', '#5ec98f'),
    tone('violet', '#b98cff'),
    tone('pink', '#f48fb1'),
  ],
  tiles: [tone('red', '#f0644f'), tone('green', '#4fbf87')],
  stones: [tone('blue', '#4aa3ff'), tone('coral', '#ff7a59')],
  cells: ['#f0574a', '#4bb87c', '#3f8fee', '#ffcf3d', '#9a6bea', '#ff9440', '#4fd0d6', '#f59ac0'],
};

/** Okabe and Ito's colours, which people with red–green blindness tell apart. */
const RED_GREEN: Palette = {
  id: 'red-green',
  name: 'Red–green friendly',
  symbolsByDefault: true,
  tokens: [
    tone('sky blue', '#56b4e9'),
    tone('vermilion', '#d55e00'),
    tone('yellow', '#f0e442'),
    tone('green', '#009e73'),
    tone('mauve', '#cc79a7'),
    tone('white', '#eceae4'),
  ],
  tiles: [tone('vermilion', '#e0701a'), tone('teal', '#2aa6c4')],
  stones: [tone('sky blue', '#56b4e9'), tone('orange', '#e69f00')],
  cells: ['#d55e00', '#009e73', '#0072b2', '#f0e442', '#cc79a7', '#e69f00', '#56b4e9', '#f3e6ee'],
};

const BLUE_YELLOW: Palette = {
  id: 'blue-yellow',
  name: 'Blue–yellow friendly',
  symbolsByDefault: true,
  tokens: [
    tone('turquoise', '#4cc3c9'),
    tone('red', '#e5443b'),
    tone('cream', '#f6ead0'),
    tone('slate', '#66788a'),
    tone('magenta', '#c2418f'),
    tone('rose', '#ffa6a0'),
  ],
  tiles: [tone('red', '#ea5a4e'), tone('turquoise', '#3fb9b2')],
  stones: [tone('turquoise', '#4cc3c9'), tone('red', '#e5584e')],
  cells: ['#e5443b', '#1f8a80', '#66788a', '#f6ead0', '#8f2f6d', '#ff9a8d', '#6fd6d8', '#d767ae'],
};

/** Told apart by lightness and symbol alone. */
const SHADES: Palette = {
  id: 'shades',
  name: 'Shades of grey',
  symbolsByDefault: true,
  tokens: [
    tone('white', '#f5f4f1'),
    tone('pale grey', '#cdccc8'),
    tone('light grey', '#a8a7a4'),
    tone('grey', '#83827f'),
    tone('dark grey', '#63625f'),
    tone('charcoal', '#494846'),
  ],
  tiles: [tone('dark', '#6d6b68'), tone('light', '#e9e7e2')],
  stones: [tone('light', '#ebe9e4'), tone('dark', '#77757a')],
  cells: ['#4a4a4c', '#7b7b7d', '#a3a3a4', '#f3f2ee', '#5f5f61', '#c9c9c8', '#dededc', '#8f8f90'],
};

export const PALETTES: readonly Palette[] = [STANDARD, RED_GREEN, BLUE_YELLOW, SHADES];

export function paletteOf(id: string): Palette {
  return PALETTES.find((palette) => palette.id === id) ?? STANDARD;
}

/** When pieces carry symbols by default: always, or (a board of many small cells) only where the palette needs them. */
export type SymbolUse = 'always' | 'by palette';

export function showsSymbols(
  { symbols, palette }: Pick<BoardSettings, 'symbols' | 'palette'>,
  use: SymbolUse,
): boolean {
  if (symbols !== 'auto') return symbols;
  return use === 'always' || paletteOf(palette).symbolsByDefault;
}
