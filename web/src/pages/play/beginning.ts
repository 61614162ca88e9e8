/** What is to be said at the beginning of a match, before the person's first move. */
import type { MatchView } from '../../api/types';
import { sideName } from '../../state/sides.svelte';

/** Whether the moves of this match are all there is to it: it does not go on from another one. */
export const isFromTheStart = (match: MatchView): boolean => match.opening === 0 || match.daily !== null;

/** Whether the board has just come in sight of somebody who may not know what it is about. */
export const isFirstSight = ({ ply, opening, daily, previous }: MatchView): boolean =>
  previous === null && (ply === 0 || (daily !== null && ply === opening));

/** Null where there is nothing to say, or the match has gone on. */
export function beginningWords(match: MatchView, held: readonly number[], swapsSides: boolean): string | null {
  const [seat] = held;
  if (held.length !== 1 || seat === undefined) return null;
  if (match.opening > 0) {
    if (match.ply !== match.opening) return null;
    if (match.daily) return 'Today’s opening is given. You are to move.';
    return `The moment before move ${match.opening + 1}. Try another move.`;
  }
  if (match.previous === null || !swapsSides || match.ply >= 2 || match.history.some((entry) => entry.seat === seat))
    return null;
  const side = sideName(match.game, seat, match.seats[seat - 1]?.colour ?? '');
  return `The sides have changed: now you are ${side}${seat === 1 ? ', and begin' : ''}.`;
}
