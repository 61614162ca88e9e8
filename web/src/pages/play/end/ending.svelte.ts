/** The end of a match, once the board has shown it. */
import type { MatchView } from '../../../api/types';
import { bestOf, noteBest, soloNote } from '../../../state/you/bestScores';
import { catalogue } from '../../../state/catalogue.svelte';
import { countResult, noteRestart } from '../../../state/fit';
import type { FewestMoves } from '../../../state/match/fewest.svelte';
import type { MatchStore } from '../../../state/match/store.svelte';
import { gamePage } from '../../../games';
import { firstResult, noteResult, noteResumed } from '../../../state/you/journal';
import { outcomeOf, type Outcome } from '../../../state/sentences';

export class Ending {
  outcome = $derived.by<Outcome | null>(() => this.#outcome());
  /** More about it: the best score, or the level that comes next. */
  note = $derived.by(() => this.#said());

  #fit = $state('');
  /** The score of somebody who played alone, among their own. */
  #score = $state.raw<{ before: number | null; isBest: boolean } | null>(null);
  #store: MatchStore;
  #fewest: FewestMoves;
  #noted = '';
  #ply = 0;
  /** Whether this page has yet to say that a match with a result goes on. */
  #mayResume = true;

  constructor(store: MatchStore, fewest: FewestMoves) {
    this.#store = store;
    this.#fewest = fewest;
    $effect(() => this.#followRestarts());
    $effect(() => this.#keepResult());
    $effect(() => this.#keepScore());
  }

  /** Taking moves back marks a match; where it becomes shorter without the mark, it was begun again. */
  #followRestarts(): void {
    const { match } = this.#store;
    if (!match) return;
    if (match.ply < this.#ply && !match.assisted) noteRestart(match);
    this.#ply = match.ply;
  }

  #outcome(): Outcome | null {
    const { match, held } = this.#store;
    return match ? outcomeOf(match, held, gamePage(match.game).words) : null;
  }

  /** As soon as the server has it: who takes the last move back before the board has shown it has lost all the same. */
  #keepResult(): void {
    const { latest, held } = this.#store;
    if (!latest) return;
    if (latest.result !== null) noteResult(latest, held, gamePage(latest.game).feats?.counts);
    else if (this.#mayResume) noteResumed(latest.id);
    this.#mayResume = latest.result !== null;
  }

  #keepScore(): void {
    const { match, over } = this.#store;
    if (!match || !over) {
      this.#fit = this.#noted = '';
      this.#score = null;
      return;
    }
    const key = `${match.id} ${match.version}`;
    if (this.#noted === key) return;
    this.#noted = key;
    if (match.mode === 'solo') this.#score = { before: bestOf(match), isBest: noteBest(match) };
    else this.#fit = this.#fitNote(match) || firstNote(match);
  }

  /** Someone who plays alone plays against the fewest moves so far, and those possible, which may be known later. */
  #said(): string {
    const { match } = this.#store;
    if (!match || !this.#score) return this.#fit;
    return soloNote(match, this.#score.before, this.#score.isBest, this.#fewest.value);
  }

  #fitNote(match: MatchView): string {
    const game = catalogue.find(match.game);
    return game ? countResult(match, game, this.#store.held) : '';
  }
}

const COUNTED = { won: 'you won', lost: 'you lost', draw: 'a draw' };

/** Where a match has ended before: what counts. */
function firstNote(match: MatchView): string {
  const first = firstResult(match.id);
  if (!first?.resumed || first.ending === 'neutral') return '';
  return `The first result of this match counts: ${COUNTED[first.ending]}.`;
}
