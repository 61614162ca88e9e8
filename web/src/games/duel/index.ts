/** Infinity Grid Duel. */
import { only } from '../../api/events';
import type { GamePage } from '../../board/gamePage';
import { CANCEL_KEY, WALK_KEYS } from '../../board/input/keyboard';
import { piece } from '../../board/paint/looks';
import type { Palette } from '../../board/paint/palettes';
import { ground } from '../../board/paint/theme';
import { cellText, columnText } from '../../lib/notation';
import { capital } from '../../lib/text';
import { asNumber, asNumbers, asTexts } from '../../lib/values';
import { drawing } from './drawing';
import { gesture } from './gesture';
import { counting } from './counting';

const looks = ({ tiles: [first, second] }: Palette) => ({
  R: piece(first, 'tile', 'diamond', 'tile'),
  G: piece(second, 'disc', 'ring', 'tile'),
});

const PRESET_SAMPLES: Readonly<Record<string, readonly string[]>> = {
  guarded: ['......', '......', '..R...', '...G..', '......', '......'],
  truce: ['......', '.R..G.', '......', '..G.R.', '......', '......'],
  literal: ['......', '......', '..GG..', '......', '......', '......'],
};

export const page: GamePage = {
  slug: 'duel',
  order: 3,
  looks,
  symbols: 'always',
  ground: {
    light: ground('#332c2a', '#221c1a', '#2a2422', '#1e1917'),
    dark: ground('#1f1a19', '#0f0c0b', '#161211', '#0c0a09'),
  },
  signs: (palette) => {
    const { R, G } = looks(palette);
    const [first, second] = palette.tiles;
    return [
      { name: capital(first.name), look: R },
      { name: capital(second.name), look: G },
    ];
  },
  sample: ['.RR...', 'RRGG..', '.RRGG.', '.RGGGR', '..GGRR', '...GR.'],
  presetSample: (preset) => PRESET_SAMPLES[preset] ?? null,
  gesture,
  board: { drawing },
  goal: () => ({ short: 'Hold more of the board when it is full.' }),
  keys: [...WALK_KEYS, { keys: ['Enter'], does: 'Place a tile' }, CANCEL_KEY],
  words: {
    events: {
      placed: ({ cell }, { cols }) => `tile on ${cellText(cell, cols)}`,
      protected: ({ cell }, { cols }) => `${cellText(cell, cols)} can never be turned`,
      captured: ({ cells }, { cols }) => `${cells.map((cell) => cellText(cell, cols)).join(', ')} turned`,
    },
    move: (cell, tense) => `${tense === 'done' ? 'placed' : 'place'} a tile on ${cell}`,
    summary: (events, { cols }) =>
      only(events, 'captured').map(({ cells }) => `captures ${cells.map((cell) => cellText(cell, cols)).join(', ')}`),
    reasons: {
      board_full: ['The board is full', 'more tiles win'],
      no_moves: ['Nobody can move any more', 'more tiles win'],
    },
  },
  // The specification wants colour, row and column of every move; the colour stands beside the mover's name.
  moveColumns: [
    { title: 'Row', textOf: ({ row }) => (typeof row === 'number' ? String(row + 1) : '') },
    { title: 'Column', textOf: ({ column }) => (typeof column === 'number' ? columnText(column) : '') },
  ],
  reminder: (view) => (view.ply === 0 && view['protected'] ? 'Begin in the middle, or you fall far behind.' : null),
  advice: {
    Edges: 'hold the edges',
    Corners: 'stay near the corners',
    Greedy: 'capture whenever you can',
    Careful: 'avoid giving captures back',
  },
  counting,
  feats: {
    counts: { turned: ({ events }) => only(events, 'captured').reduce((sum, { cells }) => sum + cells.length, 0) },
    labels: { turned: 'Tiles turned at once' },
  },
  achievements: [
    { title: 'Turncoat', how: 'Turn four tiles with one placement.', picture: 'rematch', feat: 'turned', least: 4 },
  ],
  score: (view) => asNumbers(view['tiles']),
  facts: (match, view) => {
    const tiles = asNumbers(view['tiles']);
    const cells = asNumber(match.variant['size']) ** 2;
    const free = cells - tiles.reduce((sum, own) => sum + own, 0);
    const safe = asTexts(view['protected']);
    return {
      seats: tiles.map((own) => ({ value: own, label: own === 1 ? 'tile' : 'tiles', part: own / cells })),
      facts: [
        { label: free === 1 ? 'Empty cell' : 'Empty cells', value: String(free), short: true },
        ...(safe.length ? [{ label: 'Cannot be turned', value: safe.join(', ') }] : []),
      ],
    };
  },
  options: {
    labels: {
      reentry: 'A side without tiles may place anywhere',
      truce: 'Tiles placed before captures begin',
      protect_first: 'The first tile of each side can never be turned',
    },
  },
};
