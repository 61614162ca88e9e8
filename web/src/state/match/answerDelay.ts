/** How long the pages wait, once the board has come to rest, before they show the other side's move. */
import type { MatchView } from '../../api/types';
import { settings } from '../settings.svelte';

/** The least time, in milliseconds, so that one's own move can be seen before the answer to it. */
const SHORT_PAUSE = 300;

/** An AI player answers as long after the board has come to rest as its response delay says, thinking included, and
 *  nobody answers sooner than a short pause after it. Where nothing moves, the server's own delay is enough. `held` are the
 *  seats of the person at this page: their own moves are shown at once. */
export function answerDelay(match: MatchView, before: MatchView | null, held: number[]): number {
  const seat = match.history[before?.ply ?? match.ply]?.seat;
  if (seat === undefined || held.includes(seat)) return 0;
  const delay = match.seats[seat - 1]?.kind === 'level' ? match.response_delay : 0;
  return settings.value.speed === 0 || settings.still ? delay : Math.max(SHORT_PAUSE, delay);
}
