/** When each cell of a flood takes its colour: the territory at once, the rest wave by wave. Pure. */
import { only, type GameEvent } from '../../api/events';
import { STEP_MS } from '../../board/animation/lengths';
import { lengthOf, schedule } from '../../board/animation/schedule';

/** How long a cell takes to change its colour. */
export const FADE_MS = STEP_MS;

/** Milliseconds after the move, by cell number; cells that do not change have none. */
export function floodDelays(events: readonly GameEvent[], speed: number): Map<number, number> {
  const delays = new Map<number, number>();
  if (speed <= 0) return delays;
  for (const flooded of only(events, 'flooded')) {
    const { waves } = flooded;
    const each = (lengthOf(schedule([flooded])) - FADE_MS) / Math.max(1, waves.length) / speed;
    waves.forEach((cells, wave) => cells.forEach((cell) => delays.set(cell, (wave + 1) * each)));
  }
  return delays;
}

export function longest(delays: ReadonlyMap<number, number>): number {
  return Math.max(0, ...delays.values());
}

export type Corner = 'tl' | 'tr' | 'bl' | 'br';

/** The corners of a controlled cell that stick out of the territory, and are rounded. */
export function freeCorners(row: number, col: number, inside: (row: number, col: number) => boolean): Corner[] {
  const [up, down] = [inside(row - 1, col), inside(row + 1, col)];
  const [left, right] = [inside(row, col - 1), inside(row, col + 1)];
  const free: [boolean, Corner][] = [
    [!up && !left, 'tl'],
    [!up && !right, 'tr'],
    [!down && !left, 'bl'],
    [!down && !right, 'br'],
  ];
  return free.filter(([out]) => out).map(([, corner]) => corner);
}
