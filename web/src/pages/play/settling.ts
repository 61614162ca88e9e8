/** How long a board takes to show what happened, roughly: the end of a match is announced after it. */
import type { GameEvent } from '../../api/types';
import { STEP_MS } from '../../boards/spec';

const MOST = 6000;
const STILL = new Set(['ended', 'mine_earned', 'passed']);

export function settleTime(events: readonly GameEvent[], speed: number): number {
  if (speed <= 0) return 0;
  const steps = events.filter((event) => !STILL.has(event.kind)).length + 1;
  return Math.min(MOST, (steps * STEP_MS) / speed);
}
