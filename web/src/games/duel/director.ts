/** How tiles are laid and turned. */
import { back, easeInOut, easeOut } from '../../board/animation/easing';
import { isKind, type EventOf } from '../../api/events';
import type { Direct } from '../../board/animation/director';
import { LENGTHS, STEP_MS } from '../../board/animation/lengths';
import type { Stage } from '../../board/animation/stage';
import { go } from '../../board/animation/timeline';

/** How long one tile turns. They turn one after the other, so that each is seen. */
const TURN_MS = LENGTHS.captured.steps * STEP_MS;
const LIFTED = 1.1;

export const SEAT_LOOKS = ['R', 'G'] as const;

export const director: Direct = ({ stage }) => ({
  act: (event) => {
    if (isKind(event, 'placed')) place(stage, lookOf(event.seat), event);
    else if (isKind(event, 'captured')) capture(stage, lookOf(event.seat), event);
  },
});

const lookOf = (seat: number): string => SEAT_LOOKS[seat - 1] ?? '?';

function place(stage: Stage, look: string, { cell }: EventOf<'placed'>): void {
  const tile = stage.enter(look, { x: stage.col(cell), y: stage.row(cell), scale: 1.5, alpha: 0 }, 1);
  const landing = stage.now + stage.ms * 0.8;
  go(tile, { alpha: 1 }, { from: stage.now, ms: stage.ms * 0.5 });
  go(tile, { scale: 1 }, { from: stage.now, ms: stage.ms, ease: easeOut });
  stage.land(tile, landing);
  stage.stand(tile, cell);
  stage.cue('place', 1, landing);
}

function capture(stage: Stage, look: string, { cells }: EventOf<'captured'>): void {
  const stagger = (stage.ms - TURN_MS) / Math.max(1, cells.length - 1);
  cells.forEach((cell, i) => {
    const tile = stage.on(cell);
    if (!tile) return;
    const from = stage.now + i * stagger;
    go(tile, { scale: LIFTED }, { from, ms: TURN_MS / 2, ease: easeOut });
    go(tile, { flip: 1 }, { from, ms: TURN_MS, ease: easeInOut });
    go(tile, { scale: 1 }, { from: from + TURN_MS / 2, ms: TURN_MS / 2, ease: back });
    go(tile, { flip: 0 }, { from: from + TURN_MS, ms: 0 });
    tile.looks.push({ at: from + TURN_MS / 2, look });
    stage.cue('flip', i + 1, from);
  });
}
