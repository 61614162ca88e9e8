/** Pushmine. */
import type { GamePage } from '../../board/gamePage';
import { CANCEL_KEY, WALK_KEYS } from '../../board/input/keyboard';
import { NOBODYS_COLOUR, piece } from '../../board/paint/looks';
import type { Palette } from '../../board/paint/palettes';
import { ground } from '../../board/paint/theme';
import { asNumbers } from '../../lib/values';
import { DUD, MINE } from './director';
import { drawing } from './drawing';
import { gesture } from './gesture';
import { counting } from './counting';
import { paintDud, paintMine } from './pieces';
import { SWAP, words } from './words';

const stones = ({ stones: [x, o] }: Palette) => ({
  X: piece(x, 'tile', 'cross', 'X stone'),
  O: piece(o, 'disc', 'ring', 'O stone'),
});

const PRESET_SAMPLES: Readonly<Record<string, readonly string[]>> = {
  blitz: ['X.O.', '.XO.', 'OX*X', '..OX'],
  decay: ['X.O..', '.XXO.', 'OX.XO', '.OXX.', '..O.X'],
  dud: ['X.O..', '.XXO.', 'OX@XO', '.OXX.', '.@O.X'],
  sapper: ['X.O.*', '.XXO.', 'OX*XO', '*OXX.', '..O.X'],
  rush: ['OOOOO', 'X....', 'X....', 'X....', 'X....'],
};

export const page: GamePage = {
  slug: 'pushmine',
  order: 4,
  looks: (palette) => ({
    ...stones(palette),
    [MINE]: { name: 'mine', colour: '#2f3138', body: paintMine, symbol: null },
    [DUD]: { name: 'dud', colour: NOBODYS_COLOUR, body: paintDud, symbol: null },
  }),
  symbols: 'always',
  ground: {
    light: ground('#2b3033', '#1c2022', '#212629', '#171b1d'),
    dark: ground('#171b1d', '#0a0c0d', '#101315', '#090b0c'),
  },
  signs: (palette) => Object.entries(stones(palette)).map(([name, look]) => ({ name, look })),
  sample: ['X.O..', '.XXO.', 'OX*XO', '.OXX.', '..O.X'],
  presetSample: (preset) => PRESET_SAMPLES[preset] ?? null,
  gesture,
  board: { drawing },
  keys: [
    ...WALK_KEYS,
    { keys: ['Enter'], does: 'On an arrow, push; on an empty cell, lay a mine' },
    { keys: ['>', '<'], does: 'Push this row to the right, to the left' },
    { keys: ['V', '^'], does: 'Push this column down, up' },
    { keys: ['*', 'M'], does: 'Lay a mine on this cell' },
    CANCEL_KEY,
  ],
  buttons: { [SWAP]: 'Swap sides' },
  words,
  counting,
  facts: ({ variant }, view) => {
    const target = Number(variant['mines_to_win'] ?? 0);
    const earned = asNumbers(view['earned']);
    return {
      seats: asNumbers(view['mines']).map((stock, i) => ({
        value: stock,
        label: (stock === 1 ? 'mine' : 'mines') + (target > 0 ? ` · ${earned[i] ?? 0} of ${target} earned` : ''),
        ...(target > 0 ? { part: (earned[i] ?? 0) / target } : {}),
      })),
      facts: [],
    };
  },
  reminder: (view) => (view['must_push'] ? 'The mine is laid. Now push a row or a column.' : null),
  // As the specification lists them; X's number stands before O's.
  metrics: (match, values) => {
    const bySeat = (name: string): string => `${values[`${name}_1`] ?? 0} : ${values[`${name}_2`] ?? 0}`;
    return [
      { label: 'Ply', value: String(match.ply) },
      { label: 'Ejections', value: bySeat('ejections') },
      { label: 'Mines earned', value: bySeat('mines_earned') },
      { label: 'Mines placed', value: bySeat('mines_placed') },
      { label: 'Mines detonated', value: String(values['mines_detonated'] ?? 0) },
      { label: 'This position seen', value: match.repetitions === 1 ? 'once' : `${match.repetitions} times` },
    ];
  },
  drawOffer: 'The AI accepts once the position has come up three times; otherwise it plays on.',
  options: {
    labels: {
      line: 'Stones in a row to win',
      decay: 'Old mines',
      decay_turns: 'Turns that a mine lasts (each side)',
      dud_stops: 'Duds stop a push',
      draw_by_repetition: 'Draw after this many repetitions (0: never)',
      mine_is_free: 'A mine is free: push in the same turn',
      mines_to_win: 'Mines earned that win (0: off)',
      swap: 'The second side may swap sides',
    },
    values: { disappear: 'disappear', dud: 'become duds', movable_dud: 'become movable duds' },
  },
};
