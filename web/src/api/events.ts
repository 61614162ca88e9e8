/** What a move did. The types of events are made from the server's description of its games; an event of any other
 *  game is only known to have a `kind`. Cells are numbers, colours the characters of `cells`, seats 1 and 2. */
import type { components } from './schema';

/** An event of any game. */
export type GameEvent = components['schemas']['BaseEvent'];

/** An event that the server's description lists. */
export type DescribedEvent = components['schemas']['Event'];
export type EventKind = DescribedEvent['kind'];
type EventsByKind = { [E in DescribedEvent as E['kind']]: E };
export type EventOf<K extends EventKind> = EventsByKind[K];

export function isKind<K extends EventKind>(event: GameEvent, kind: K): event is EventOf<K> {
  return event.kind === kind;
}

export function only<K extends EventKind>(events: readonly GameEvent[], kind: K): EventOf<K>[] {
  return events.filter((event): event is EventOf<K> => isKind(event, kind));
}

/** The side that a preview says will win, or `draw`; null if play goes on. */
export function foreseenEnd(events: readonly GameEvent[]): string | null {
  return only(events, 'ended')[0]?.result ?? null;
}

/** The two cells of a swap, or of a step: from, to. The server's description knows pairs only as arrays. */
export const pairOf = (cells: readonly number[]): [number, number] => [cells[0]!, cells[1]!];
