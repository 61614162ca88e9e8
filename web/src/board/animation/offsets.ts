/** Pieces that are not quite where they belong: those that lean towards a move, and the one that hangs at a finger. */
import type { Mark } from '../drawing';
import { displace, type Timeline } from './timeline';

/** Right and down, in cells. */
export type Offset = readonly [right: number, down: number];

/** By column and row, as `placeKey` writes them. */
export type Offsets = ReadonlyMap<string, Offset>;

export const NO_OFFSETS: Offsets = new Map();

export function placeKey(x: number, y: number): string {
  return `${x} ${y}`;
}

export interface Held {
  key: string;
  by: Offset;
}

/** What marks ask for, at this moment (`lean` goes from 0 to 1), and the piece that is held. */
export function offsetsOf(
  marks: readonly Mark[],
  cols: number,
  lean: number,
  held: Held | null,
  carried: Offsets,
): Offsets {
  const offsets = new Map(carried);
  for (const mark of marks) {
    if (mark.kind !== 'lean') continue;
    offsets.set(placeKey(mark.cell % cols, Math.floor(mark.cell / cols)), [mark.right * lean, mark.down * lean]);
  }
  if (held) offsets.set(held.key, held.by);
  return offsets;
}

const REACH = 0.85;

/** A token that is dragged follows the finger along a row or a column, but not out of its neighbourhood. */
export function heldAt(cell: number, cols: number, [right, down]: Offset): Held {
  const clamp = (value: number): number => Math.max(-REACH, Math.min(REACH, value));
  const by: Offset = Math.abs(right) > Math.abs(down) ? [clamp(right), 0] : [0, clamp(down)];
  return { key: placeKey(cell % cols, Math.floor(cell / cols)), by };
}

/** What happens next starts from where the pieces are. */
export function startFrom(timeline: Timeline, carried: Offsets): Timeline {
  for (const actor of timeline.actors) {
    const by = carried.get(placeKey(actor.start.x, actor.start.y));
    if (by && actor.start.scale === 1) displace(actor, by[0], by[1]);
  }
  return timeline;
}
