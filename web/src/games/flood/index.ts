/** Flood-It. Its specification wants a CSS grid of cells, so it brings a board component of its own. */
import type { GamePage } from '../../board/gamePage';
import { ripple } from '../../board/animation/gestures';
import { CANCEL_KEY } from '../../board/input/keyboard';
import { NEUTRAL } from '../../board/paint/theme';
import type { Look } from '../../board/paint/looks';
import type { Palette } from '../../board/paint/palettes';
import { asNumber, asTexts } from '../../lib/values';
import { COLOURS } from './colours';
import { words } from './words';

const looks = ({ cells }: Palette): Record<string, Look> =>
  Object.fromEntries(
    COLOURS.map(({ character, symbol }, i): [string, Look] => [character, { ...cells[i]!, body: 'flat', symbol }]),
  );

const MOST_SHOWN = 24;

/** A board of this size with this many colours: any board does for a picture, as long as it is always the same. */
function dealt(size: number, colours: number): string[] {
  const side = Math.min(size, MOST_SHOWN);
  let dice = 12345;
  const next = (): number => (dice = (dice * 1103515245 + 12345) % 2147483648) >> 16;
  return Array.from({ length: side }, () =>
    Array.from({ length: side }, () => COLOURS[next() % colours]?.character ?? 'r').join(''),
  );
}

/** The moves that are allowed, or how many more than the fewest. */
function limitMark({ limit_rule: rule, limit, slack }: Readonly<Record<string, unknown>>): string {
  if (rule === 'none') return '∞';
  return rule === 'optimum' ? `+${asNumber(slack)}` : String(limit);
}

export const page: GamePage = {
  slug: 'flood',
  order: 5,
  looks,
  symbols: 'by palette',
  ground: NEUTRAL,
  signs: (palette) => [{ name: 'Player', look: { ...looks(palette)['b']!, body: 'disc', symbol: null } }],
  pieceOfMove: (move) => COLOURS.find(({ name }) => name === move)?.character ?? null,
  sample: [
    'rrrgbyrgybrg',
    'rrggbyrrybgg',
    'rrryybgrbbyr',
    'grrrybgybrry',
    'bgrrrygyyrbg',
    'bbgyrrrgbybr',
    'ygbyyrggrbyb',
    'yrrbgyybrggy',
    'bgyrrbgyyrbb',
    'rbbggyrbgyrg',
    'gyrbyygrbbgy',
    'bryggbryrgyb',
  ],
  presetSample: (_preset, variant) => dealt(asNumber(variant['size'], 20), asNumber(variant['colours'], 4)),
  presetMark: limitMark,
  gesture: ripple,
  board: { component: () => import('./Flood.svelte') },
  controlsBelow: true,
  keys: [
    { keys: ['1', '…', '8'], does: 'Flood with that colour' },
    { keys: ['←', '↑', '→', '↓'], does: 'Go from cell to cell' },
    { keys: ['Enter'], does: 'Flood with the colour of this cell' },
    CANCEL_KEY,
  ],
  words,
  facts: (_match, view) => {
    const { limit } = view;
    const moves = asNumber(view['moves']);
    const controlled = asTexts(view['controlled']).join('');
    const held = controlled.split('1').length - 1;
    const label = typeof limit === 'number' ? `of ${limit} moves` : moves === 1 ? 'move' : 'moves';
    return { seats: [{ value: moves, label, part: controlled ? held / controlled.length : 0 }], facts: [] };
  },
  options: {
    labels: {
      limit_rule: 'Move limit',
      limit: 'Moves allowed, with a fixed limit',
      slack: 'Extra moves',
      absorb_at_start: 'Begin with the whole corner region',
    },
    values: {
      fixed: 'fixed limit',
      par: 'par (size × 1.5)',
      optimum: 'fewest possible',
    },
  },
};
