/** What a move did, as the server sends it: cells are numbers, colours the characters of `cells`, seats 1 and 2. */
import type { GameEvent } from './types';

export type Step = [from: number, to: number];

export type BoardEvent =
  | { kind: 'swapped'; cells: Step }
  | { kind: 'cleared'; cells: number[]; colours: string; wave: number; points: number }
  | { kind: 'fell'; steps: Step[] }
  | { kind: 'dropped'; cells: number[]; colours: string }
  | { kind: 'reshuffled'; colours: string; tries: number }
  | { kind: 'goblin_came'; cell: number | null; column: number | null; colour: string }
  | { kind: 'placed'; cell: number; seat: number }
  | { kind: 'captured'; cells: number[]; seat: number }
  | { kind: 'pushed'; line: string; way: string; seat: number; steps: Step[]; entered: number | null }
  | { kind: 'ejected'; cell: number; owner: number }
  | { kind: 'mine_earned'; seat: number }
  | { kind: 'mine_placed'; cell: number; seat: number }
  | { kind: 'mine_detonated'; cell: number; owner: number; stone: number | null }
  | { kind: 'mine_decayed'; cells: number[]; into: 'nothing' | 'dud' }
  | { kind: 'flooded'; colour: string; waves: number[][] }
  | { kind: 'passed'; seat: number }
  | { kind: 'ended'; result: string; why: string };

export type EventOf<K extends BoardEvent['kind']> = Extract<BoardEvent, { kind: K }>;

/** The description of the API knows only `kind`; the other fields depend on it. Unknown kinds are not drawn. */
export function boardEvents(events: readonly GameEvent[]): BoardEvent[] {
  return events as unknown as BoardEvent[];
}

export function only<K extends BoardEvent['kind']>(events: readonly BoardEvent[], kind: K): EventOf<K>[] {
  return events.filter((event): event is EventOf<K> => event.kind === kind);
}

/** The side that a preview says will win, or `draw`; null if play goes on. */
export function foreseenEnd(events: readonly BoardEvent[]): string | null {
  return only(events, 'ended')[0]?.result ?? null;
}
