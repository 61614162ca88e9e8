/** Which games there are: asked once, and again while the server is still getting ready. */
import * as api from '../api/client';
import { Refused } from '../api/client';
import type { GameView } from '../api/types';
import { sentence } from './match/store.svelte';

const RETRY = 1500;
/** As the house lists them; a game that is not here comes after those. */
const ORDER = ['mosaic', 'cascade', 'duel', 'pushmine', 'flood'];

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

  find(slug: string): GameView | undefined {
    return this.games.find((game) => game.game === slug);
  }

  async #ask(): Promise<void> {
    try {
      this.games = (await api.games()).sort((a, b) => place(a) - place(b));
      this.trouble = null;
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      this.trouble = sentence(problem.message);
      setTimeout(() => void this.#ask(), RETRY);
    }
  }
}

function place(game: GameView): number {
  const index = ORDER.indexOf(game.game);
  return index < 0 ? ORDER.length : index;
}

export const catalogue = new Catalogue();
