/** Color Cascade Grid. */
import { only, type EventOf, type GameEvent } from '../../api/events';
import type { GamePage } from '../../board/gamePage';
import { piece, UNKNOWN, type Look } from '../../board/paint/looks';
import type { Palette } from '../../board/paint/palettes';
import { ground } from '../../board/paint/theme';
import { cellText, columnText, PASS } from '../../lib/notation';
import { capital } from '../../lib/text';
import { asNumber, asNumbers, asText } from '../../lib/values';
import { LANDSLIDE, waves } from '../match3/feats';
import { clearedSummary, SWAP_KEYS, SWAP_WORDS, swapWords } from '../match3/words';
import { GOBLIN } from './director';
import { drawing } from './drawing';
import { gesture } from './gesture';
import { goal } from './goal';
import { meters } from './meters';
import { counting } from './counting';
import { paintGoblin } from './pieces';

const goblin = (look: Look): Look => ({ ...look, name: `${look.name} goblin`, body: paintGoblin, hops: true });

/** Tokens of a seat are round, those of nobody square: whose a token is shows without colours. */
function tokens({ sides: [first, second], tokens: [, , , green, violet] }: Palette) {
  return {
    b: piece(first, 'disc', 'triangle'),
    o: piece(second, 'disc', 'square'),
    g: piece(green, 'tile', 'plus'),
    v: piece(violet, 'tile', 'ring'),
  };
}

/** What became of a goblin that brought no token. */
const lostGoblin = ({ column }: EventOf<'goblin_came'>): string =>
  column === null ? 'a goblin finds no room' : `a goblin is lost over column ${columnText(column)}`;

/** "goblins come to b6, c6" */
function goblinSummary(events: readonly GameEvent[], cols: number): string[] {
  const goblins = only(events, 'goblin_came');
  const cells = goblins.flatMap(({ cell }) => (cell === null ? [] : [cellText(cell, cols)]));
  const come = cells.length === 1 ? 'a goblin comes' : 'goblins come';
  return [
    ...(cells.length > 0 ? [`${come} to ${cells.join(', ')}`] : []),
    ...goblins.filter(({ cell }) => cell === null).map(lostGoblin),
  ];
}

/** Few discs among the tokens of nobody; and columns that stay empty, because goblins come half as often. */
const PRESET_SAMPLES: Readonly<Record<string, readonly string[]>> = {
  moon: ['gogvggo', 'vbgvggv', 'vbvovbv', 'gvgvovg', 'ggvvbgo', 'vgvgvvg', 'gbovgob'],
  literal: ['.......', 'b......', 'v.....v', 'bg...vo', 'bvv..gg', 'vvgvgvv', 'gbgvbgb'],
};

export const page: GamePage = {
  slug: 'cascade',
  order: 2,
  looks: (palette) => {
    const looks = tokens(palette);
    const goblins = Object.entries({ ...looks, '?': UNKNOWN }).map(
      ([key, look]) => [GOBLIN + key, goblin(look)] as const,
    );
    return { ...looks, ...Object.fromEntries(goblins) };
  },
  symbols: 'always',
  ground: {
    light: ground('#23283a', '#171a28', '#1c2030', '#141724'),
    dark: ground('#141828', '#090b14', '#0d101c', '#080a12'),
  },
  signs: (palette) => {
    const { b, o } = tokens(palette);
    const [first, second] = palette.sides;
    return [
      { name: capital(first.name), look: b },
      { name: capital(second.name), look: o },
    ];
  },
  sample: ['..g..v.', 'o.bo.gv', 'gvbog.o', 'bgovbgo', 'ovbgvob', 'bbgovvg', 'gobvgbo'],
  presetSample: (preset) => PRESET_SAMPLES[preset] ?? null,
  gesture,
  board: { drawing },
  goal,
  keys: SWAP_KEYS,
  words: {
    events: {
      ...SWAP_WORDS,
      goblin_came: (event, { cols, pieceName }) =>
        event.cell === null
          ? lostGoblin(event)
          : `a goblin brings ${pieceName(event.colour)} to ${cellText(event.cell, cols)}`,
    },
    move: swapWords,
    summary: (events, { cols }) => [...clearedSummary(events), ...goblinSummary(events, cols)],
    reasons: {
      vanish: (winner, _, { vanish }) => {
        if (vanish === 'loses') return `${winner} took the last token of the other colour`;
        return winner === 'You'
          ? 'You shot the moon: not one of your tokens is left'
          : `${winner} shot the moon: not one of its tokens is left`;
      },
      count: ['Nobody can swap any more', 'more tokens win'],
      no_moves: 'Nobody can swap any more, and that is a draw whatever is left',
    },
  },
  counting,
  feats: { counts: { waves }, labels: { waves: 'Most waves with one swap' } },
  achievements: [LANDSLIDE],
  score: (view) => asNumbers(view['tokens']),
  facts: (match, view, looks) => {
    const cells = asNumber(match.variant['size']) ** 2;
    // While tokens are on their way nobody knows; the line keeps its place, and what is below it too.
    const isKnown = view === match.view;
    const swaps = match.legal.filter((move) => move !== PASS).length;
    const coming = [...asText(view['goblins'])].map((one, index) => `${index + 1}. ${looks(one).name}`).join(', ');
    return {
      seats: asNumbers(view['tokens']).map((left) => ({
        value: left,
        label: left === 1 ? 'token' : 'tokens',
        part: left / cells,
      })),
      facts: [
        ...(match.result === null
          ? [
              {
                label: isKnown && swaps === 1 ? 'Swap on the board' : 'Swaps on the board',
                value: isKnown ? String(swaps) : '–',
                short: true,
              },
            ]
          : []),
        ...(asNumber(match.variant['goblins']) > 0 ? [{ label: 'Next goblins', value: coming }] : []),
      ],
    };
  },
  meters,
  softSeconds: 30,
  options: {
    labels: {
      tokens: 'Tokens',
      goblins: 'Goblins after a move',
      goblin_trigger: 'Goblins come after',
      vanish: 'Losing your last token',
      no_moves: 'When nobody can swap',
      courtesy: 'The AI leaves you a win in one',
    },
    values: {
      both: 'every move',
      second: 'the second side’s moves',
      count: 'more tokens win',
      none: 'changes nothing',
    },
    items: { tokens: ['triangle', 'square', 'plus', 'ring'] },
  },
};
