/** How swaps, clears, falls, drops, reshuffles and goblins are acted out (mosaic and cascade). */
import { back, easeInOut, easeOut, fall } from '../../board/animation/easing';
import type { EventOf } from '../../board/events';
import { STEP_MS } from '../../board/spec';
import type { Stage } from '../../board/animation/stage';
import { go, type Actor, type Pose } from '../../board/animation/timeline';

const POINTS_MS = 5 * STEP_MS;
const SPARKS_MS = 3 * STEP_MS;
const OVER_OTHERS = 1;

export function swap(stage: Stage, { cells }: EventOf<'swapped'>): void {
  const [a, b] = cells;
  stage.cue('swap');
  for (const { actor, to } of stage.shift([[a, b], [b, a]])) {
    go(actor, placeOf(stage, to), { from: stage.now, ms: STEP_MS, ease: easeInOut });
  }
  stage.now += STEP_MS;
}

/** All lines of a wave swell and burst; what they pay rises from their middle. */
export function clear(stage: Stage, event: EventOf<'cleared'>): void {
  const { now } = stage;
  stage.cue('clear', event.wave);
  event.cells.forEach((cell, i) => {
    const actor = stage.lift(cell);
    if (!actor) return;
    go(actor, { scale: 1.14 }, { from: now, ms: STEP_MS * 0.45, ease: easeOut });
    go(actor, { scale: 0, alpha: 0 }, { from: now + STEP_MS * 0.45, ms: STEP_MS * 0.55 });
    const place = { x: stage.col(cell), y: stage.row(cell), look: event.colours[i] ?? '' };
    stage.effect({ kind: 'sparks', at: now + STEP_MS * 0.4, until: now + STEP_MS * 0.4 + SPARKS_MS, ...place });
  });
  const text = event.points ? `+${event.points}` : '';
  const middle = middleOf(stage, event.cells);
  if (text || event.wave > 1) {
    stage.effect({ kind: 'points', at: now, until: now + POINTS_MS, text, strength: event.wave, ...middle });
  }
  stage.now += STEP_MS;
}

/** Tokens fall; new ones, where there are some, come with them (so `drop` is told to begin when this did). */
export function sink(stage: Stage, event: EventOf<'fell'>): void {
  for (const { actor, to } of stage.shift(event.steps)) {
    go(actor, placeOf(stage, to), { from: stage.now, ms: STEP_MS, ease: fall });
    stage.land(actor, stage.now + STEP_MS);
  }
  stage.cue('land', 1, stage.now + STEP_MS);
  stage.now += STEP_MS;
}

export function reshuffle(stage: Stage, event: EventOf<'reshuffled'>): void {
  const colours = [...event.colours];
  colours.forEach((look, cell) => {
    const from = stage.now + (stage.col(cell) + stage.row(cell)) * (STEP_MS / 10);
    const actor = stage.on(cell) ?? stage.put(look, cell);
    go(actor, { flip: 1 }, { from, ms: 2 * STEP_MS, ease: easeInOut });
    go(actor, { flip: 0 }, { from: from + 2 * STEP_MS, ms: 0 });
    actor.looks.push({ at: from + STEP_MS, look });
  });
  stage.cue('flip');
  stage.now += 2 * STEP_MS + (stage.rows + stage.cols) * (STEP_MS / 10);
}

function placeOf(stage: Stage, cell: number): Pick<Pose, 'x' | 'y'> {
  return { x: stage.col(cell), y: stage.row(cell) };
}

function middleOf(stage: Stage, cells: readonly number[]): Pick<Pose, 'x' | 'y'> {
  const mean = (of: (cell: number) => number) => cells.reduce((sum, cell) => sum + of(cell), 0) / cells.length;
  return { x: mean((cell) => stage.col(cell)), y: mean((cell) => stage.row(cell)) };
}

// Mosaic's coming drops.

/** Where the k-th coming drop waits above its column, and how big it is drawn. */
export type Slot = (column: number, k: number) => Pick<Pose, 'x' | 'y' | 'scale'>;

const WAITING_ALPHA = 0.92;

/** The drops above a board: all that will come down in a move, and those that wait after it. */
export class Queue {
  readonly #stage: Stage;
  readonly #slot: Slot;
  readonly #shown: number;
  readonly #columns: Actor[][];

  /** `drops` has what comes down by column, in order; `after` what waits then. */
  constructor(stage: Stage, drops: readonly string[], after: readonly string[], shown: number, slot: Slot) {
    this.#stage = stage;
    this.#slot = slot;
    this.#shown = shown;
    this.#columns = after.map((waiting, column) => {
      const looks = [...(drops[column] ?? ''), ...waiting];
      return looks.map((look, k) => stage.enter(look, this.#pose(column, k), OVER_OTHERS));
    });
  }

  #pose(column: number, k: number): Pose {
    const alpha = k < this.#shown ? WAITING_ALPHA : 0;
    return { ...this.#slot(column, Math.min(k, this.#shown)), alpha, flip: 0, squash: 0 };
  }

