/** What the game's picture on the menu does now and then. */
import { back, easeInOut } from '../../board/animation/easing';
import type { Gesture } from '../../board/animation/gestures';
import { go } from '../../board/animation/timeline';
import { STEP_MS } from '../../board/spec';

/** A row leans to the right, as if somebody pushed it. */
export const gesture: Gesture = (stage, dice) => {
  const row = dice(stage.rows);
  for (const actor of stage.actors.filter((one) => one.start.y === row && one.look !== '*')) {
    const { x } = actor.start;
    go(actor, { x: x + 0.16 }, { from: 0, ms: 2 * STEP_MS, ease: easeInOut });
    go(actor, { x }, { from: 3 * STEP_MS, ms: 2 * STEP_MS, ease: back });
  }
  stage.now = 5 * STEP_MS;
};
