/** What follows a match: a rematch, another board, another level, or an earlier moment of it again. */
import * as api from '../../../api/client';
import { asRefusal, refusalText } from '../../../api/refusal';
import type { NewMatch } from '../../../api/types';
import { catalogue } from '../../../state/catalogue.svelte';
import { isFitting, levelIn, noteFitting, playFitting } from '../../../state/fit';
import type { MatchStore } from '../../../state/match/store.svelte';
import { anotherLike, makeAndGo, rulesOf } from '../../../state/newMatch';
import { addressOf, router } from '../../../state/router.svelte';
import { lineUpTo } from '../../../lib/records';

export class NextMatch {
  /** Did this side offer a rematch? It may be accepted while it waits. */
  #offers = $state(false);
  #store: MatchStore;

  constructor(store: MatchStore) {
    this.#store = store;
    $effect(() => this.#followOffer());
  }

  /** A rematch that the other side has begun, and that this page has not gone to. */
  get isWaiting(): boolean {
    const { match, watcher, commands } = this.#store;
    return Boolean(match?.rematch) && !watcher && !this.#offers && commands.pending !== 'rematch';
  }

  async rematch(): Promise<void> {
    const next = await this.#store.commands.rematch();
    if (!next) return;
    const { match } = this.#store;
    const game = match && catalogue.find(match.game);
    if (game && isFitting(match)) noteFitting(game, next, levelIn(match)); // in a series the level stays, and results count
    router.go(addressOf.play(next));
  }

  /** The same again on a fresh board; the opponent that fits may have become another level. */
  async another(): Promise<void> {
    const { match } = this.#store;
    if (!match) return;
    const game = catalogue.find(match.game);
    await this.#try(() =>
      game && isFitting(match) ? playFitting(game, rulesOf(match)) : makeAndGo(anotherLike(match)),
    );
  }

  /** Whatever "again" means after this match. */
  again(): Promise<void> {
    const { match } = this.#store;
    const isFree = match && !match.series && (match.seats.length === 1 || isFitting(match));
    return isFree ? this.another() : this.rematch();
  }

  /** Go on from an earlier moment of this match, in a match of its own. */
  retry(ply: number): Promise<void> {
    const match = this.#store.match!;
    return this.#try(async () => {
      const { game, seats = null } = anotherLike(match);
      await makeAndGo({ game, seats, record: lineUpTo((await api.record(match.id)).text ?? '', ply) });
    });
  }

  /** The same against another level. */
  playLevel(level: string): Promise<void> {
    const asked: NewMatch = anotherLike(this.#store.match!);
    const seats = asked.seats?.map((seat) => (seat.kind === 'level' ? { ...seat, level } : seat)) ?? [];
    return this.#try(() => makeAndGo({ ...asked, seats }));
  }

  #followOffer(): void {
    const { match, held } = this.#store;
    if (match?.rematch && this.#offers) void this.rematch();
    else if (!match?.rematch) this.#offers = held.includes(this.#store.offeredBy('rematch') ?? 0);
  }

  /** What is wrong with a new match is said at the controls. */
  async #try(make: () => Promise<void>): Promise<void> {
    try {
      await make();
    } catch (refused) {
      this.#store.problem = {
        code: asRefusal(refused).errorCode,
        message: refusalText(refused),
        where: 'controls',
      };
    }
  }
}
