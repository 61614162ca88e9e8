/** What the game's picture on the menu does now and then. */
import { easeInOut } from '../../board/animation/easing';
import type { Gesture } from '../../board/animation/gestures';
import { go } from '../../board/animation/timeline';
import { STEP_MS } from '../../board/spec';

/** A tile turns to the other side, and later back. */
export const gesture: Gesture = (stage, dice) => {
  const tile = stage.actors[dice(stage.actors.length)];
  if (!tile) return;
  const other = tile.look === 'R' ? 'G' : 'R';
  const ms = 2 * STEP_MS;
  for (const [from, look] of [
    [0, other],
    [5 * ms, tile.look],
  ] as const) {
    go(tile, { flip: 1 }, { from, ms, ease: easeInOut });
    go(tile, { flip: 0 }, { from: from + ms, ms: 0 });
    tile.looks.push({ at: from + ms / 2, look });
  }
  stage.now = 6 * ms;
};
