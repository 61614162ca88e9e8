/** One lesson as it is played. The server plays its moves (`POST /api/replay`) and keeps nothing. */
import * as api from '../../api/client';
import { askUntilReady } from '../../api/readiness';
import { asRefusal, refusalText } from '../../api/refusal';
import { lineWith } from '../../lib/records';
import { PREVIEW_DELAY } from '../../state/match/previews.svelte';
import type { GameEvent, LessonView, PreviewView, ReplayView } from '../../api/types';

export type Standing = 'open' | 'done' | 'other';

export class LessonRun {
  readonly lesson: LessonView;
  replay = $state.raw<ReplayView | null>(null);
  events = $state.raw<GameEvent[]>([]);
  /** How the lesson stands, and how it stands on the board so far. */
  standing = $state<Standing>('open');
  shown = $state<Standing>('open');
  preview = $state.raw<PreviewView | null>(null);
  problem = $state<string | null>(null);
  /** What the board waits for, in words: it comes by itself. */
  awaited = $state<string | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked: string | null = null;
  #looking = new AbortController();
  #showing = new AbortController();

  step = $derived(this.replay?.steps.at(-1));
  /** The seat that is asked. */
  learner = $derived(this.replay?.steps[0]?.view.turn ?? 1);

  constructor(lesson: LessonView) {
    this.lesson = lesson;
    void this.reset();
  }

  async reset(): Promise<void> {
    await this.#show([], 'open');
  }

  /** Nobody waits any longer. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#looking.abort();
    this.#showing.abort();
  }

  /** The board has come to rest: the answer can be given. */
  settle(): void {
    this.shown = this.standing;
  }

  async play(text: string): Promise<void> {
    if (this.standing !== 'open') return;
    const { goals } = this.lesson;
    await this.#show([text], goals.length === 0 || goals.includes(text) ? 'done' : 'other');
  }

  askPreview(text: string | null): void {
    clearTimeout(this.#timer);
    this.#looking.abort();
    this.#asked = text;
    if (text === null) {
      this.preview = null;
      return;
    }
    this.#timer = setTimeout(() => void this.#look(text), PREVIEW_DELAY);
  }

  async #look(text: string): Promise<void> {
    const { signal } = (this.#looking = new AbortController());
    try {
      const step = (await this.#replayOf([text], signal))?.steps.at(-1);
      if (step && this.#asked === text) {
        this.preview = { move: text, events: step.events, view: step.view, told: step.told, at_least: false };
      }
    } catch (refused) {
      asRefusal(refused); // without the preview the lesson still works
    }
  }

  async #show(moves: string[], standing: Standing): Promise<void> {
    this.problem = this.awaited = null;
    this.#showing.abort();
    const { signal } = (this.#showing = new AbortController());
    try {
      const replay = await this.#replayOf(moves, signal, (why) => (this.awaited = why));
      if (!replay) return;
      this.awaited = null;
      this.events = moves.length > 0 ? replay.steps.slice(1).flatMap((step) => step.events) : [];
      this.replay = replay;
      this.preview = null;
      this.standing = standing;
      if (standing === 'open') this.shown = standing;
    } catch (refused) {
      this.awaited = null;
      this.problem = refusalText(refused);
    }
  }

  #replayOf(moves: string[], signal: AbortSignal, onwait?: (why: string) => void): Promise<ReplayView | undefined> {
    return askUntilReady(() => api.replayRecord(lineWith(this.lesson.record, moves)), signal, onwait);
  }
}
