/** Wells, sockets and inks of a board, by day and by night. */

export type Theme = 'light' | 'dark';

export interface Ground {
  /** The board's bed, and its edge below. */
  well: string;
  wellEdge: string;
  /** Where a piece lies. */
  socket: string;
  socketEdge: string;
  /** Letters, numbers and captions on the well. */
  ink: string;
  softInk: string;
}

export type Grounds = Readonly<Record<Theme, Ground>>;

const INKS = { ink: '#f4f1ea', softInk: '#a9a8a6' };

/** A ground from the colours of its bed and sockets. */
export function ground(well: string, wellEdge: string, socket: string, socketEdge: string): Ground {
  return { well, wellEdge, socket, socketEdge, ...INKS };
}

/** A neutral grey, for games that do not bring their own. */
export const NEUTRAL: Grounds = {
  light: ground('#272a31', '#1a1c21', '#1f2227', '#17191d'),
  dark: ground('#15181d', '#08090b', '#0e1013', '#08090b'),
};

/** As the document says, or else the system. */
export function currentTheme(): Theme {
  const said = document.documentElement.dataset['theme'];
  if (said === 'light' || said === 'dark') return said;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Calls back when the document or the system changes it; returns what stops that. */
export function watchTheme(changed: (theme: Theme) => void): () => void {
  const report = (): void => changed(currentTheme());
  const system = matchMedia('(prefers-color-scheme: dark)');
  const document_ = new MutationObserver(report);
  document_.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  system.addEventListener('change', report);
  return () => {
    document_.disconnect();
    system.removeEventListener('change', report);
  };
}
