/** Who is there: the people at a match's seats, and how many watch. */
import type { MatchView } from '../../api/types';

export class Presence {
  seats = $state.raw<Readonly<Record<number, boolean>>>({});
  watching = $state(0);
  /** Since when the other side has been away, by this machine's clock. */
  awaySince = $state<number | null>(null);

  update(
    seats: { seat: number; present: boolean }[],
    watching: number,
    match: MatchView | null,
    held: readonly number[],
  ): void {
    this.seats = Object.fromEntries(seats.map((one) => [one.seat, one.present]));
    this.watching = watching;
    const other = held.length === 1 ? 3 - (held[0] ?? 0) : 0;
    const isAway = match?.seats[other - 1]?.kind !== 'level' && this.seats[other] === false;
    this.awaySince = isAway && match?.mode === 'pvp' ? (this.awaySince ?? Date.now()) : null;
  }
}
