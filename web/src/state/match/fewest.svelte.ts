/** The fewest moves that win a match, as far as the server's solver knows: asked for once, after the board is shown. */
import * as api from '../../api/client';

export interface Fewest {
  atLeast: number;
  /** Equal where it is proven. */
  atMost: number;
}

export class FewestMoves {
  value = $state.raw<Fewest | null>(null);
  readonly #id: string;
  #asked = false;

  constructor(id: string) {
    this.#id = id;
  }

  async ask(): Promise<void> {
    if (this.#asked) return;
    this.#asked = true;
    try {
      const { at_least, at_most } = await api.fewest(this.#id);
      if (at_least !== null && at_most !== null) this.value = { atLeast: at_least, atMost: at_most };
    } catch {
      this.#asked = false; // nobody waits for it, so it is requested again with the next move
    }
  }
}
