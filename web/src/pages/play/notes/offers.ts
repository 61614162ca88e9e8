/** What one side asks the other during a match, and what the page offers. */
import type { MatchView } from '../../../api/types';
import type { MatchStore } from '../../../state/match/store.svelte';
import { settings } from '../../../state/settings.svelte';

/** A rematch is offered and answered where the match ended: see Rematch. */
export const offersOf = (match: Pick<MatchView, 'offers'>) =>
  match.offers.flatMap(({ offer, seat }) => (offer === 'rematch' ? [] : { offer, seat }));

export const hasOffer = (match: Pick<MatchView, 'offers'>): boolean => offersOf(match).length > 0;

/** Sound is off until somebody wants it; it is offered once, after the first move of somebody's own. */
export const isSoundOffered = (store: MatchStore): boolean =>
  !settings.value.sound &&
  !settings.value.soundOffered &&
  !settings.still &&
  settings.value.speed > 0 &&
  !store.watcher &&
  !store.over &&
  (store.match?.ply ?? 0) > 0;
