/** The end of a match on the board itself: the winner's pieces jump for joy, outwards from where it was decided. */
import { back, easeOut } from './easing';
import { STEP_MS } from '../spec';
import type { Stage } from './stage';
import { go, type Pose } from './timeline';

const RIPPLE_MS = STEP_MS / 3;

/** Nobody has to wait for it: the board is already at rest when it begins. */
export function celebrate(stage: Stage, centre: Pick<Pose, 'x' | 'y'>, looks: string | null): void {
  for (let cell = 0; cell < stage.rows * stage.cols; cell++) {
    const actor = stage.on(cell);
    const look = actor?.looks.at(-1)?.look ?? actor?.look;
    if (!actor || !look || (looks !== null && !looks.includes(look))) continue;
    const far = Math.hypot(stage.col(cell) - centre.x, stage.row(cell) - centre.y);
    const from = stage.now + STEP_MS + far * RIPPLE_MS;
    go(actor, { scale: 1.14 }, { from, ms: STEP_MS, ease: easeOut });
    go(actor, { scale: 1 }, { from: from + STEP_MS, ms: 1.5 * STEP_MS, ease: back });
  }
}
