/** How drops come down and the board is reshuffled. */
import { isKind, only, type GameEvent, type EventOf } from '../../api/events';
import type { Direct } from '../../board/animation/direct';
import { easeInOut, easeOut, fall } from '../../board/animation/easing';
import type { Stage } from '../../board/animation/stage';
import { go, type Actor, type Pose } from '../../board/animation/timeline';
import { STEP_MS } from '../../board/spec';
import { asNumber, asTexts } from '../../lib/values';
import { actSwap, OVER_OTHERS } from '../match3/director';

/** Where the k-th coming drop waits above its column, and how big it is drawn. */
export type Slot = (column: number, k: number) => Pick<Pose, 'x' | 'y' | 'scale'>;

/** Swaps, clears and falls; new tokens come down with those that fall. */
export function directorWith(slot: Slot): Direct {
  return ({ stage, before, after, events, variant }) => {
    const shown = asNumber(variant['queue_shown'], 3);
    const queue = new Queue(stage, dropsByColumn(stage, events), asTexts(after['queue']), shown, slot);
    let fellAt = 0;
    return {
      act: (event) => {
        actSwap(stage, event, before.turn);
        if (isKind(event, 'cleared')) {
          fellAt = stage.now;
        } else if (isKind(event, 'dropped')) {
          queue.drop(event, fellAt);
          stage.now = fellAt + STEP_MS;
        } else if (isKind(event, 'reshuffled')) {
          reshuffle(stage, event);
        }
      },
    };
  };
}

/** What comes down each column in the whole move, first to come first. */
function dropsByColumn(stage: Stage, events: readonly GameEvent[]): string[] {
  const columns = Array<string>(stage.cols).fill('');
  for (const { cells, colours } of only(events, 'dropped')) {
    const lowestFirst = cells.map((cell, i) => [cell, colours[i] ?? '?'] as const).sort(([a], [b]) => b - a);
    for (const [cell, look] of lowestFirst) columns[stage.col(cell)] += look;
  }
  return columns;
}

function reshuffle(stage: Stage, event: EventOf<'reshuffled'>): void {
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

const WAITING_ALPHA = 0.92;

/** The drops above a board: all that will come down in a move, and those that wait after it. */
class Queue {
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
