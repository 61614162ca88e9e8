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
  /** Two for tokens that belong to two sides. */
  sides: readonly [Tone, Tone];
  /** Six for tokens. */
  tokens: readonly [Tone, Tone, Tone, Tone, Tone, Tone];
  /** Two for the tiles of two sides. */
  tiles: readonly [Tone, Tone];
  /** Two for the stones of two sides. */
  stones: readonly [Tone, Tone];
  /** Eight for cells, in the order of Flood-It's red, green, blue, yellow, purple, orange, cyan, pink. */
  cells: readonly [Tone, Tone, Tone, Tone, Tone, Tone, Tone, Tone];
}

const tone = (name: string, colour: string): Tone => ({ name, colour });

export const STANDARD: Palette = {
  id: 'standard',
  name: 'Standard',
  symbolsByDefault: false,
  // The disc colours that the specification of Color Cascade Grid names.
  sides: [tone('blue', '#1e90ff'), tone('orange', '#ff8c00')],
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
  cells: [
    tone('red', '#f0574a'),
    tone('green', '#4bb87c'),
    tone('blue', '#3f8fee'),
    tone('yellow', '#ffcf3d'),
    tone('purple', '#9a6bea'),
    tone('orange', '#ff9440'),
    tone('cyan', '#4fd0d6'),
    tone('pink', '#f59ac0'),
  ],
};

/** Okabe and Ito's colours, which people with red–green blindness tell apart. */
const RED_GREEN: Palette = {
  id: 'red-green',
  name: 'Red–green friendly',
  symbolsByDefault: true,
  sides: [tone('sky blue', '#56b4e9'), tone('vermilion', '#d55e00')],
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
  cells: [
    tone('vermilion', '#d55e00'),
    tone('green', '#009e73'),
    tone('blue', '#0072b2'),
    tone('yellow', '#f0e442'),
    tone('mauve', '#cc79a7'),
    tone('orange', '#e69f00'),
    tone('sky blue', '#56b4e9'),
    tone('pale pink', '#f3e6ee'),
  ],
};

const BLUE_YELLOW: Palette = {
  id: 'blue-yellow',
  name: 'Blue–yellow friendly',
  symbolsByDefault: true,
  sides: [tone('turquoise', '#4cc3c9'), tone('red', '#e5443b')],
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
  cells: [
    tone('red', '#e5443b'),
    tone('teal', '#1f8a80'),
    tone('slate', '#66788a'),
    tone('cream', '#f6ead0'),
    tone('plum', '#8f2f6d'),
    tone('rose', '#ff9a8d'),
    tone('turquoise', '#6fd6d8'),
    tone('magenta', '#d767ae'),
  ],
};

/** Told apart by lightness and symbol alone. */
const SHADES: Palette = {
  id: 'shades',
  name: 'Shades of grey',
  symbolsByDefault: true,
  sides: [tone('white', '#f5f4f1'), tone('light grey', '#a8a7a4')],
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
  cells: [
    tone('charcoal', '#4a4a4c'),
    tone('grey', '#7b7b7d'),
    tone('light grey', '#a3a3a4'),
    tone('white', '#f3f2ee'),
    tone('dark grey', '#5f5f61'),
    tone('pale grey', '#c9c9c8'),
    tone('off-white', '#dededc'),
    tone('middle grey', '#8f8f90'),
  ],
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
