/** The address of a puzzle: which one of a game is asked, as it stands behind the # of the page. */

export type PuzzleAddress =
  | { kind: 'daily'; number: number }
  | { kind: 'practice' }
  /** A moment of one's own matches: one, or the next one that is not solved. */
  | { kind: 'own'; id: string | null }
  | { kind: 'one'; id: string };

export const PRACTICE = 'practice';
export const OWN = 'yours';

export function puzzleAddress(hash: string): PuzzleAddress | null {
  if (/^\d$/.test(hash)) return { kind: 'daily', number: Number(hash) };
  if (hash === PRACTICE) return { kind: 'practice' };
  if (hash === OWN) return { kind: 'own', id: null };
  if (hash.startsWith(`${OWN}-`)) return { kind: 'own', id: hash.slice(OWN.length + 1) };
  return hash ? { kind: 'one', id: hash } : null;
}

export const ownHash = (id: string): string => `${OWN}-${id}`;

/** The place of the next one that is left, behind this place and round to it; null if no other is left. */
export function nextLeft(left: readonly boolean[], at: number): number | null {
  const others = left.flatMap((isLeft, place) => (isLeft && place !== at ? [place] : []));
  return others.find((place) => place > at) ?? others[0] ?? null;
}
