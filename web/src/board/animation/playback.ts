/** One timeline after the other, against a clock that is handed in. */
import { effectsAt, figuresAt, type Cue, type Figure, type LiveEffect, type Timeline } from './timeline';

/** What is visible at a moment, the sounds since the moment before, and whether there is more to come. */
export interface Frame {
  figures: Figure[];
  effects: LiveEffect[];
  cues: Cue[];
  /** How many events have been seen. */
  seen: number;
  more: boolean;
}

export class Playback {
  #current: Timeline;
  #begun: number | null = null;
  #heard = -1;
  #time = Infinity;

  constructor(rest: Timeline) {
    this.#current = rest;
    this.#heard = rest.end;
  }

  /** Plays this now, instead of what was playing. */
  play(timeline: Timeline): void {
    this.#current = timeline;
    this.#begun = null;
    this.#heard = -1;
    this.#time = 0;
  }

  /** Straight to the end. */
  finish(): void {
    this.#begun = -Infinity;
    this.#heard = this.#time = this.#current.end;
  }

  /** Whether pieces are on their way, at the time of the last `at`. */
  get moving(): boolean {
    return this.#time < this.#current.duration;
  }

  at(now: number): Frame {
    this.#begun ??= this.#current.end ? now : -Infinity;
    const time = (this.#time = now - this.#begun);
    const cues = this.#hear(time);
    return {
      figures: figuresAt(this.#current, time),
      effects: effectsAt(this.#current, time),
      cues,
      seen: this.#current.beats.filter((beat) => beat <= time).length,
      more: time < this.#current.end,
    };
  }

  #hear(until: number): Cue[] {
    const cues = this.#current.cues.filter((cue) => cue.at > this.#heard && cue.at <= until);
    this.#heard = Math.max(this.#heard, until);
    return cues;
  }
}
