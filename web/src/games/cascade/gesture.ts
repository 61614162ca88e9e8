/** What the game's picture on the menu does now and then. */
import { easeOut } from '../../board/animation/easing';
import type { Gesture } from '../../board/animation/gestures';
import { go } from '../../board/animation/timeline';
import { STEP_MS } from '../../board/spec';

/** A few tokens jump, one after the other. */
export const gesture: Gesture = (stage, dice) => {
  const standing = stage.actors.filter(() => dice(5) === 0);
  standing.forEach((actor, i) => {
    const from = i * STEP_MS * 0.4;
    const { y } = actor.start;
    go(actor, { y: y - 0.16 }, { from, ms: STEP_MS * 0.7, ease: easeOut });
    go(actor, { y }, { from: from + STEP_MS * 0.7, ms: STEP_MS * 0.6 });
    stage.land(actor, from + STEP_MS * 1.3);
    stage.now = from + 3 * STEP_MS;
  });
};
