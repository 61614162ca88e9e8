/** What the game's picture on the menu does now and then. */
import { easeInOut } from '../../board/animation/easing';
import type { Gesture } from '../../board/animation/gestures';
import { go } from '../../board/animation/timeline';
import { STEP_MS } from '../../board/spec';

/** Two neighbours change places, and think better of it. */
export const gesture: Gesture = (stage, dice) => {
  const [row, col] = [dice(stage.rows), dice(stage.cols - 1)];
  const [left, right] = [stage.on(row * stage.cols + col), stage.on(row * stage.cols + col + 1)];
  const ms = 2 * STEP_MS;
  for (const [actor, from, to] of [
    [left, col, col + 1],
    [right, col + 1, col],
  ] as const) {
    if (!actor) continue;
    go(actor, { x: to }, { from: 0, ms, ease: easeInOut });
    go(actor, { x: from }, { from: 2.5 * ms, ms, ease: easeInOut });
  }
  stage.now = 4 * ms;
};
