/** Where the pages live: on a server, perhaps under a path of it, or on a plain web space.
 *
 *  A web space has one page: the address within it stands behind a question mark (`…/?/match/ID`), and a worker stands in
 *  for the server. */

const page = typeof document === 'undefined' ? null : document;

/** Whether these pages come from a plain web space. `make site` marks them. */
export const IS_SITE = page?.documentElement.dataset['home'] === 'site';

/** The path under which everything lies, with a slash at its end. */
export const HOME = page ? new URL('./', page.baseURI).pathname : '/';

/** The same with its origin, and without the slash: what the API's paths are appended to. */
export const ORIGIN = page ? location.origin + HOME.slice(0, -1) : 'http://localhost';

/** An address within these pages (`/match/ID`) as the browser shows it. */
export const shown = (address: string): string => (IS_SITE ? `${HOME}?${address}` : HOME + address.slice(1));

/** The address within these pages for one that the browser shows: the reverse of `shown`. */
export function within(url: { pathname: string; search: string }): string {
  const inside = IS_SITE ? decode(url.search.slice(1)) : url.pathname.slice(HOME.length - 1);
  return inside || '/';
}

export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
