/** The page of a game that has no folder here: everything is made from what the server's catalogue says of it. */
import type { GameView } from '../api/types';
import { ripple } from '../board/animation/gestures';
import type { GamePage } from '../board/gamePage';
import type { Look } from '../board/paint/looks';
import { NEUTRAL } from '../board/paint/theme';
import { NO_WORDS } from '../state/sentences';

const EMPTY_CELL = '.';

export function plainPage(slug: string, game: GameView | undefined): GamePage {
  const looks = Object.entries(game?.looks ?? {}).filter(([character]) => character !== EMPTY_CELL);
  return {
    slug,
    order: Infinity,
    looks: ({ cells }) =>
      Object.fromEntries(
        looks.map(([character, { name, colour }], i): [string, Look] => [
          character,
          { name: name || character, colour: colour ?? cells[i % cells.length]!.colour, body: 'tile', symbol: null },
        ]),
      ),
    symbols: 'always',
    ground: NEUTRAL,
    signs: ({ stones }) =>
      stones.map((tone, index) => ({
        name: game?.seat_names[index] ?? `Player ${index + 1}`,
        look: { name: tone.name, colour: tone.colour, body: index === 0 ? 'hexagon' : 'drop', symbol: null },
      })),
    sample: sampleOf(looks.map(([character]) => character)),
    gesture: ripple,
    board: { component: () => import('../board/PlainBoard.svelte') },
    keys: [
      { keys: ['Tab'], does: 'Go from move to move' },
      { keys: ['Enter'], does: 'Play the move' },
    ],
    words: NO_WORDS,
    facts: () => ({ seats: [], facts: [] }),
    options: { labels: {} },
  };
}

/** A board of all pieces, in diagonals. */
function sampleOf(characters: readonly string[]): string[] {
  const size = Math.max(characters.length, 4);
  const at = (n: number): string => characters[n % characters.length] ?? EMPTY_CELL;
  return Array.from({ length: size }, (_, row) => Array.from({ length: size }, (_, col) => at(row + col)).join(''));
}
