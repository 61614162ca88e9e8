/** How goblins wait, walk along the ledge and bring their tokens. */
import { isKind, type EventOf } from '../../api/events';
import type { Direct } from '../../board/animation/director';
import { back, easeInOut, easeOut, fall } from '../../board/animation/easing';
import type { Stage } from '../../board/animation/stage';
import { go, type Actor, type OwnSound, type Pose } from '../../board/animation/timeline';
import { STEP_MS } from '../../board/spec';
import { asText } from '../../lib/values';
import { actSwap, OVER_OTHERS } from '../match3/director';

/** Where a waiting goblin stands; they wait on the ledge above the board, the next one first. */
export type Perch = (k: number) => Pick<Pose, 'x' | 'y'>;

export function directorWith(perch: Perch): Direct {
  return ({ stage, before, after, variant }) => {
    if (variant['goblins'] === 0) return { act: (event) => actSwap(stage, event, before.turn) };
    const goblins = new Goblins(stage, asText(before['goblins']), perch);
    return {
      act: (event) => {
        if (isKind(event, 'goblin_came')) return goblins.come(event);
        actSwap(stage, event, before.turn);
      },
      finish: () => goblins.end(asText(after['goblins'])),
    };
  };
}

export const GOBLIN = 'goblin-';
const HOP: OwnSound = { name: 'hop', sound: { from: 250, to: 330, seconds: 0.14, volume: 0.09, type: 'square' } };
const GOBLIN_SCALE = 0.86;
const JUMP_MS = STEP_MS;
const TURN_MS = STEP_MS;

/** The goblins of a move: some wait, walk along the ledge and jump in, others come to wait. */
class Goblins {
  readonly #stage: Stage;
  readonly #perch: Perch;
  readonly #waiting: Actor[];

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
    const [from, jump] = [stage.now, stage.until - JUMP_MS];
    const ledge = this.#perch(0).y;
    const goblin = this.#waiting.shift() ?? this.#enter(event.colour, { x: -1, y: ledge });
    stage.cue(HOP);
    const turns = event.cell !== null && goblin.look !== GOBLIN + event.colour;
    const there = turns ? jump - TURN_MS : jump;
    go(goblin, { x: event.column ?? stage.cols, y: ledge }, { from, ms: there - from, ease: easeInOut });
    if (turns) this.#turn(goblin, event.colour, there);
    if (event.cell === null) {
      this.#lose(goblin, event, jump);
    } else {
      this.#jump(goblin, event, event.cell, jump);
    }
  }

  /** A goblin makes no line: where it would, it takes the other colour. It is seen to, before it jumps. */
  #turn(goblin: Actor, look: string, at: number): void {
    go(goblin, { flip: 1 }, { from: at, ms: TURN_MS, ease: easeInOut });
    go(goblin, { flip: 0 }, { from: at + TURN_MS, ms: 0 });
    goblin.looks.push({ at: at + TURN_MS / 2, look: GOBLIN + look });
    this.#stage.cue('flip', 1, at);
  }

  #jump(goblin: Actor, event: EventOf<'goblin_came'>, cell: number, at: number): void {
    const stage = this.#stage;
    const [x, y] = [stage.col(cell), stage.row(cell)];
    go(goblin, { y }, { from: at, ms: JUMP_MS, ease: fall });
    stage.vanish(goblin, at + JUMP_MS, STEP_MS / 2);
    stage.effect({
      kind: 'smoke',
      at: at + JUMP_MS * 0.8,
      until: at + JUMP_MS + 2 * STEP_MS,
      x,
      y,
      look: event.colour,
    });
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

  /** The goblins that wait after the move climb to their places. */
  end(after: string): void {
    const from = this.#stage.now;
    [...after].forEach((look, k) => {
      const place = this.#perch(k);
      const goblin = this.#waiting[k] ?? this.#enter(look, { x: place.x - 2.2, y: place.y });
      if (!this.#waiting[k]) goblin.start.alpha = 0;
      go(goblin, { ...place, alpha: 1 }, { from: Math.max(0, from - STEP_MS), ms: 2 * STEP_MS, ease: easeOut });
    });
  }
}
