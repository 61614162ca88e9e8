/** Who sits where, as people say it. */
import type { MatchView, SeatView } from '../api/types';
import { small } from '../lib/text';
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

const OTHER_SIDE = 'The other side';

/** The names of the two seats for a person who has this one, in puzzles and lessons. */
export const youAndTheOther = (seat: number): string[] => (seat === 1 ? ['You', OTHER_SIDE] : [OTHER_SIDE, 'You']);

/** Names that are words and no proper names: within a sentence they begin with a small letter. */
const WORDS = new Set(['You', 'Your friend', OTHER_SIDE]);

export const nameInside = (name: string): string => (WORDS.has(name) ? small(name) : name);

export const seatNames = (match: MatchView, held: readonly number[]): string[] =>
  match.seats.map((one) => seatName(match, one.seat, held));

/** The second line of a seat: its level. What it plays is shown by its sign. */
export function seatDetail(one: SeatView): string {
  if (one.kind === 'level') return one.level ?? '';
  return one.kind === 'invite' && !one.taken ? 'invited' : '';
}

/** What to say at the beginning of a rematch in which this browser's person has changed sides; '' otherwise. `before`
 *  are the seats that it held in the match before. */
export function newSides(match: MatchView, held: readonly number[], before: readonly number[]): string {
  const [seat, last] = [held[0] ?? 0, before[0] ?? 0];
  const own = match.seats[seat - 1];
  if (!own || held.length !== 1 || before.length !== 1 || seat === last) return '';
  const now = `Now you are ${sideName(match.game, seat, own.colour)}`;
  if (seat === 1) return `${now}, and begin.`;
  const other = match.seats[0]?.kind === 'level' ? 'the AI' : seatName(match, 1, held);
  return `${now}; ${nameInside(other)} ${match.ply > 0 ? 'began' : 'begins'}.`;
}

/** Whether two people share one screen. */
export const isHotSeat = (match: MatchView): boolean =>
  match.mode === 'pvp' && match.seats.every((one) => one.kind === 'person');

/** Two people at two screens. */
export const isApart = (match: MatchView): boolean => match.mode === 'pvp' && !isHotSeat(match);

/** Whether everyone who was invited has come. */
export const isComplete = (match: MatchView): boolean => match.seats.every((one) => one.taken);
