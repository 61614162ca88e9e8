import { isKind } from '../../api/events';
import type { Tally } from '../../board/gamePage';
import { changed } from '../../board/animation/tally';
import { asNumbers } from '../../lib/values';

/** The score grows wave by wave. */
export const tally: Tally = (view, event, seat) =>
  isKind(event, 'cleared') ? { ...view, scores: changed(asNumbers(view['scores']), seat, event.points) } : view;
