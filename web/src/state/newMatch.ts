/** Making a match and going to it. */
import * as api from '../api/client';
import { doOnceReady, type Waiting } from '../api/readiness';
import type { GameView, MadeView, MatchView, NewMatch, SeatRequest, SeatView } from '../api/types';
import { addressOf, router } from './router.svelte';
import { rememberMade } from './knownMatches';
import { settings } from './settings.svelte';

let handed: MatchView | null = null;

/** The match that was just made, so that its page need not ask for it again. */
export function handedOver(id: string): MatchView | null {
  const match = handed?.id === id ? handed : null;
  handed = null;
  return match;
}

export async function make(asked: NewMatch): Promise<MadeView> {
  const made = await api.makeMatch(asked);
  rememberMade(made);
  return made;
}

/** The same for somebody who waits while the rules are compiled; nothing where nobody waits any longer. */
export const makeOnceReady = (asked: NewMatch, waiting: Waiting): Promise<MadeView | undefined> =>
  doOnceReady(() => make(asked), waiting);

export async function makeAndGo(asked: NewMatch): Promise<void> {
  go(await make(asked));
}

/** Go to the page of a match that was just made. */
export function go(made: MadeView): void {
  handed = made.match;
  router.go(addressOf.play(made.id));
}

/** A person alone, or against the level that the game suggests, or, in a game without levels, two people here. */
function usualSeats(game: Pick<GameView, 'seats' | 'default_level'>): SeatRequest[] {
  if (game.seats === 1) return [person()];
  if (game.default_level === null) return [person(), { kind: 'person' }];
  return [person(), { kind: 'level', level: game.default_level }];
}

/** Go on from a position, given as a record: against the AI where one played, else as two people at this screen. */
export function playOn(
  game: Pick<GameView, 'game' | 'seats' | 'default_level'>,
  record: string,
  seats: readonly SeatView[] = [],
): Promise<void> {
  const people = seats.filter((seat) => seat.kind !== 'level');
  const like = people.length > 0 ? seats.map(seatHere) : usualSeats(game);
  return makeAndGo({ game: game.game, record, seats: like });
}

function seatHere(seat: SeatView): SeatRequest {
  return seat.kind === 'level' ? levelLike(seat) : person(seat.kind === 'person' ? seat.name : null);
}

function levelLike(seat: SeatView): SeatRequest {
  const text = seat.strategy?.['text'];
  const prompt = typeof text === 'string' && text ? { prompt: text } : {};
  return { kind: 'level', level: seat.level, ...prompt };
}

/** The same again on a fresh board, with the same people. */
export function anotherLike(match: MatchView): NewMatch {
  return {
    game: match.game,
    ...rulesOf(match),
    ...(match.turn_seconds === null ? {} : { turn_seconds: match.turn_seconds }),
    seats: match.seats.map((seat) => {
      if (seat.kind === 'level') return levelLike(seat);
      return seat.kind === 'invite' ? { kind: 'invite' } : person(seat.name);
    }),
  };
}

/** The rules that a match was made with. */
export const rulesOf = (match: MatchView): Pick<NewMatch, 'preset' | 'variant'> =>
  match.preset === null ? { variant: match.chosen_variant } : { preset: match.preset };

export function person(name: string | null = settings.value.name || null): { kind: 'person'; name?: string } {
  return name ? { kind: 'person', name } : { kind: 'person' };
}
