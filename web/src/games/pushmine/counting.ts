import { isKind } from '../../api/events';
import type { Counting } from '../../board/gamePage';
import { changed } from '../../board/animation/counting';
import { asNumbers } from '../../lib/values';

export const counting: Counting = (view, event) => {
  const [mines, earned] = [asNumbers(view['mines']), asNumbers(view['earned'])];
  if (isKind(event, 'mine_placed')) return { ...view, mines: changed(mines, event.seat, -1) };
  if (!isKind(event, 'mine_earned')) return view;
  return { ...view, mines: changed(mines, event.seat, 1), earned: changed(earned, event.seat, 1) };
};
