/** What the characters of a view look like and are called. */
import { paletteOf, type Palette, type Tone } from './palettes';
import type { SymbolName } from './symbols';

export type Body = 'tile' | 'disc' | 'flat' | 'mine' | 'dud' | 'unknown' | 'goblin';

export interface Look {
  /** What people call it: "blue triangle". */
  name: string;
  colour: string;
  body: Body;
  symbol: SymbolName | null;
}

const NOBODY = '#7d8088';
const UNKNOWN: Look = { name: 'unknown', colour: '#8b8f99', body: 'unknown', symbol: null };

const piece = ({ name, colour }: Tone, body: Body, symbol: SymbolName, noun: string = symbol): Look => ({
  name: noun ? `${name} ${noun}` : name,
  colour,
  body,
  symbol,
});

type Wardrobe = (palette: Palette) => Record<string, Look>;

const WARDROBES: Record<string, Wardrobe> = {
  mosaic: ({ tokens: [a, b, c, d, e, f] }) => ({
    a: piece(a, 'tile', 'triangle'),
    b: piece(b, 'tile', 'square'),
    c: piece(c, 'tile', 'diamond'),
    d: piece(d, 'tile', 'plus'),
    e: piece(e, 'tile', 'ring'),
    f: piece(f, 'tile', 'dome'),
  }),
  // Tokens of a seat are round, those of nobody square: whose a token is shows without colours.
  cascade: (palette) => {
    const [blue, orange, , green, violet] = palette.tokens;
    const seat2 = palette.id === 'standard' ? { ...orange, name: 'orange' } : orange;
    const looks = {
      b: piece(blue, 'disc', 'triangle'),
      o: piece(seat2, 'disc', 'square'),
      g: piece(green, 'tile', 'plus'),
      v: piece(violet, 'tile', 'ring'),
    };
    const goblins = Object.entries(looks).map(([key, look]) => ['goblin-' + key, goblin(look)] as const);
    return { ...looks, 'goblin-?': goblin(UNKNOWN), ...Object.fromEntries(goblins) };
  },
  duel: ({ tiles: [red, green] }) => ({
    R: piece(red, 'tile', 'diamond', 'tile'),
    G: piece(green, 'disc', 'ring', 'tile'),
  }),
  pushmine: ({ stones: [x, o] }) => ({
    X: piece(x, 'tile', 'cross', 'X stone'),
    O: piece(o, 'disc', 'ring', 'O stone'),
    '*': { name: 'mine', colour: '#2f3138', body: 'mine', symbol: null },
    '@': { name: 'dud', colour: NOBODY, body: 'dud', symbol: null },
  }),
  flood: ({ cells }) =>
    Object.fromEntries(
      FLOOD_COLOURS.map(({ character, name, symbol }, i) => [
        character,
        { name, colour: cells[i] ?? NOBODY, body: 'flat' as const, symbol },
      ]),
    ),
};

function goblin(look: Look): Look {
  return { ...look, name: `${look.name} goblin`, body: 'goblin' };
}

/** Flood's colours in the order of their keys, 1 to 8; a move's text is the name. */
export const FLOOD_COLOURS: readonly { name: string; character: string; symbol: SymbolName }[] = [
  { name: 'red', character: 'r', symbol: 'disc' },
  { name: 'green', character: 'g', symbol: 'triangle' },
  { name: 'blue', character: 'b', symbol: 'square' },
  { name: 'yellow', character: 'y', symbol: 'diamond' },
  { name: 'purple', character: 'p', symbol: 'plus' },
  { name: 'orange', character: 'o', symbol: 'star' },
  { name: 'cyan', character: 'c', symbol: 'wedge' },
  { name: 'pink', character: 'k', symbol: 'heart' },
];

export type Looks = (character: string) => Look;

export function looksOf(game: string, palette: string): Looks {
  const found = WARDROBES[game]?.(paletteOf(palette)) ?? {};
  return (character) => found[character] ?? UNKNOWN;
}
