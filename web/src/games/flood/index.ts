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
