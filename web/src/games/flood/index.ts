/** Flood-It. Its specification wants a CSS grid of cells, so it brings a board component of its own. */
import type { GamePage } from '../../board/gamePage';
import { ripple } from '../../board/animation/gestures';
import { CANCEL_KEY } from '../../board/input/keyboard';
import { NEUTRAL } from '../../board/paint/theme';
import { NOBODYS_COLOUR } from '../../board/paint/looks';
import { asNumber, asTexts } from '../../lib/values';
import { COLOURS } from './colours';
import { words } from './words';

export const page: GamePage = {
  slug: 'flood',
  order: 5,
  looks: ({ cells }) =>
    Object.fromEntries(
      COLOURS.map(({ character, name, symbol }, i) => [
        character,
        { name, colour: cells[i] ?? NOBODYS_COLOUR, body: 'flat', symbol },
      ]),
    ),
  symbols: 'by palette',
  ground: NEUTRAL,
  seats: [{ colour: '#1e90ff', shape: 'diamond' }],
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
      limit_rule: 'How the limit is set',
      limit: 'Move limit',
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
