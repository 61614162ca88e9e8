/** What an opponent does, for people who choose one. */
import type { GameView } from '../../api/types';

type Level = Pick<GameView['levels'][number], 'algorithm' | 'depth' | 'milliseconds'>;

/** A search this deep ends where its time does. */
const BOUNDLESS = 60;

/** "looks 4 moves ahead" */
export function levelWords({ algorithm, depth, milliseconds }: Level): string {
  if (algorithm === 'random') return 'plays at random';
  if (algorithm === 'exact') return 'finds the shortest way';
  if (depth >= BOUNDLESS) return `looks as far ahead as it can in ${milliseconds / 1000} s`;
  if (depth > 1) return `looks ${depth} moves ahead`;
  if (depth === 1) return 'looks at its own move only';
  return `plays many matches to their end, for ${milliseconds / 1000} s at most`;
}
