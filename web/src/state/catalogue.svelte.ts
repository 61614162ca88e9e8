/** The games of the server: requested once, and again while the server is getting ready. */
import * as api from '../api/client';
import { askUntilReady } from '../api/readiness';
import { refusalText } from '../api/refusal';
import type { GameView } from '../api/types';

/** Every page needs the games, so the request is never given up. */
const WHILE_OPEN = new AbortController().signal;

class Catalogue {
  games = $state.raw<GameView[]>([]);
  /** Why the games are not here yet, in words. */
  trouble = $state<string | null>(null);
  #asked = false;

  load(): void {
    if (this.#asked) return;
    this.#asked = true;
    void this.#ask();
  }

  /** Whether the server has answered, with the games or with a refusal: pages wait for this, so that nothing jumps. */
  get isAnswered(): boolean {
    return this.games.length > 0 || this.trouble !== null;
  }

  find(slug: string): GameView | undefined {
    return this.games.find((game) => game.game === slug);
  }

  async #ask(): Promise<void> {
    try {
      const games = await askUntilReady(api.games, WHILE_OPEN, (why) => (this.trouble = why));
      this.games = games ?? [];
      this.trouble = null;
    } catch (problem) {
      this.trouble = refusalText(problem);
    }
  }
}

export const catalogue = new Catalogue();
