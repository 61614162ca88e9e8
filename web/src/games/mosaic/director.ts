/** How drops come down and the board is reshuffled. */
import { isKind, only, type GameEvent, type EventOf } from '../../api/events';
import type { Direct } from '../../board/animation/director';
import { easeInOut, easeOut, fall } from '../../board/animation/easing';
import type { Stage } from '../../board/animation/stage';
import { go, type Actor, type Pose } from '../../board/animation/timeline';
import { asNumber, asTexts } from '../../lib/values';
import { actSwap, OVER_OTHERS } from '../match3/director';

/** Where the k-th coming drop waits above its column, and how big it is drawn. */
export type Slot = (column: number, k: number) => Pick<Pose, 'x' | 'y' | 'scale'>;

/** Swaps, clears and falls; new tokens come down with those that fall. */
export function directorWith(slot: Slot): Direct {
  return ({ stage, before, after, events, variant }) => {
    const shown = asNumber(variant['queue_shown'], 3);
    const queue = new Queue(stage, dropsByColumn(stage, events), asTexts(after['queue']), shown, slot);
    return {
      act: (event) => {
        actSwap(stage, event, before.turn);
        if (isKind(event, 'dropped')) queue.drop(event);
        else if (isKind(event, 'reshuffled')) reshuffle(stage, event);
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
  const turn = (2 / 3) * stage.ms;
  colours.forEach((look, cell) => {
    const far = (stage.col(cell) + stage.row(cell)) / (stage.rows + stage.cols - 2);
    const from = stage.now + far * (stage.ms - turn);
    const actor = stage.on(cell) ?? stage.put(look, cell);
    go(actor, { flip: 1 }, { from, ms: turn, ease: easeInOut });
    go(actor, { flip: 0 }, { from: from + turn, ms: 0 });
    actor.looks.push({ at: from + turn / 2, look });
  });
  stage.cue('flip');
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
  drop(event: EventOf<'dropped'>): void {
    const stage = this.#stage;
    const lowestFirst = [...event.cells].sort((a, b) => b - a);
    for (const cell of lowestFirst) {
      const look = event.colours[event.cells.indexOf(cell)] ?? '?';
      const column = stage.col(cell);
      const actor = this.#columns[column]?.shift() ?? stage.enter(look, this.#pose(column, 0), OVER_OTHERS);
      stage.stand(actor, cell);
      go(actor, { x: column, y: stage.row(cell), scale: 1, alpha: 1 }, { from: stage.now, ms: stage.ms, ease: fall });
      stage.land(actor, stage.until);
    }
    for (const column of new Set(lowestFirst.map((cell) => stage.col(cell)))) this.#moveUp(column);
  }

  #moveUp(column: number): void {
    const { now: from, ms } = this.#stage;
    this.#columns[column]?.forEach((actor, k) => {
      const { x, y, scale, alpha } = this.#pose(column, k);
      go(actor, { x, y, scale, alpha }, { from, ms, ease: easeOut });
    });
  }
}
