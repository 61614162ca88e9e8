import { isKind } from '../../api/events';
import type { Counting } from '../../board/gamePage';
import { asNumbers } from '../../lib/values';

/** The tokens of the seats, by their characters. */
const OWN = ['b', 'o'];

/** Tokens vanish wave by wave. */
export const counting: Counting = (view, event) => {
  if (!isKind(event, 'cleared')) return view;
  const gone = OWN.map((look) => event.colours.split(look).length - 1);
  return { ...view, tokens: asNumbers(view['tokens']).map((left, index) => left - (gone[index] ?? 0)) };
};