  /** The first drawn comes to lie lowest; the others move up. */
  drop(event: EventOf<'dropped'>, from: number): void {
    const stage = this.#stage;
    const lowestFirst = [...event.cells].sort((a, b) => b - a);
    for (const cell of lowestFirst) {
      const look = event.colours[event.cells.indexOf(cell)] ?? '?';
      const column = stage.col(cell);
      const actor = this.#columns[column]?.shift() ?? stage.enter(look, this.#pose(column, 0), OVER_OTHERS);
      stage.stand(actor, cell);
      go(actor, { x: column, y: stage.row(cell), scale: 1, alpha: 1 }, { from, ms: STEP_MS, ease: fall });
      stage.land(actor, from + STEP_MS);
    }
    for (const column of new Set(lowestFirst.map((cell) => stage.col(cell)))) this.#moveUp(column, from);
  }

  #moveUp(column: number, from: number): void {
    this.#columns[column]?.forEach((actor, k) => {
      const { x, y, scale, alpha } = this.#pose(column, k);
      go(actor, { x, y, scale, alpha }, { from, ms: STEP_MS, ease: easeOut });
    });
  }
}

// Cascade's goblins.

/** Where a waiting goblin stands; they wait on the ledge above the board, the next one first. */
export type Perch = (k: number) => Pick<Pose, 'x' | 'y'>;

export const GOBLIN = 'goblin-';
const GOBLIN_SCALE = 0.86;
const WALK_MS = 2.5 * STEP_MS;
const JUMP_MS = STEP_MS;
/** The next goblin sets out while the one before is still on its way. */
const FOLLOW_MS = STEP_MS;

/** The goblins of a move: those who wait, walk along the ledge and jump in, and those who come to wait. */
export class Goblins {
  readonly #stage: Stage;
  readonly #perch: Perch;
  readonly #waiting: Actor[];
  #arrived = 0;

  constructor(stage: Stage, waiting: string, perch: Perch) {
    this.#stage = stage;
    this.#perch = perch;
    this.#waiting = [...waiting].map((look, k) => this.#enter(look, perch(k)));
  }

  #enter(look: string, place: Pick<Pose, 'x' | 'y'>): Actor {
    return this.#stage.enter(GOBLIN + look, { ...place, scale: GOBLIN_SCALE }, OVER_OTHERS);
  }

  come(event: EventOf<'goblin_came'>): void {
    const stage = this.#stage;
    const from = stage.now;
    const ledge = this.#perch(0).y;
    const goblin = this.#waiting.shift() ?? this.#enter(event.colour, { x: -1, y: ledge });
    stage.cue('goblin');
    go(goblin, { x: event.column ?? stage.cols, y: ledge }, { from, ms: WALK_MS, ease: easeInOut });
    const jump = from + WALK_MS;
    if (event.cell === null) {
      this.#lose(goblin, event, jump);
    } else {
      this.#jump(goblin, event, event.cell, jump);
    }
    this.#arrived = jump + JUMP_MS;
    stage.now = from + FOLLOW_MS;
  }

  /** What happens next happens when all of them have arrived. */
  rest(): void {
    this.#stage.now = Math.max(this.#stage.now, this.#arrived);
  }

  #jump(goblin: Actor, event: EventOf<'goblin_came'>, cell: number, at: number): void {
    const stage = this.#stage;
    const [x, y] = [stage.col(cell), stage.row(cell)];
    go(goblin, { y }, { from: at, ms: JUMP_MS, ease: fall });
    stage.vanish(goblin, at + JUMP_MS, STEP_MS / 2);
    stage.effect({ kind: 'smoke', at: at + JUMP_MS * 0.8, until: at + JUMP_MS + 2 * STEP_MS, x, y, look: event.colour });
    const token = stage.enter(event.colour, { x, y, scale: 0, alpha: 0 });
    go(token, { scale: 1, alpha: 1 }, { from: at + JUMP_MS - STEP_MS / 3, ms: STEP_MS / 3, ease: back });
    stage.stand(token, cell);
  }

  #lose(goblin: Actor, event: EventOf<'goblin_came'>, at: number): void {
    const stage = this.#stage;
    go(goblin, { y: goblin.start.y - 0.4, alpha: 0, scale: 0.4 }, { from: at, ms: JUMP_MS });
    const x = event.column ?? stage.cols - 1;
    stage.effect({ kind: 'smoke', at, until: at + 3 * STEP_MS, x, y: goblin.start.y, look: event.colour });
  }

  /** Those who wait after the move come up to their places. */
  end(after: string): void {
    this.rest();
    const from = this.#stage.now;
    [...after].forEach((look, k) => {
      const place = this.#perch(k);
      const goblin = this.#waiting[k] ?? this.#enter(look, { x: place.x - 2.2, y: place.y });
      if (!this.#waiting[k]) goblin.start.alpha = 0;
      go(goblin, { ...place, alpha: 1 }, { from: Math.max(0, from - STEP_MS), ms: 2 * STEP_MS, ease: easeOut });
    });
  }
}
