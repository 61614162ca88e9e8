/** What a hint says about every colour: the moves more than the best that it costs, and whether that is proven. */
import type { BoardHint } from '../../board/props';

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
  const moves = `${toGo} ${toGo === 1 ? 'move' : 'moves'} to go`;
  return atLeast === toGo ? `${moves}, proven` : `at most ${moves}, at least ${atLeast}`;
}
