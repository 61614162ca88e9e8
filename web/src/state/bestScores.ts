/** The fewest moves that this browser's owner needed, by variant; helped matches do not count. */
import type { MatchView } from '../api/types';
import { load, save } from './storage';

const KEY = 'best';

const variantKey = (match: Pick<MatchView, 'game' | 'preset' | 'variant'>): string =>
  `${match.game} ${match.preset ?? JSON.stringify(match.variant)}`;

export function bestOf(match: MatchView): number | null {
  return load<Record<string, number>>(KEY, {})[variantKey(match)] ?? null;
}

/** Keep a won match's moves if they are the fewest; whether they are. */
export function noteBest(match: MatchView): boolean {
  if (match.mode !== 'solo' || match.result !== '1' || match.assisted) return false;
  const kept = load<Record<string, number>>(KEY, {});
  const before = kept[variantKey(match)];
  if (before !== undefined && before <= match.ply) return false;
  save(KEY, { ...kept, [variantKey(match)]: match.ply });
  return true;
}
