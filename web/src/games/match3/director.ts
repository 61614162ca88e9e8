/** How swaps, clears and falls are acted out. */
import { easeInOut, easeOut, fall } from '../../board/animation/easing';
import { isKind, pairOf, type GameEvent, type EventOf } from '../../api/events';
import { STEP_MS } from '../../board/spec';
import type { Stage } from '../../board/animation/stage';
import { go, type Pose } from '../../board/animation/timeline';

const POINTS_MS = 5 * STEP_MS;
const SPARKS_MS = 3 * STEP_MS;

/** A piece that comes from outside is drawn over the others. */
export const OVER_OTHERS = 1;

/** Acts out what both games of swaps know. */
export function actSwap(stage: Stage, event: GameEvent, mover: number): void {
  if (isKind(event, 'swapped')) swap(stage, event);
  else if (isKind(event, 'cleared')) clear(stage, event, mover);
  else if (isKind(event, 'fell')) sink(stage, event);
}

function swap(stage: Stage, { cells }: EventOf<'swapped'>): void {
  const [a, b] = pairOf(cells);
  stage.cue('swap');
  for (const { actor, to } of stage.shift([
    [a, b],
    [b, a],
  ])) {
    go(actor, placeOf(stage, to), { from: stage.now, ms: stage.ms, ease: easeInOut });
  }
}

/** All lines of a wave swell and burst; what they pay the mover rises from their middle. */
function clear(stage: Stage, event: EventOf<'cleared'>, seat: number): void {
  const { now, ms } = stage;
  stage.cue('clear', event.wave);
  event.cells.forEach((cell, i) => {
    const actor = stage.lift(cell);
    if (!actor) return;
    go(actor, { scale: 1.14 }, { from: now, ms: ms * 0.45, ease: easeOut });
    go(actor, { scale: 0, alpha: 0 }, { from: now + ms * 0.45, ms: ms * 0.55 });
    const place = { x: stage.col(cell), y: stage.row(cell), look: event.colours[i] ?? '' };
    stage.effect({ kind: 'sparks', at: now + ms * 0.4, until: now + ms * 0.4 + SPARKS_MS, ...place });
  });
  const text = event.points ? `+${event.points}` : '';
  const middle = middleOf(stage, event.cells);
  if (text || event.wave > 1) {
    stage.effect({ kind: 'points', at: now, until: now + POINTS_MS, text, seat, strength: event.wave, ...middle });
  }
}

/** Tokens fall; new ones, where there are some, come with them. */
function sink(stage: Stage, event: EventOf<'fell'>): void {
  for (const { actor, to } of stage.shift(event.steps.map(pairOf))) {
    go(actor, placeOf(stage, to), { from: stage.now, ms: stage.ms, ease: fall });
    stage.land(actor, stage.until);
  }
  stage.cue('land', 1, stage.until);
}

function placeOf(stage: Stage, cell: number): Pick<Pose, 'x' | 'y'> {
  return { x: stage.col(cell), y: stage.row(cell) };
}

function middleOf(stage: Stage, cells: readonly number[]): Pick<Pose, 'x' | 'y'> {
  const mean = (of: (cell: number) => number) => cells.reduce((sum, cell) => sum + of(cell), 0) / cells.length;
  return { x: mean((cell) => stage.col(cell)), y: mean((cell) => stage.row(cell)) };
}
