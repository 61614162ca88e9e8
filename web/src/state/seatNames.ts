/** Who sits where, as people say it. */
import type { MatchView, SeatView } from '../api/types';

/** "You", "AI", a name, or the colour where two sit at one screen. */
function seatName(match: MatchView, seat: number, held: readonly number[]): string {
  const one = match.seats[seat - 1];
  if (one === undefined) return '';
  if (one.kind === 'level') return match.mode === 'aivai' ? `${one.colour} (AI)` : 'AI';
  if (one.name && !isHotSeat(match)) return held.includes(seat) ? 'You' : one.name;
  if (isHotSeat(match)) return one.name ?? one.colour;
  if (held.includes(seat)) return 'You';
  if (match.mode === 'solo') return 'Player';
  return held.length > 0 ? 'Your friend' : one.colour;
}

export const seatNames = (match: MatchView, held: readonly number[]): string[] =>
  match.seats.map((one) => seatName(match, one.seat, held));

/** The second line of a seat: its level, or its colour. */
export function seatDetail(match: MatchView, one: SeatView, held: readonly number[]): string {
  if (one.kind === 'level') return one.level ?? '';
  if (one.kind === 'invite' && !one.taken) return 'invited';
  return seatName(match, one.seat, held) === one.colour ? '' : match.seats.length > 1 ? one.colour : '';
}

/** Whether two people share one screen. */
export const isHotSeat = (match: MatchView): boolean =>
  match.mode === 'pvp' && match.seats.every((one) => one.kind === 'person');

/** Whether everyone who was invited has come. */
export const isComplete = (match: MatchView): boolean => match.seats.every((one) => one.taken);
