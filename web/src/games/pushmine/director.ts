/** How lines are pushed, stones ejected, and mines laid and set off. */
import { back, easeInOut, easeOut } from '../../board/animation/easing';
import { isKind, only, pairOf, type GameEvent, type EventOf } from '../../api/events';
import type { Direct } from '../../board/animation/director';
import { STEP_MS } from '../../board/spec';
import type { Stage } from '../../board/animation/stage';
import { go, type Actor, type OwnSound } from '../../board/animation/timeline';

export const STONES = ['.', 'X', 'O'] as const;
export const MINE = '*';
export const DUD = '@';

const BOOM_MS = 3 * STEP_MS;

const EJECT: OwnSound = {
  name: 'eject',
  sound: { from: 500, to: 180, seconds: 0.16, volume: 0.12, type: 'triangle', shake: [14] },
};
const LAID: OwnSound = { name: 'laid', sound: { from: 300, to: 300, seconds: 0.06, volume: 0.14, type: 'square' } };
const BOOM: OwnSound = {
  name: 'boom',
  sound: { from: 110, to: 35, seconds: 0.42, volume: 0.34, type: 'sawtooth', shake: [40] },
};

/** The way that a push's stones travel: columns, rows. */
export const TRAVEL: Readonly<Record<string, readonly [number, number]>> = {
  '>': [1, 0],
  '<': [-1, 0],
  v: [0, 1],
  '^': [0, -1],
};

export const director: Direct = ({ stage }) => ({
  act: (event, following) => {
    if (isKind(event, 'pushed')) push(stage, event, ofOneTurn(following));
    else if (isKind(event, 'mine_placed')) layMine(stage, event);
    else if (isKind(event, 'mine_decayed')) decay(stage, event);
    else if (isKind(event, 'sides_swapped')) swapSides(stage);
  },
});

/** What follows from a push: everything up to the next turn. */
function ofOneTurn(following: readonly GameEvent[]): readonly GameEvent[] {
  const next = following.findIndex(({ kind }) => kind === 'pushed' || kind === 'mine_placed');
  return next < 0 ? following : following.slice(0, next);
}

/** A push, and what it led to: the events that follow it belong to it, and happen to stones that it moves. */
function push(stage: Stage, event: EventOf<'pushed'>, following: readonly GameEvent[]): void {
  const [right, down] = TRAVEL[event.way] ?? [0, 0];
  const { now: from, ms, until: arrive } = stage;
  const boom = only(following, 'mine_detonated')[0];
  const out = only(following, 'ejected')[0];
  stage.cue('push');
  const hit = boom && boom.stone !== null ? stage.lift(boom.stone) : null;
  if (out) eject(stage, stage.lift(out.cell), out, [right, down]);
  for (const { actor, to } of stage.shift(event.steps.map(pairOf))) {
    go(actor, { x: stage.col(to), y: stage.row(to) }, { from, ms, ease: easeInOut });
  }
  const entering = enter(stage, event, boom, [right, down]);
  if (boom) detonate(stage, boom, hit ?? entering, arrive);
  if (only(following, 'mine_earned').length > 0) earn(stage, event.seat, out, arrive);
}

/** The new stone comes from outside; at a mine on the entry cell it gets no further than that. */
function enter(
  stage: Stage,
  event: EventOf<'pushed'>,
  boom: EventOf<'mine_detonated'> | undefined,
  way: readonly [number, number],
) {
  const cell = event.entered ?? boom?.cell;
  if (cell === undefined || cell === null) return null;
  const [x, y] = [stage.col(cell), stage.row(cell)];
  const look = STONES[event.seat as 1 | 2];
  const stone = stage.enter(look, { x: x - way[0], y: y - way[1], scale: 0.7, alpha: 0 });
  go(stone, { x, y, scale: 1, alpha: 1 }, { from: stage.now, ms: stage.ms, ease: easeInOut });
  if (event.entered !== null) stage.stand(stone, cell);
  return stone;
}

