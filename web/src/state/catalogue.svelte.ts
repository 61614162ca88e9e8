/** Which games there are: asked once, and again while the server is still getting ready. */
import * as api from '../api/client';
import { refusalText } from '../api/refusal';
import type { GameView } from '../api/types';

const RETRY = 1500;

class Catalogue {
  games = $state.raw<GameView[]>([]);
  /** Why there is nothing yet, in words. */
  trouble = $state<string | null>(null);
  #asked = false;

  load(): void {
    if (this.#asked) return;
    this.#asked = true;
    void this.#ask();
  }

  /** Whether the server has said what there is, or that it cannot yet: a page waits for this, so that nothing jumps. */
  get isAnswered(): boolean {
    return this.games.length > 0 || this.trouble !== null;
  }

  find(slug: string): GameView | undefined {
    return this.games.find((game) => game.game === slug);
  }

  async #ask(): Promise<void> {
    try {
      this.games = await api.games();
      this.trouble = null;
    } catch (problem) {
      this.trouble = refusalText(problem);
      setTimeout(() => void this.#ask(), RETRY);
    }
  }
}

export const catalogue = new Catalogue();
