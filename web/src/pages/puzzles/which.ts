/** Which puzzle of a game is asked, as it stands behind the # of the page's address. */

export type Which =
  | { kind: 'daily'; number: number }
  | { kind: 'practice' }
  /** A moment of one's own matches: one, or the next one that is not solved. */
  | { kind: 'own'; id: string | null }
  | { kind: 'one'; id: string };

export const PRACTICE = 'practice';
export const OWN = 'yours';

export function whichOf(hash: string): Which | null {
  if (/^\d$/.test(hash)) return { kind: 'daily', number: Number(hash) };
  if (hash === PRACTICE) return { kind: 'practice' };
  if (hash === OWN) return { kind: 'own', id: null };
  if (hash.startsWith(`${OWN}-`)) return { kind: 'own', id: hash.slice(OWN.length + 1) };
  return hash ? { kind: 'one', id: hash } : null;
}

export const ownHash = (id: string): string => `${OWN}-${id}`;
