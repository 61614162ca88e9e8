/** What one side asks the other during a match. */
import type { MatchView } from '../../../api/types';

/** A rematch is offered and answered where the match ended: see Rematch. */
export const offersOf = (match: Pick<MatchView, 'offers'>) =>
  match.offers.flatMap(({ offer, seat }) => (offer === 'rematch' ? [] : { offer, seat }));

export const hasOffer = (match: Pick<MatchView, 'offers'>): boolean => offersOf(match).length > 0;
