/** A board on which a move is acted out: which piece is where, and what time it is. Directors write timelines with it. */
import {
  go,
  AT_REST,
  type Actor,
  type CommonSound,
  type Effect,
  type OwnSound,
  type Pose,
  type Timeline,
} from './timeline';
import { STEP_MS } from '../spec';

export const EMPTY = '.';

const LANDING_MS = STEP_MS / 2;

export class Stage {
  /** The times at which the present event begins, and by which it must have been shown. */
  now = 0;
  until = 0;
  /** For each event so far, the time at which it has been seen. */
  readonly beats: number[] = [];
  readonly rows: number;
  readonly cols: number;
  readonly actors: Actor[] = [];
  readonly #effects: Effect[] = [];
  readonly #cues: Timeline['cues'] = [];
  readonly #standing: (Actor | null)[];

  constructor(cells: readonly string[]) {
    this.rows = cells.length;
    this.cols = cells[0]?.length ?? 0;
    this.#standing = Array<Actor | null>(this.rows * this.cols).fill(null);
    cells.forEach((row, y) => [...row].forEach((look, x) => look !== EMPTY && this.put(look, y * this.cols + x)));
  }

  /** How long the event takes. */
  get ms(): number {
    return this.until - this.now;
  }

  row(cell: number): number {
    return Math.floor(cell / this.cols);
  }

  col(cell: number): number {
    return cell % this.cols;
  }

  /** A new actor that is not on a cell yet. */
  enter(look: string, pose: Partial<Pose> & { x: number; y: number }, layer = 0): Actor {
    const actor: Actor = { look, looks: [], start: { ...AT_REST, ...pose }, motions: [], layer };
    this.actors.push(actor);
    return actor;
  }

  /** A piece that lies on a cell from the beginning. */
  put(look: string, cell: number): Actor {
    const actor = this.enter(look, { x: this.col(cell), y: this.row(cell) });
    this.#standing[cell] = actor;
    return actor;
  }

  on(cell: number): Actor | null {
    return this.#standing[cell] ?? null;
  }

  /** The actor on a cell leaves the cell; it is still visible. */
  lift(cell: number): Actor | null {
    const actor = this.on(cell);
    this.#standing[cell] = null;
    return actor;
  }

  stand(actor: Actor | null, cell: number): void {
    this.#standing[cell] = actor;
  }

  /** Moves actors from cell to cell at once; all are lifted first, so that none steps on another. */
  shift(steps: readonly (readonly [number, number])[]): { actor: Actor; to: number }[] {
    const moving = steps.map(([from, to]) => ({ actor: this.lift(from), to }));
    const found = moving.filter((one): one is { actor: Actor; to: number } => one.actor !== null);
    for (const { actor, to } of found) this.stand(actor, to);
    return found;
  }

  /** A piece that comes down is squeezed for a moment; nobody waits for that. */
  land(actor: Actor, at: number): void {
    go(actor, { squash: 0.09 }, { from: at, ms: LANDING_MS * 0.4 });
    go(actor, { squash: 0 }, { from: at + LANDING_MS * 0.4, ms: LANDING_MS * 0.6 });
  }

  vanish(actor: Actor | null, from: number, ms: number): void {
    if (actor) go(actor, { scale: 0, alpha: 0 }, { from, ms });
  }

  effect(effect: Effect): void {
    this.#effects.push(effect);
  }

  cue(sound: CommonSound | OwnSound, strength = 1, at = this.now): void {
    const heard = typeof sound === 'string' ? { name: sound } : sound;
    this.#cues.push({ ...heard, at, strength });
  }

  /** What stands where, as rows of characters, after all motions. */
  cells(): string[] {
    const looks = this.#standing.map((actor) => actor?.looks.at(-1)?.look ?? actor?.look ?? EMPTY);
    return Array.from({ length: this.rows }, (_, y) => looks.slice(y * this.cols, (y + 1) * this.cols).join(''));
  }

  timeline(): Timeline {
    const motions = this.actors.flatMap((actor) => actor.motions.map((motion) => motion.until));
    const end = Math.max(this.now, ...motions, ...this.#effects.map((effect) => effect.until));
    const { actors, beats, now } = this;
    return { actors, effects: this.#effects, cues: this.#cues, beats, duration: now, end };
  }
}
