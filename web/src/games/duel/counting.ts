import { isKind } from '../../api/events';
import type { Counting } from '../../board/gamePage';
import { changed } from '../../board/animation/counting';
import { asNumbers } from '../../lib/values';

export const counting: Counting = (view, event) => {
  const tiles = asNumbers(view['tiles']);
  if (isKind(event, 'placed')) return { ...view, tiles: changed(tiles, event.seat, 1) };
  if (!isKind(event, 'captured')) return view;
  const { seat, cells } = event;
  return { ...view, tiles: changed(changed(tiles, seat, cells.length), 3 - seat, -cells.length) };
};