function eject(stage: Stage, stone: Actor | null, out: EventOf<'ejected'>, way: readonly [number, number]): void {
  if (!stone) return;
  const [x, y] = [stage.col(out.cell) + way[0], stage.row(out.cell) + way[1]];
  go(stone, { x, y }, { from: stage.now, ms: stage.ms, ease: easeInOut });
  go(stone, { scale: 0.3, alpha: 0 }, { from: stage.now + stage.ms * 0.8, ms: STEP_MS, ease: easeOut });
  stage.cue(EJECT, 1, stage.now + stage.ms * 0.8);
}

function detonate(stage: Stage, boom: EventOf<'mine_detonated'>, stone: Actor | null, at: number): void {
  const place = { x: stage.col(boom.cell), y: stage.row(boom.cell) };
  const mine = stage.lift(boom.cell);
  if (stone && boom.stone !== null) go(stone, place, { from: stage.now, ms: stage.ms, ease: easeInOut });
  stage.vanish(stone, at, STEP_MS / 2);
  stage.vanish(mine, at, STEP_MS / 2);
  stage.effect({
    kind: 'smoke',
    at,
    until: at + BOOM_MS,
    strength: 2,
    look: STONES[boom.owner as 0 | 1 | 2],
    ...place,
  });
  stage.cue(BOOM, 1, at);
}

/** The mine that was earned flies to its owner's stock. */
function earn(stage: Stage, seat: number, out: EventOf<'ejected'> | undefined, at: number): void {
  const start = out ? { x: stage.col(out.cell), y: stage.row(out.cell) } : { x: 0, y: 0 };
  stage.effect({
    kind: 'flight',
    at,
    until: at + 3 * STEP_MS,
    look: MINE,
    to: stockPlace(stage, seat),
    seat,
    ...start,
  });
}

/** Stocks lie at the corners: seat 1's below on the left, seat 2's above on the right. */
export function stockPlace({ rows, cols }: { rows: number; cols: number }, seat: number): { x: number; y: number } {
  return seat === 1 ? { x: -1, y: rows } : { x: cols, y: -1 };
}

function layMine(stage: Stage, { cell, seat }: EventOf<'mine_placed'>): void {
  const mine = stage.enter(MINE, { ...stockPlace(stage, seat), scale: 0.5 }, 1);
  const place = { x: stage.col(cell), y: stage.row(cell) };
  go(mine, { ...place, scale: 1 }, { from: stage.now, ms: stage.ms, ease: easeInOut });
  stage.land(mine, stage.until);
  stage.stand(mine, cell);
  stage.cue(LAID, 1, stage.until);
}

function decay(stage: Stage, { cells, into }: EventOf<'mine_decayed'>): void {
  for (const cell of cells) {
    const mine = stage.on(cell);
    if (!mine) continue;
    if (into === 'nothing') {
      stage.vanish(stage.lift(cell), stage.now, stage.ms);
    } else {
      const half = stage.ms / 2;
      go(mine, { scale: 0.8 }, { from: stage.now, ms: half });
      go(mine, { scale: 1 }, { from: stage.now + half, ms: half, ease: back });
      mine.looks.push({ at: stage.now + half, look: DUD });
    }
  }
}

const OTHER_SIDE: Readonly<Record<string, string>> = { X: 'O', O: 'X' };

/** Every stone turns over, and belongs to the other side then. */
function swapSides(stage: Stage): void {
  for (let cell = 0; cell < stage.rows * stage.cols; cell++) {
    const stone = stage.on(cell);
    const look = stone && OTHER_SIDE[stone.looks.at(-1)?.look ?? stone.look];
    if (!stone || !look) continue;
    go(stone, { flip: 1 }, { from: stage.now, ms: stage.ms, ease: easeInOut });
    go(stone, { flip: 0 }, { from: stage.until, ms: 0 });
    stone.looks.push({ at: stage.now + stage.ms / 2, look });
  }
  stage.cue('flip');
}
