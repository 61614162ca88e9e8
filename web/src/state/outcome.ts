/** How a match ended, as the people at this screen see it. */
import type { MatchView } from '../api/types';

export type Ending = 'won' | 'lost' | 'draw' | 'neutral';

/** Null while the match goes on; `neutral` for watchers, and where both sides sit at this screen. */
export function endingOf(match: Pick<MatchView, 'result' | 'seats'>, held: readonly number[]): Ending | null {
  const { result } = match;
  if (result === null) return null;
  if (result === 'lost' || result === 'draw') return result;
  if (held.length !== 1) return 'neutral';
  return held[0] === Number(result) ? 'won' : 'lost';
}

/** How a series stands. */
export interface SeriesResult {
  firstTo: number;
  /** One's own wins, and those of the other side, this match included. */
  wins: readonly [number, number];
  over: boolean;
}

/** As the person on this seat sees it; null where a match belongs to no series. */
export function seriesOf({ series }: Pick<MatchView, 'series'>, seat: number): SeriesResult | null {
  if (!series) return null;
  const [own = 0, other = 0] = seat === 1 ? series.wins : [...series.wins].reverse();
  return { firstTo: series.first_to, wins: [own, other], over: series.winner !== null };
}
