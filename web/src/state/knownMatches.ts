/** The matches that this browser knows, with the secrets of its seats: to go on with them, and to list them. */
import type { MadeView, MatchView } from '../api/types';
import { endingOf, seriesOf, type Ending, type SeriesResult } from './outcome';
import { load, save } from './storage';

export interface KnownMatch {
  id: string;
  game: string;
  /** Secrets by seat; seat 0 is the creator's of a match between AI players. */
  tokens: Record<string, string>;
  /** Links that invite somebody to a seat, by seat. */
  invites: Record<string, string>;
  mode: string;
  ply: number;
  /** How many moves were given at its beginning; entries of earlier versions do not say. */
  opening?: number;
  over: boolean;
  yourTurn: boolean;
  /** How it ended for this browser's owner. */
  ending: Ending | null;
  daily: string | null;
  /** Of the AI that is played against. */
  level: string | null;
  /** The series that it belongs to, before this match; entries of earlier versions do not say. */
  series?: SeriesResult | null;
  /** The position when it was last seen, for a picture. */
  cells: readonly string[];
  seenAt: number;
}

const KEY = 'matches';
const MOST_KEPT = 60;

export const known = (): KnownMatch[] => {
  const kept = load<KnownMatch[]>(KEY, []);
  return Array.isArray(kept) ? kept : [];
};

export const knownMatch = (id: string): KnownMatch | undefined => known().find((one) => one.id === id);

/** Whether somebody has moved in it; the opening of a board of the day does not count. */
export const isBegun = ({ ply, daily, opening = 0 }: KnownMatch): boolean => ply > (daily === null ? 0 : opening);

export const unfinished = (): KnownMatch[] =>
  known()
    .filter((one) => !one.over && Object.keys(one.tokens).length > 0 && one.mode !== 'watch' && one.mode !== 'aivai')
    .filter((one) => isBegun(one) || one.mode === 'pvp')
    .sort((a, b) => b.seenAt - a.seenAt);

/** Matches that have ended, the latest first. */
export const finished = (): KnownMatch[] =>
  known()
    .filter((one) => one.over && one.ply > 0)
    .sort((a, b) => b.seenAt - a.seenAt);

/** The secret of a seat, where this browser has it. */
export function tokenOf(id: string, seat: number): string | null {
  return knownMatch(id)?.tokens[seat] ?? null;
}

/** The seats that this browser plays in a match; seat 0 only owns it. */
export function seatsHeld(id: string): number[] {
  return seatsIn(knownMatch(id)?.tokens ?? {});
}

const seatsIn = (tokens: Record<string, string>): number[] =>
  Object.keys(tokens)
    .map(Number)
    .filter((seat) => seat > 0);

export function rememberMade(made: MadeView): void {
  const tokens: Record<string, string> = {};
  const invites: Record<string, string> = {};
  for (const one of made.seats) {
    if (one.token) tokens[one.seat] = one.token;
    if (one.invite) invites[one.seat] = one.invite;
  }
  if (made.creator) tokens[0] = made.creator;
  put({ ...summary(made.match), tokens, invites });
}

const JOINING_KEY = 'joining';
const TOKEN_BYTES = 24;

/** The token with which this browser takes an invited seat: drawn once, and kept until it is known to have the seat. */
export function joiningToken(id: string): string {
  const kept = load<Record<string, string>>(JOINING_KEY, {});
  const token = kept[id] ?? newToken();
  save(JOINING_KEY, { ...kept, [id]: token });
  return token;
}

/** Whether this browser has tried to take a seat, and does not know how that ended. */
export const isJoining = (id: string): boolean => id in load<Record<string, string>>(JOINING_KEY, {});

function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(TOKEN_BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

export function rememberSeat(match: MatchView, seat: number, token: string): void {
  const tokens = { ...knownMatch(match.id)?.tokens, [seat]: token };
  put({ ...summary(match), tokens, invites: {} });
  const joining = Object.entries(load<Record<string, string>>(JOINING_KEY, {}));
  save(JOINING_KEY, Object.fromEntries(joining.filter(([id]) => id !== match.id)));
}

/** A rematch goes on with the tokens of the match before it, on the seats that the server names. */
export function rememberRematch(before: string, match: MatchView, seatOf: (seat: number) => number): void {
  const tokens: Record<string, string> = {};
  for (const [seat, token] of Object.entries(knownMatch(before)?.tokens ?? {})) {
    const number = Number(seat);
    tokens[number === 0 ? 0 : seatOf(number)] = token;
  }
  put({ ...summary(match), tokens, invites: {} });
}

/** Keep the list's line about a match up to date. */
export function refresh(match: MatchView): void {
  const before = knownMatch(match.id);
  if (before === undefined) return;
  put({ ...summary(match, before.tokens), tokens: before.tokens, invites: before.invites });
}

export function forget(id: string): void {
  save(
    KEY,
    known().filter((one) => one.id !== id),
  );
}

function summary(match: MatchView, tokens: Record<string, string> = {}): Omit<KnownMatch, 'tokens' | 'invites'> {
  return {
    id: match.id,
    game: match.game,
    mode: match.mode,
    ply: match.ply,
    opening: match.opening,
    over: match.result !== null,
    yourTurn: match.result === null && String(match.turn) in tokens,
    ending: endingOf(match, seatsIn(tokens)),
    daily: match.daily,
    level: match.seats.find((one) => one.kind === 'level')?.level ?? null,
    series: seriesOf(match, seatsIn(tokens)[0] ?? 1),
    cells: match.result === null ? match.view.cells : [],
    seenAt: Date.now(),
  };
}

function put(entry: KnownMatch): void {
  const others = known().filter((one) => one.id !== entry.id);
  save(KEY, [entry, ...others].slice(0, MOST_KEPT));
}
