/** Words, keys and sentences that the games of swaps share. */
import { only, type EventOf, type GameEvent } from '../../api/events';
import { CANCEL_KEY, WALK_KEYS } from '../../board/input/keyboard';
import type { Grid } from '../../board/geometry';
import { cellsOfMove, cellText } from '../../lib/notation';
import type { KeyLine } from '../../state/overlays.svelte';
import type { EventWords, MoveWords, SentenceContext } from '../../state/sentences';

export const SWAP_KEYS: readonly KeyLine[] = [
  ...WALK_KEYS,
  { keys: ['Enter'], does: 'Pick a token up; on a neighbour of it, swap the two' },
  { keys: ['Shift', '←↑→↓'], does: 'Swap the token with its neighbour on that side' },
  CANCEL_KEY,
];

export const SWAP_WORDS: EventWords = {
  swapped: ({ cells }, { cols }) => `${cells.map((cell) => cellText(cell, cols)).join(' and ')} swap`,
  cleared: clearedWords,
  fell: () => '',
  dropped: () => '',
};

/** What all waves of a move clear together: "6 clear for 66 in 2 waves". */
export function clearedSummary(events: readonly GameEvent[]): string[] {
  const waves = only(events, 'cleared');
  if (waves.length === 0) return [];
  const tokens = waves.reduce((sum, { cells }) => sum + cells.length, 0);
  const points = waves.reduce((sum, wave) => sum + wave.points, 0);
  return [`${tokens} clear${points ? ` for ${points}` : ''}${waves.length > 1 ? ` in ${waves.length} waves` : ''}`];
}

function clearedWords({ colours, wave, points }: EventOf<'cleared'>, { pieceName }: SentenceContext): string {
  const tokens = countLooks(colours).map(({ look, count }) => `${count} ${several(pieceName(look))}`);
  return `${wave > 1 ? `wave ${wave}: ` : ''}${tokens.join(', ')} clear${points ? ` for ${points}` : ''}`;
}

/** "blue triangles", "green pluses" */
const several = (name: string): string => (name.endsWith('s') ? `${name}es` : `${name}s`);

/** How many of each colour: "3 blue, 4 green". */
export function countLooks(colours: string): { look: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const look of colours) counts.set(look, (counts.get(look) ?? 0) + 1);
  return [...counts].map(([look, count]) => ({ look, count }));
}

/** `c4c5` as people say it. */
export const swapWords: MoveWords = (move, tense) =>
  `${tense === 'done' ? 'swapped' : 'swap'} ${(move.match(/[a-z]\d+/g) ?? [move]).join(' and ')}`;

export function swapMoveWords(move: string, { rows, cols }: Grid): string {
  const [a, b] = cellsOfMove(move, rows, cols).map((cell) => cellText(cell, cols));
  return `Swap ${a} and ${b}`;
}
