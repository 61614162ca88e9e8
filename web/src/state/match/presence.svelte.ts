/** Who is present: the people at a match's seats, and how many watch. */
import type { LiveMessage, MatchView } from '../../api/types';

type PresenceMessage = Extract<LiveMessage, { type: 'presence' }>;

export class Presence {
  seats = $state.raw<Readonly<Record<number, boolean>>>({});
  watching = $state(0);
  /** Since when the other side has been away, by this machine's clock. */
  awaySince = $state<number | null>(null);
  /** How many milliseconds the other side must be away before the match may be ended. */
  claimAfter = $state(Infinity);

  update(message: PresenceMessage, match: MatchView | null, held: readonly number[]): void {
    this.seats = Object.fromEntries(message.seats.map((one) => [one.seat, one.present]));
    this.watching = message.watching;
    this.claimAfter = message.claim_after;
    const other = held.length === 1 ? 3 - (held[0] ?? 0) : 0;
    const isAway = match?.seats[other - 1]?.kind !== 'level' && this.seats[other] === false;
    this.awaySince = isAway && match?.mode === 'pvp' ? (this.awaySince ?? Date.now()) : null;
  }
}
