/** What a miniature does now and then: a small movement in the spirit of its game that leaves everything as it was. */
import { easeInOut, easeOut } from './easing';
import { STEP_MS } from '../spec';
import { Stage } from './stage';
import { go, type Timeline } from './timeline';

/** A number from 0 to just below n. */
type Dice = (n: number) => number;

export type Gesture = (stage: Stage, dice: Dice) => void;

export function gestureTimeline(gesture: Gesture, cells: readonly string[], dice: Dice): Timeline {
  const stage = new Stage(cells);
  gesture(stage, dice);
  return stage.timeline();
}

/** A wave runs from the top left over everything. */
export function ripple(stage: Stage): void {
  for (const actor of stage.actors) {
    const from = (actor.start.x + actor.start.y) * STEP_MS * 0.3;
    go(actor, { scale: 0.9 }, { from, ms: STEP_MS, ease: easeInOut });
    go(actor, { scale: 1 }, { from: from + STEP_MS, ms: 1.5 * STEP_MS, ease: easeOut });
    stage.now = Math.max(stage.now, from + 2.5 * STEP_MS);
  }
}
