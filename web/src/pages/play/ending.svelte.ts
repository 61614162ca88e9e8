/** The end of a match, announced when the board has come to rest. */
import { bestOf, noteBest } from '../../state/best';
import type { MatchStore } from '../../state/match.svelte';
import { outcomeOf, type Outcome } from '../../state/people';
import { settings } from '../../state/settings.svelte';
import { settleTime } from './settling';

export class Ending {
  outcome = $derived.by<Outcome | null>(() => this.#outcome());
  /** A word more about it: the best score. */
  note = $state('');

  #store: MatchStore;
  #settled = $state(true);
  #wasOver: boolean | null = null;
  #noted = '';

  constructor(store: MatchStore) {
    this.#store = store;
    $effect(() => this.#settle());
    $effect(() => this.#keepScore());
  }

  #outcome(): Outcome | null {
    const { match, held } = this.#store;
    return match && this.#settled ? outcomeOf(match, held) : null;
  }

  #settle(): (() => void) | undefined {
    const { match, over, events } = this.#store;
    if (match === null) return undefined;
    const fresh = this.#wasOver === false && over;
    this.#wasOver = over;
    if (!fresh) return undefined;
    this.#settled = false;
    const wait = settleTime(events, settings.still ? 0 : settings.value.speed);
    const timer = setTimeout(() => (this.#settled = true), wait);
    return () => {
      clearTimeout(timer);
      this.#settled = true;
    };
  }

  /** Who plays alone plays against the fewest moves so far. */
  #keepScore(): void {
    const { match, over } = this.#store;
    if (!match || !over || match.mode !== 'solo') {
      this.note = this.#noted = '';
      return;
    }
    const key = `${match.id} ${match.version}`;
    if (this.#noted === key) return;
    this.#noted = key;
    const before = bestOf(match);
    this.note = scoreNote(match.result === '1', match.ply, match.assisted, noteBest(match), before);
  }
}

export function scoreNote(won: boolean, ply: number, assisted: boolean, best: boolean, before: number | null): string {
  if (!won) return before === null ? '' : `Your best is ${before}.`;
  const moves = ply === 1 ? 'In 1 move' : `In ${ply} moves`;
  if (assisted) return `${moves}, with help: it does not count for the table.`;
  if (!best) return `${moves}. Your best is ${before}.`;
  return before === null ? `${moves}: your first score here.` : `${moves}: your best so far, ${before - ply} better.`;
}
