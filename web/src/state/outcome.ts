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
