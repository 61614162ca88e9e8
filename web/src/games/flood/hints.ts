/** What a hint says about every colour: the moves more than the best that it costs, and whether that is proven. */
import type { BoardHint } from '../../board/props';
import type { SentenceContext } from '../../state/sentences';
import { COLOURS } from './colours';

export interface Cost {
  extra: number;
  proven: boolean;
  /** "best", "1 more", or "≤ 1 more" where it is not proven. */
  text: string;
  /** The same, for screen readers. */
  words: string;
}

export function costsOf(hint: BoardHint | null): Map<string, Cost> {
  const costs = new Map<string, Cost>();
  if (!hint || !('costs' in hint.details)) return costs;
  for (const [colour, { extra, proven }] of Object.entries(hint.details.costs)) {
    const moves = `${extra} more ${extra === 1 ? 'move' : 'moves'} than the best`;
    const words = extra === 0 && proven ? 'costs nothing: proven best' : `costs ${proven ? '' : 'at most '}${moves}`;
    costs.set(colour, { extra, proven, text: shortCost(extra, proven), words });
  }
  return costs;
}

const shortCost = (extra: number, proven: boolean): string =>
  extra === 0 && proven ? 'best' : `${proven ? '' : '≤ '}${extra} more`;

/** "14 moves to go, proven" or "at most 28 moves to go". */
export function outlookOf(hint: BoardHint | null): string {
  if (!hint || !('costs' in hint.details)) return '';
  const { to_go: toGo, at_least: atLeast } = hint.details;
  return atLeast === toGo ? `${movesToGo(toGo)}, proven` : mostToGo(toGo, atLeast);
}

const movesToGo = (count: number): string => `${count} ${count === 1 ? 'move' : 'moves'} to go`;

const mostToGo = (toGo: number, atLeast: number): string => `at most ${movesToGo(toGo)}, at least ${atLeast}`;

/** Why, with what each colour costs, in the order of the buttons: "2 moves to go, and only 1 left; grey +0, white +1". */
export function whyOfHint(
  { details }: Pick<BoardHint, 'details'>,
  { pieceName }: Pick<SentenceContext, 'pieceName'>,
): string | null {
  if (!('costs' in details)) return null;
  const { to_go: toGo, at_least: atLeast, left, costs } = details;
  const moves = atLeast === toGo ? movesToGo(toGo) : mostToGo(toGo, atLeast);
  const late = left !== null && atLeast > left ? `, and only ${left} left` : '';
  const each = COLOURS.flatMap(({ name, character }) => {
    const cost = costs[name];
    return cost ? [`${pieceName(character)} ${cost.proven ? '' : 'at most '}+${cost.extra}`] : [];
  });
  return `${moves}${late}; ${each.join(', ')}`;
}
