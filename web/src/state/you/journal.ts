/** The results of this browser's owner, one per match: the first one stands, whatever follows on that match. */
import type { HistoryEntry, MatchView } from '../../api/types';
import { isTable } from '../../lib/values';
import { endingOf, seriesOf, type Ending, type SeriesResult } from '../outcome';
import { load, save } from '../storage';

export interface Result {
  id: string;
  game: string;
  mode: string;
  preset: string | null;
  /** Of the AI that was played against. */
  level: string | null;
  ending: Ending;
  ply: number;
  /** Undone, hinted, or tried before. */
  assisted: boolean;
  daily: string | null;
  /** The best that was reached in one move, by the names that the game gives. */
  feats: Readonly<Record<string, number>>;
  /** 0 to 100, once the match was analysed. */
  accuracy: number | null;
  series: SeriesResult | null;
  /** Whether the match went on after this result: undone, started over, tried again. */
  resumed?: boolean;
  /** When it ended, in milliseconds. */
  at: number;
}

/** What a game counts of a move: "waves", "points". */
export type FeatCounts = Readonly<Record<string, (move: HistoryEntry) => number>>;

const KEY = 'journal';
/** About half a megabyte, which every browser keeps. */
const MOST_KEPT = 2000;

/** The results so far, the latest first. */
export function journal(): Result[] {
  const kept = load<unknown>(KEY, []);
  return Array.isArray(kept) ? kept.filter(isResult) : [];
}

/** Whether it can be shown and counted: it may come from a file, or from an earlier version of the pages. */
export function isResult(value: unknown): value is Result {
  if (!isTable(value)) return false;
  const { id, game, ending, ply, at, feats, level, daily, preset, accuracy, series, resumed } = value;
  return (
    typeof id === 'string' &&
    typeof game === 'string' &&
    typeof ending === 'string' &&
    ['won', 'lost', 'draw', 'neutral'].includes(ending) &&
    [ply, at].every(Number.isFinite) &&
    isTable(feats) &&
    Object.values(feats).every(Number.isFinite) &&
    [level, daily, preset].every((one) => one == null || typeof one === 'string') &&
    (accuracy == null || Number.isFinite(accuracy)) &&
    (resumed === undefined || typeof resumed === 'boolean') &&
    (series == null || isSeriesResult(series))
  );
}

const isSeriesResult = (value: unknown): boolean =>
  isTable(value) &&
  Number.isFinite(value['firstTo']) &&
  Array.isArray(value['wins']) &&
  value['wins'].length === 2 &&
  value['wins'].every(Number.isFinite);

/** A win without help; one that was undone or hinted to is no feat. */
export const isOwnWin = ({ ending, assisted }: Pick<Result, 'ending' | 'assisted'>): boolean =>
  ending === 'won' && !assisted;

/** Puts these results into the journal; of two about one match, the earlier counts. Returns whether they were kept. */
export function keep(results: readonly Result[]): boolean {
  const all = new Map(journal().map((one) => [one.id, one]));
  for (const one of results) {
    const before = all.get(one.id);
    all.set(one.id, before ? firstOf(before, one) : one);
  }
  return save(KEY, [...all.values()].sort((a, b) => b.at - a.at).slice(0, MOST_KEPT));
}

/** Of two results of one match. An analysis belongs to the one that it was made of. */
function firstOf(known: Result, other: Result): Result {
  const first = known.at <= other.at ? known : other;
  if (!isSame(known, other)) return { ...first, resumed: true };
  const accuracy = other.accuracy ?? known.accuracy;
  return { ...first, accuracy, ...((known.resumed || other.resumed) && { resumed: true }) };
}

const isSame = (one: Result, other: Result): boolean =>
  one.ending === other.ending && one.ply === other.ply && one.assisted === other.assisted;

/** The first result of a match; null where it has none yet. */
export const firstResult = (id: string): Result | null => journal().find((one) => one.id === id) ?? null;

/** A match of one's own has ended, for the first time or again. */
export function noteResult(match: MatchView, held: readonly number[], feats: FeatCounts = {}): void {
  const [seat] = held;
  const ending = endingOf(match, held);
  if (seat === undefined || held.length !== 1 || ending === null || ending === 'neutral') return;
  const result = { ...resultOf(match, seat), ending, feats: bestFeats(match, seat, feats), at: match.updated_at };
  const known = firstResult(match.id);
  if (known === null) keep([result]);
  else if (!isSame(known, result)) noteResumed(match.id);
}

function resultOf(match: MatchView, seat: number): Omit<Result, 'ending' | 'feats' | 'at'> {
  return {
    id: match.id,
    game: match.game,
    mode: match.mode,
    preset: match.preset,
    level: match.seats.find((one) => one.kind === 'level')?.level ?? null,
    ply: match.ply,
    assisted: match.assisted,
    daily: match.daily,
    accuracy: null,
    series: seriesOf(match, seat),
  };
}

function bestFeats(match: MatchView, seat: number, counts: FeatCounts): Record<string, number> {
  const own = match.history.filter((entry) => entry.seat === seat);
  return Object.fromEntries(Object.entries(counts).map(([name, of]) => [name, Math.max(0, ...own.map(of))]));
}

/** A match was analysed. What follows on a match after its first result is not that result's. */
export function noteAccuracy(id: string, accuracy: number): void {
  const result = firstResult(id);
  if (result && !result.resumed) keep([{ ...result, accuracy }]);
}

/** A match goes on; if it had ended before, its result stands. */
export function noteResumed(id: string): void {
  const result = firstResult(id);
  if (result && !result.resumed) keep([{ ...result, resumed: true }]);
}
