/** Going through a match: where we are, and running by itself. */
import type { GameEvent, ReplayView } from '../../api/types';

/** After the board has come to rest. */
const PAUSE = 650;

export class Playback {
  readonly replay: ReplayView;
  ply = $state(0);
  playing = $state(false);
  speed = $state(1);
  /** What the board animates: only a single step forward is shown as it happened. */
  events = $state.raw<GameEvent[]>([]);
  last: number;
  step = $derived.by(() => this.replay.steps[this.ply]!);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(replay: ReplayView, ply = replay.steps.length - 1) {
    this.replay = replay;
    this.last = replay.steps.length - 1;
    this.ply = clamp(ply, this.last);
  }

  go(ply: number): void {
    const target = clamp(ply, this.last);
    const forward = target === this.ply + 1;
    this.events = forward ? (this.replay.steps[target]?.events ?? []) : [];
    this.ply = target;
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  play(): void {
    if (this.ply >= this.last) this.go(0);
    this.playing = true;
    this.#schedule(PAUSE / 2);
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  /** The board has shown the move: on to the next one. */
  settle(): void {
    if (this.playing) this.#schedule(PAUSE / this.speed);
  }

  #schedule(wait: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (!this.playing) return;
      this.go(this.ply + 1);
      if (this.ply >= this.last) this.pause();
    }, wait);
  }
}

const clamp = (ply: number, last: number): number => Math.max(0, Math.min(last, Math.round(ply) || 0));
