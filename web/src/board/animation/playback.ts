/** Timelines one after the other, against a clock that is handed in. */
import { effectsAt, figuresAt, type Cue, type Figure, type LiveEffect, type Timeline } from './timeline';

/** A page that falls behind plays faster; one that falls far behind (it was hidden) skips. */
const HURRY = 2;
const MOST_WAITING = 3;

export class Playback {
  #current: Timeline;
  #waiting: Timeline[] = [];
  #begun: number | null = null;
  #heard = -1;

  constructor(rest: Timeline) {
    this.#current = rest;
    this.#heard = rest.end;
  }

  /** Plays after what is playing. */
  add(timeline: Timeline): void {
    this.#waiting.push(timeline);
    while (this.#waiting.length > MOST_WAITING) this.#waiting.shift();
  }

  /** Straight to the end of everything. */
  finish(): void {
    this.#current = this.#waiting.pop() ?? this.#current;
    this.#waiting = [];
    this.#begun = -Infinity;
    this.#heard = this.#current.end;
  }

  /** Whether pieces are on their way, at the time of the last `at`. */
  get moving(): boolean {
    return this.#waiting.length > 0 || this.#time < this.#current.duration;
  }

  #time = Infinity;

  /** What is to be seen now, what is to be heard since the last time, and whether there is more to come. */
  at(now: number): { figures: Figure[]; effects: LiveEffect[]; cues: Cue[]; more: boolean } {
    this.#begun ??= this.#current.end ? now : -Infinity;
    let time = this.#elapsed(now);
    const cues: Cue[] = [];
    while (this.#waiting.length && time >= this.#current.duration) {
      cues.push(...this.#hear(Infinity));
      this.#current = this.#waiting.shift()!;
      this.#begun = now;
      this.#heard = -1;
      time = 0;
    }
    cues.push(...this.#hear(time));
    this.#time = time;
    const more = this.#waiting.length > 0 || time < this.#current.end;
    return { figures: figuresAt(this.#current, time), effects: effectsAt(this.#current, time), cues, more };
  }

  #elapsed(now: number): number {
    return (now - (this.#begun ?? now)) * (this.#waiting.length > 1 ? HURRY : 1);
  }

  #hear(until: number): Cue[] {
    const cues = this.#current.cues.filter((cue) => cue.at > this.#heard && cue.at <= until);
    this.#heard = Math.max(this.#heard, until);
    return cues;
  }
}
