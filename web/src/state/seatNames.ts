/** Who sits where, as people say it. */
import type { MatchView, SeatView } from '../api/types';
import { sideName } from './sides.svelte';

/** "You", "AI", a name, or the colour where two sit at one screen. */
function seatName(match: MatchView, seat: number, held: readonly number[]): string {
  const one = match.seats[seat - 1];
  if (one === undefined) return '';
  const side = sideName(match.game, seat, one.colour);
  if (one.kind === 'level') return match.mode === 'aivai' ? `${side} (AI)` : 'AI';
  if (one.name && !isHotSeat(match)) return held.includes(seat) ? 'You' : one.name;
  if (isHotSeat(match)) return one.name ?? side;
  if (held.includes(seat)) return 'You';
  if (match.mode === 'solo') return 'Player';
  return held.length > 0 ? 'Your friend' : side;
}

export const seatNames = (match: MatchView, held: readonly number[]): string[] =>
  match.seats.map((one) => seatName(match, one.seat, held));

/** The second line of a seat: its level. What it plays is shown by its sign. */
export function seatDetail(one: SeatView): string {
  if (one.kind === 'level') return one.level ?? '';
  return one.kind === 'invite' && !one.taken ? 'invited' : '';
}

/** Whether two people share one screen. */
export const isHotSeat = (match: MatchView): boolean =>
  match.mode === 'pvp' && match.seats.every((one) => one.kind === 'person');

/** Whether everyone who was invited has come. */
export const isComplete = (match: MatchView): boolean => match.seats.every((one) => one.taken);
