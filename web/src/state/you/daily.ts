/** The boards of the day: one counted try per board, and what came of it. */
import { isBegun, knownMatch } from '../knownMatches';
import { load, save } from '../storage';
import { journal, type Result } from './journal';

/** The match that is this browser's try at a board, by day and game. */
type Tries = Record<string, string>;

const KEY = 'dailies';
const MOST_KEPT = 400;

const keyOf = (date: string, game: string): string => `${date} ${game}`;

const tries = (): Tries => load<Tries>(KEY, {});

/** The first match on a board that was begun is the try; later ones are practice. */
export function noteTry(date: string, game: string, id: string): void {
  if (tryAt(date, game).standing !== 'open') return;
  const latest = Object.entries({ ...tries(), [keyOf(date, game)]: id }).slice(-MOST_KEPT);
  save(KEY, Object.fromEntries(latest));
}

export type Standing = 'open' | 'begun' | 'practice' | 'won' | 'lost' | 'draw';

export interface DailyTry {
  standing: Standing;
  /** The match, where there is one. */
  id: string | null;
  result: Result | null;
}

/** How somebody's try at a board stands. */
export function tryAt(date: string, game: string): DailyTry {
  const id = tries()[keyOf(date, game)] ?? null;
  const result = journal().find((one) => one.id === id) ?? null;
  return { id, result, standing: standingOf(id, result) };
}

/** How all tries stand, by day; each of `games` has its place in the list. */
export function allTries(games: readonly string[]): Map<string, Standing[]> {
  const results = new Map(journal().map((one) => [one.id, one]));
  const days = new Map<string, Standing[]>();
  for (const [key, id] of Object.entries(tries())) {
    const [date = '', game = ''] = key.split(' ');
    const standings = days.get(date) ?? games.map((): Standing => 'open');
    const place = games.indexOf(game);
    if (place >= 0) standings[place] = standingOf(id, results.get(id) ?? null);
    days.set(date, standings);
  }
  return days;
}

function standingOf(id: string | null, result: Result | null): Standing {
  if (id === null) return 'open';
  const known = knownMatch(id);
  if (result === null) return known && isBegun(known) ? 'begun' : 'open';
  if (result.assisted || result.ending === 'neutral') return 'practice';
  return result.ending;
}

export const isOver = (standing: Standing): boolean => standing !== 'open' && standing !== 'begun';

type Medal = 'gold' | 'silver' | 'bronze';

/** For the boards of one day: all won, three, or one. */
export function medalOf(standings: readonly Standing[]): Medal | null {
  const won = standings.filter((one) => one === 'won').length;
  if (standings.length > 0 && won === standings.length) return 'gold';
  return won >= 3 ? 'silver' : won >= 1 ? 'bronze' : null;
}

/** How many of each, over all days. */
export function medalCounts(days: Iterable<readonly Standing[]>): Record<Medal, number> {
  const counts = { gold: 0, silver: 0, bronze: 0 };
  for (const standings of days) {
    const medal = medalOf(standings);
    if (medal) counts[medal] += 1;
  }
  return counts;
}

// Days, as the server writes them: 20261116, by UTC.

export const DAY = 86_400_000;

export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10).replaceAll('-', '');

/** Midnight, when it begins; NaN for a text that is not a date. */
export const startOf = (date: string): number =>
  /^\d{8}$/.test(date) ? Date.parse(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T00:00:00Z`) : NaN;

export const dayBefore = (date: string): string => dayOf(startOf(date) - DAY);
export const dayAfter = (date: string): string => dayOf(startOf(date) + DAY);

export const dayWords = (date: string): string =>
  new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    startOf(date),
  );

/** "7 h 12 min": how long today's boards are still available. */
export function timeLeftToday(now: number): string {
  const minutes = Math.ceil((startOf(dayOf(now)) + DAY - now) / 60_000);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return hours > 0 ? `${hours} h ${rest} min` : `${rest} min`;
}
