/** What a match of Color Cascade Grid is about: what happens without swaps, and what it means to have no token left. */
import type { Goal, Variant } from '../../board/gamePage';

type Ways = Readonly<Record<string, Goal>>;

/** By what happens when nobody can swap, and then by what losing one's last token means. */
const GOALS: Readonly<Record<string, Ways>> = {
  count: {
    wins: { short: 'To win: hold more of your colour at the end, or lose it all.' }, // as the tagline says
    loses: {
      full: 'Hold more of your colour when the swaps run out. Who loses every last one loses at once.',
      short: 'To win: hold more of your colour at the end, and never lose it all.',
    },
    none: {
      full: 'Hold more of your colour when the swaps run out.',
      short: 'To win: hold more of your colour at the end.',
    },
  },
  draw: {
    wins: {
      full: 'Lose every last token and win at once. If the swaps run out first, it is a draw.',
      short: 'To win: lose your last token. Without swaps it is a draw.',
    },
    loses: {
      full: 'Take their every last token and win at once. If the swaps run out first, it is a draw.',
      short: 'To win: take their last token. Without swaps it is a draw.',
    },
    none: {
      full: 'Nobody can win under these rules: when the swaps run out, it is a draw.',
      short: 'Nobody can win: without swaps it is a draw.',
    },
  },
};

export const goal = (variant: Variant): Goal => GOALS[String(variant['no_moves'])]?.[String(variant['vanish'])] ?? {};
