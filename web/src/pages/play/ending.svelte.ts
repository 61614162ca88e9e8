/** The end of a match, announced when the board has come to rest. */
import type { MatchView } from '../../api/types';
import { bestOf, noteBest, soloNote } from '../../state/bestScores';
import { catalogue } from '../../state/catalogue.svelte';
import { countResult } from '../../state/fit';
import type { FewestMoves } from '../../state/match/fewest.svelte';
import type { MatchStore } from '../../state/match/store.svelte';
import { gamePage } from '../../games';
import { outcomeOf, type Outcome } from '../../state/sentences';

export class Ending {
  outcome = $derived.by<Outcome | null>(() => this.#outcome());
  /** More about it: the best score, or the level that comes next. */
  note = $state('');

  #store: MatchStore;
  #fewest: FewestMoves;
  #settled = $state(true);
  #before: Standing | null = null;
  #noted = '';

  constructor(store: MatchStore, fewest: FewestMoves) {
    this.#store = store;
    this.#fewest = fewest;
    $effect.pre(() => this.#await());
    $effect(() => {
      const hidden = (): void => this.settle();
      document.addEventListener('visibilitychange', hidden);
      return () => document.removeEventListener('visibilitychange', hidden);
    });
    $effect(() => this.#keepScore());
  }

  /** The board has shown everything. */
  settle(): void {
    this.#settled = true;
  }

  #outcome(): Outcome | null {
    const { match, held } = this.#store;
    return match && this.#settled ? outcomeOf(match, held, gamePage(match.game).words) : null;
  }

  #await(): void {
    const { match, over } = this.#store;
    const now = match && { ply: match.ply, over };
    if (!over) this.#settled = true;
    else if (isToBeShown(this.#before, now)) this.#settled = document.hidden; // nothing is drawn there
    this.#before = now;
  }

  #keepScore(): void {
    const { match, over } = this.#store;
    if (!match || !over) {
      this.note = this.#noted = '';
      return;
    }
    const key = `${match.id} ${match.version}`;
    if (this.#noted === key) return;
    this.#noted = key;
    this.note = match.mode === 'solo' ? this.#aloneNote(match) : this.#fitNote(match);
  }

  /** Someone who plays alone plays against the fewest moves so far. */
  #aloneNote(match: MatchView): string {
    const before = bestOf(match);
    return soloNote(match, before, noteBest(match), this.#fewest.value);
  }

  #fitNote(match: MatchView): string {
    const game = catalogue.find(match.game);
    return game ? countResult(match, game, this.#store.held) : '';
  }
}

export interface Standing {
  ply: number;
  over: boolean;
}

/** A move that ends the match is shown first; whatever else ends it (a resignation, say) is announced at once. */
export function isToBeShown(before: Standing | null, now: Standing | null): boolean {
  return before !== null && now !== null && !before.over && now.over && before.ply !== now.ply;
}
