/** Wells, sockets and inks of a board, tuned for each game, by day and by night. */

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

const INKS = { ink: '#f4f1ea', softInk: '#a9a8a6' };

const GROUNDS: Record<string, Record<Theme, Ground>> = {
  mosaic: {
    light: { well: '#272a31', wellEdge: '#1a1c21', socket: '#1f2227', socketEdge: '#17191d', ...INKS },
    dark: { well: '#15181d', wellEdge: '#08090b', socket: '#0e1013', socketEdge: '#08090b', ...INKS },
  },
  cascade: {
    light: { well: '#23283a', wellEdge: '#171a28', socket: '#1c2030', socketEdge: '#141724', ...INKS },
    dark: { well: '#141828', wellEdge: '#090b14', socket: '#0d101c', socketEdge: '#080a12', ...INKS },
  },
  duel: {
    light: { well: '#332c2a', wellEdge: '#221c1a', socket: '#2a2422', socketEdge: '#1e1917', ...INKS },
    dark: { well: '#1f1a19', wellEdge: '#0f0c0b', socket: '#161211', socketEdge: '#0c0a09', ...INKS },
  },
  pushmine: {
    light: { well: '#2b3033', wellEdge: '#1c2022', socket: '#212629', socketEdge: '#171b1d', ...INKS },
    dark: { well: '#171b1d', wellEdge: '#0a0c0d', socket: '#101315', socketEdge: '#090b0c', ...INKS },
  },
  flood: {
    light: { well: '#272a31', wellEdge: '#1a1c21', socket: '#1f2227', socketEdge: '#17191d', ...INKS },
    dark: { well: '#15181d', wellEdge: '#08090b', socket: '#0e1013', socketEdge: '#08090b', ...INKS },
  },
};

export function groundOf(game: string, theme: Theme): Ground {
  return (GROUNDS[game] ?? GROUNDS['mosaic']!)[theme];
}

/** As the document says, or else the system. */
export function currentTheme(): Theme {
  const said = document.documentElement.dataset['theme'];
  if (said === 'light' || said === 'dark') return said;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Calls back when the document or the system changes its mind; returns how to stop. */
export function watchTheme(changed: (theme: Theme) => void): () => void {
  const tell = (): void => changed(currentTheme());
  const system = matchMedia('(prefers-color-scheme: dark)');
  const document_ = new MutationObserver(tell);
  document_.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  system.addEventListener('change', tell);
  return () => {
    document_.disconnect();
    system.removeEventListener('change', tell);
  };
}
