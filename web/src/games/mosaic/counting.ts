import { isKind } from '../../api/events';
import type { Counting } from '../../board/gamePage';
import { changed } from '../../board/animation/counting';
import { asNumbers } from '../../lib/values';

/** The score grows wave by wave. */
export const counting: Counting = (view, event, seat) =>
  isKind(event, 'cleared') ? { ...view, scores: changed(asNumbers(view['scores']), seat, event.points) } : view;
