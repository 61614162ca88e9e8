/** Addresses of the pages, and going from one to another. */
import { decode, HOME, shown, within } from '../lib/home';

export type Route =
  | { page: 'menu' }
  | { page: 'play'; id: string }
  | { page: 'history'; id: string }
  | { page: 'replay' }
  | { page: 'start' }
  | { page: 'rules'; game: string }
  | { page: 'tutorial'; game: string }
  | { page: 'join'; id: string }
  | { page: 'you' }
  | { page: 'day'; date: string }
  | { page: 'puzzles' }
  | { page: 'solve'; game: string }
  | { page: 'lab' }
  | { page: 'report'; name: string }
  | { page: 'missing' };

const ID = '([A-Za-z0-9_-]{1,64})';
const SLUG = '([a-z0-9_-]{1,32})';
const REPORT = '([A-Za-z0-9_.%~-]{1,200})';

const PATTERNS: [RegExp, (found: RegExpMatchArray) => Route][] = [
  [/^\/$/, () => ({ page: 'menu' })],
  [new RegExp(`^/match/${ID}$`), ([, id = '']) => ({ page: 'play', id })],
  [new RegExp(`^/match/${ID}/history$`), ([, id = '']) => ({ page: 'history', id })],
  [/^\/replay$/, () => ({ page: 'replay' })],
  [/^\/start$/, () => ({ page: 'start' })],
  [new RegExp(`^/rules/${SLUG}$`), ([, game = '']) => ({ page: 'rules', game })],
  [new RegExp(`^/learn/${SLUG}$`), ([, game = '']) => ({ page: 'tutorial', game })],
  [new RegExp(`^/join/${ID}$`), ([, id = '']) => ({ page: 'join', id })],
  [/^\/day\/(\w{1,12})$/, ([, date = '']) => ({ page: 'day', date })],
  [/^\/you$/, () => ({ page: 'you' })],
  [/^\/puzzles$/, () => ({ page: 'puzzles' })],
  [new RegExp(`^/puzzles/${SLUG}$`), ([, game = '']) => ({ page: 'solve', game })],
  [/^\/lab$/, () => ({ page: 'lab' })],
  [new RegExp(`^/lab/${REPORT}$`), ([, name = '']) => ({ page: 'report', name: decodeURIComponent(name) })],
];

export function routeOf(path: string): Route {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') || '/' : path;
  for (const [pattern, make] of PATTERNS) {
    const found = plain.match(pattern);
    if (found) return make(found);
  }
  return { page: 'missing' };
}

/** The pages' addresses, as the browser shows them. */
export const addressOf = {
  menu: () => shown('/'),
  play: (id: string) => shown(`/match/${id}`),
  history: (id: string, ply?: number) => shown(`/match/${id}/history${ply === undefined ? '' : `#${ply}`}`),
  replay: (text: string) => shown(`/replay#${text}`),
  start: (text: string) => shown(`/start#${text}`),
  rules: (game: string) => shown(`/rules/${game}`),
  learn: (game: string) => shown(`/learn/${game}`),
  you: () => shown('/you'),
  /** `tries` are matches whose results are to be compared; only a server knows them. Elsewhere the moves go along. */
  day: (date: string, { matches = [], moves = '' }: { matches?: readonly string[]; moves?: string } = {}) =>
    shown(
      `/day/${date}${matches.length > 0 ? `?matches=${matches.join(',')}` : ''}${moves && `#${encodeURIComponent(moves)}`}`,
    ),
  puzzles: () => shown('/puzzles'),
  /** `which` is a number of today's, a puzzle's id, or one of `pages/puzzles/address.ts`. */
  solve: (game: string, which = '') => shown(`/puzzles/${game}${which && `#${which}`}`),
  lab: () => shown('/lab'),
  report: (name: string) => shown(`/lab/${encodeURIComponent(name)}`),
};

const currentPath = (): string => (typeof location === 'undefined' ? '/' : within(location));
const currentHash = (): string => (typeof location === 'undefined' ? '' : decode(location.hash.slice(1)));

class Router {
  path = $state(currentPath());
  /** What stands behind the #: a record, an invitation's secret, a ply. It never leaves the browser. */
  hash = $state(currentHash());
  route = $derived(routeOf(this.path));

  /** `address` is one of `addressOf`. */
  go(address: string, { replace = false }: { replace?: boolean } = {}): void {
    if (replace) history.replaceState(null, '', address);
    else history.pushState(null, '', address);
    this.read();
    window.scrollTo(0, 0);
  }

  /** Change the part behind the # without a new entry in the browser's history. */
  mark(hash: string): void {
    history.replaceState(null, '', shown(this.path) + (hash && `#${hash}`));
    this.hash = hash;
  }

  read(): void {
    this.path = currentPath();
    this.hash = currentHash();
  }

  /** Follow links within the site without loading the page again. */
  listen(): () => void {
    const popped = (): void => this.read();
    const clicked = (event: MouseEvent): void => {
      const link = (event.target as Element | null)?.closest?.('a');
      if (!link || !isOurs(link, event)) return;
      event.preventDefault();
      if (link.href !== location.href) this.go(link.href);
    };
    window.addEventListener('popstate', popped);
    window.addEventListener('hashchange', popped);
    document.addEventListener('click', clicked);
    return () => {
      window.removeEventListener('popstate', popped);
      window.removeEventListener('hashchange', popped);
      document.removeEventListener('click', clicked);
    };
  }
}

function isOurs(link: HTMLAnchorElement, event: MouseEvent): boolean {
  const plain = !event.defaultPrevented && event.button === 0;
  const held = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  const isHere = link.origin === location.origin && link.pathname.startsWith(HOME);
  const page = isHere && !link.pathname.startsWith(`${HOME}api`) && !link.hasAttribute('download');
  return plain && !held && page && !link.target && !link.getAttribute('href')?.startsWith('#');
}

export const router = new Router();
