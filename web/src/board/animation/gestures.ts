/** What a miniature does now and then: a small movement in the spirit of its game that leaves everything as it was. */
import { back, easeInOut, easeOut } from './easing';
import { STEP_MS } from '../spec';
import { Stage } from './stage';
import { go, type Timeline } from './timeline';

/** A number from 0 to just below n. */
export type Dice = (n: number) => number;

type Gesture = (stage: Stage, dice: Dice) => void;

const GESTURES: Record<string, Gesture> = { mosaic: trySwap, cascade: hop, duel: turnAndBack, pushmine: lean, flood: ripple };

export function gesture(game: string, cells: readonly string[], dice: Dice): Timeline {
  const stage = new Stage(cells);
  (GESTURES[game] ?? ripple)(stage, dice);
  return stage.timeline();
}

/** Two neighbours change places, and think better of it. */
function trySwap(stage: Stage, dice: Dice): void {
  const [row, col] = [dice(stage.rows), dice(stage.cols - 1)];
  const [left, right] = [stage.on(row * stage.cols + col), stage.on(row * stage.cols + col + 1)];
  const ms = 2 * STEP_MS;
  for (const [actor, from, to] of [[left, col, col + 1], [right, col + 1, col]] as const) {
    if (!actor) continue;
    go(actor, { x: to }, { from: 0, ms, ease: easeInOut });
    go(actor, { x: from }, { from: 2.5 * ms, ms, ease: easeInOut });
  }
  stage.now = 4 * ms;
}

/** A few tokens jump, one after the other. */
function hop(stage: Stage, dice: Dice): void {
  const standing = stage.actors.filter(() => dice(5) === 0);
  standing.forEach((actor, i) => {
    const from = i * STEP_MS * 0.4;
    const { y } = actor.start;
    go(actor, { y: y - 0.16 }, { from, ms: STEP_MS * 0.7, ease: easeOut });
    go(actor, { y }, { from: from + STEP_MS * 0.7, ms: STEP_MS * 0.6 });
    stage.land(actor, from + STEP_MS * 1.3);
    stage.now = from + 3 * STEP_MS;
  });
}

/** A tile turns to the other side, and later back. */
function turnAndBack(stage: Stage, dice: Dice): void {
  const tile = stage.actors[dice(stage.actors.length)];
  if (!tile) return;
  const other = tile.look === 'R' ? 'G' : 'R';
  const ms = 2 * STEP_MS;
  for (const [from, look] of [[0, other], [5 * ms, tile.look]] as const) {
    go(tile, { flip: 1 }, { from, ms, ease: easeInOut });
    go(tile, { flip: 0 }, { from: from + ms, ms: 0 });
    tile.looks.push({ at: from + ms / 2, look });
  }
  stage.now = 6 * ms;
}

/** A row leans to the right, as if somebody pushed it. */
function lean(stage: Stage, dice: Dice): void {
  const row = dice(stage.rows);
  for (const actor of stage.actors.filter((one) => one.start.y === row && one.look !== '*')) {
    const { x } = actor.start;
    go(actor, { x: x + 0.16 }, { from: 0, ms: 2 * STEP_MS, ease: easeInOut });
    go(actor, { x }, { from: 3 * STEP_MS, ms: 2 * STEP_MS, ease: back });
  }
  stage.now = 5 * STEP_MS;
}

/** A wave runs from the top left over everything. */
function ripple(stage: Stage): void {
  for (const actor of stage.actors) {
    const from = (actor.start.x + actor.start.y) * STEP_MS * 0.3;
    go(actor, { scale: 0.9 }, { from, ms: STEP_MS, ease: easeInOut });
    go(actor, { scale: 1 }, { from: from + STEP_MS, ms: 1.5 * STEP_MS, ease: easeOut });
    stage.now = Math.max(stage.now, from + 2.5 * STEP_MS);
  }
}
