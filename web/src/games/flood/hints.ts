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
  const given = hint?.details['costs'];
  if (typeof given !== 'object' || given === null) return costs;
  for (const [colour, cost] of Object.entries(given as Record<string, { extra: number; proven: boolean }>)) {
    const { extra, proven } = cost;
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
  const toGo = hint?.details['to_go'];
  const atLeast = hint?.details['at_least'];
  if (typeof toGo !== 'number') return '';
  const moves = `${toGo} ${toGo === 1 ? 'move' : 'moves'} to go`;
  return atLeast === toGo ? `${moves}, proven` : `at most ${moves}, at least ${String(atLeast)}`;
}
