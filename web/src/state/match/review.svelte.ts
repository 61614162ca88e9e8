/** The analysis of a match that has ended. The server may take a while, or may have none at all. */
import * as api from '../../api/client';
import type { JudgementView } from '../../api/types';

const EVERY = 700;

export class Review {
  judgements = $state.raw<JudgementView[] | null>(null);
  /** Of each seat; null for one that had too few choices. */
  accuracy = $state.raw<(number | null)[] | null>(null);
  /** Whether the server is at it. */
  pending = $state(false);
  readonly #id: string;
  #asked = -1;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string) {
    this.#id = id;
  }

  /** Ask for the analysis of the match at this version. */
  ask(version: number): void {
    if (version === this.#asked) return;
    this.forget();
    this.#asked = version;
    this.pending = true;
    void this.#read(version, () => api.analyse(this.#id));
  }

  /** The match goes on. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#asked = -1;
    this.judgements = this.accuracy = null;
    this.pending = false;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#asked = -1;
  }

  async #read(version: number, ask: () => ReturnType<typeof api.analysis>): Promise<void> {
    try {
      const { status, judgements, accuracy } = await ask();
      if (version !== this.#asked) return;
      this.pending = status === 'running';
      if (status === 'done') {
        this.judgements = judgements;
        this.accuracy = accuracy;
      } else if (this.pending)
        this.#timer = setTimeout(() => void this.#read(version, () => api.analysis(this.#id)), EVERY);
    } catch {
      if (version === this.#asked) this.pending = false; // the end card is shown without it
    }
  }
}
