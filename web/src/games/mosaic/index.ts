/** Stack Swap Mosaic. */
import { only } from '../../api/events';
import { piece } from '../../board/paint/looks';
import type { GamePage } from '../../board/gamePage';
import { STANDARD, type Palette, type Tone } from '../../board/paint/palettes';
import { NEUTRAL } from '../../board/paint/theme';
import { asNumber, asNumbers } from '../../lib/values';
import { LANDSLIDE, points, waves } from '../match3/feats';
import { clearedSummary, SWAP_KEYS, SWAP_WORDS, swapWords } from '../match3/words';
import { drawing } from './drawing';
import { gesture } from './gesture';
import { counting } from './counting';

/** The specification's, in the standard palette. Tokens are nobody's: a seat is never called by its colour. */
const SEATS: readonly [Tone, Tone] = [
  { name: 'azure', colour: '#1e90ff' },
  { name: 'tomato', colour: '#ff6347' },
];
const seatTones = (palette: Palette): readonly Tone[] => (palette === STANDARD ? SEATS : palette.stones);

/** Two halves that are each other's mirror: a draw; and a line of three that has gone: three points. */
const PRESET_SAMPLES: Readonly<Record<string, readonly string[]>> = {
  limit_draw: ['abddba', 'caeeac', 'dbccbd', 'aebbea', 'bcaacb', 'edccde'],
  literal: ['baaedd', 'bacbea', 'ce...b', 'dacdad', 'beebde', 'daaeda'],
};

export const page: GamePage = {
  slug: 'mosaic',
  order: 1,
  looks: ({ tokens: [a, b, c, d, e, f] }) => ({
    a: piece(a, 'tile', 'triangle'),
    b: piece(b, 'tile', 'square'),
    c: piece(c, 'tile', 'diamond'),
    d: piece(d, 'tile', 'plus'),
    e: piece(e, 'tile', 'ring'),
    f: piece(f, 'tile', 'dome'),
  }),
  symbols: 'always',
  ground: NEUTRAL,
  signs: (palette) =>
    seatTones(palette).map(({ name, colour }, index) => ({
      name: `Player ${index + 1}`,
      look: { name, colour, body: index === 0 ? 'hexagon' : 'drop', symbol: null },
    })),
  sample: ['baaedd', 'bacbea', 'cbeecb', 'dacdad', 'beebde', 'daaeda'],
  presetSample: (preset) => PRESET_SAMPLES[preset] ?? null,
  gesture,
  board: { drawing },
  keys: SWAP_KEYS,
  words: {
    events: { ...SWAP_WORDS, reshuffled: () => 'no swap was left, and the board is shuffled' },
    move: swapWords,
    summary: (events) => [
      ...clearedSummary(events),
      ...only(events, 'reshuffled').map(() => 'no swap was left: the board is shuffled'),
    ],
    reasons: {
      target: (winner) => `${winner} reached the target first`,
      limit: (winner, _, { limit_rule }) => {
        if (limit_rule === 'draw') return 'All moves are used up, and nobody reached the target';
        return winner ? 'All moves are used up: the higher score wins' : 'All moves are used up';
      },
      no_board: 'No board with a move could be dealt',
    },
  },
  counting,
  feats: {
    counts: { waves, points },
    labels: { waves: 'Most waves with one swap', points: 'Most points with one swap' },
  },
  achievements: [
    LANDSLIDE,
    { title: 'Three hundred', how: 'Make 300 points with one swap.', picture: 'burst', feat: 'points', least: 300 },
  ],
  score: (view) => asNumbers(view['scores']),
  facts: (match, view) => {
    const target = asNumber(match.variant['target']);
    const most = asNumber(match.variant['max_moves']);
    const left = asNumbers(view['moves_made']).map((made) => most - made);
    const people = match.seats.filter((seat) => seat.kind !== 'level');
    // "Moves remaining" counts the person's; of two people, or of none, both.
    const counted = people.length === 1 ? people : match.seats;
    return {
      seats: asNumbers(view['scores']).map((score) => ({
        value: score,
        label: 'points',
        part: Math.min(1, score / target),
        target,
      })),
      facts: [
        { label: 'Target', value: String(target) },
        { label: 'Moves left', value: counted.map(({ seat }) => left[seat - 1] ?? most).join(' : '), short: true },
      ],
    };
  },
  options: {
    labels: {
      target: 'Target score',
      max_moves: 'Moves for each side',
      token_points: 'Points for a token',
      wave_bonus: 'Bonus per wave',
      queue_shown: 'Coming drops shown',
      opening_cap: 'Most that the first swap may score',
      opening_swaps: 'Minimum swaps on the first board',
      limit_rule: 'When the moves are used up',
    },
    values: { higher_score: 'higher score wins' },
  },
};
