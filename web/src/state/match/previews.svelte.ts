/** What a move would do: asked for a moment after the pointer came to rest, and kept until the position changes. */
import * as api from '../../api/client';
import type { MatchView, PreviewView } from '../../api/types';

/** How long the pointer rests before a preview is asked for. */
export const PREVIEW_DELAY = 40;

export class Previews {
  /** The answer to the last question, once it is there. */
  current = $state.raw<PreviewView | null>(null);
  /** By move. */
  #known: Record<string, PreviewView> = {};
  #timer: ReturnType<typeof setTimeout> | undefined;
  #abort: AbortController | null = null;

  /** `text` is the move in question; null when there no longer is one. */
  ask(text: string | null, match: MatchView | null): void {
    this.stop();
    const known = text === null ? undefined : this.#known[text];
    this.current = known ?? null;
    if (text === null || known || !match) return;
    this.#timer = setTimeout(() => void this.#fetch(text, match), PREVIEW_DELAY);
  }

  async #fetch(text: string, match: MatchView): Promise<void> {
    const abort = (this.#abort = new AbortController());
    try {
      const preview = await api.preview(match.id, text, match.ply, abort.signal);
      if (abort.signal.aborted) return;
      this.#known[text] = preview;
      this.current = preview;
    } catch {
      // Nobody misses a preview that fails: the move itself is refused in words.
    }
  }

  /** The position has changed. */
  clear(): void {
    this.stop();
    this.#known = {};
    this.current = null;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#abort?.abort();
  }
}
