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

/** The rest of a match that was certain and is played in one go. */
interface Filling {
  /** Which of the events is its first; it goes on until the match ends. */
  from: number;
  /** Who fills; the other side can only pass. */
  seat: number;
  /** What the filler does, again and again. */
  kind: string;
}

/** The filling that these events end with; null unless one side repeats a move while the other passes. */
export function fillingOf(events: readonly GameEvent[]): Filling | null {
  const end = events.findIndex((event) => isKind(event, 'ended'));
  const last = events[end - 1];
  const seat = last?.['seat'];
  if (last === undefined || typeof seat !== 'number' || isKind(last, 'passed')) return null;
  const fills = (event: GameEvent): boolean => event.kind === last.kind && event['seat'] === seat;
  const passes = (event: GameEvent): boolean => isKind(event, 'passed') && event.seat !== seat;
  let from = end;
  while (from > 0 && (fills(events[from - 1]!) || passes(events[from - 1]!))) from--;
  const rest = events.slice(from, end);
  return rest.some(passes) && rest.filter(fills).length > 1 ? { from, seat, kind: last.kind } : null;
}

/** What is worth saying of a move: a filling is told in one sentence, and not tile by tile. */
export function withoutFilling(events: readonly GameEvent[]): readonly GameEvent[] {
  const filling = fillingOf(events);
  return filling ? [...events.slice(0, filling.from), ...only(events, 'ended')] : events;
}

/** The two cells of a swap, or of a step: from, to. The server's description knows pairs only as arrays. */
export const pairOf = (cells: readonly number[]): [number, number] => [cells[0]!, cells[1]!];
