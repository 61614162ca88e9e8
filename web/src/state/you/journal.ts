/** The results of this browser's owner, one entry per finished match. */
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
  const { id, game, ending, ply, at, feats, level, daily, preset, accuracy, series } = value;
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
    (series == null || isSeriesResult(series))
  );
}

const isSeriesResult = (value: unknown): boolean =>
  isTable(value) &&
  Number.isFinite(value['firstTo']) &&
  Array.isArray(value['wins']) &&
  value['wins'].length === 2 &&
  value['wins'].every(Number.isFinite);

/** Puts these results into the journal; of two about one match, the later counts. Returns whether they were kept. */
export function keep(results: readonly Result[]): boolean {
  const all = new Map(journal().map((one) => [one.id, one]));
  for (const one of results) {
    const before = all.get(one.id);
    if (!before || before.at <= one.at) all.set(one.id, { ...one, accuracy: one.accuracy ?? before?.accuracy ?? null });
  }
  return save(KEY, [...all.values()].sort((a, b) => b.at - a.at).slice(0, MOST_KEPT));
}

/** A match of one's own has ended. One that is looked at again later keeps its place in the order. */
export function noteResult(match: MatchView, held: readonly number[], feats: FeatCounts = {}): void {
  const [seat] = held;
  const ending = endingOf(match, held);
  if (seat === undefined || held.length !== 1 || ending === null || ending === 'neutral') return;
  const known = journal().find((one) => one.id === match.id && one.ply === match.ply);
  const at = known?.at ?? match.updated_at;
  keep([{ ...resultOf(match, seat), ending, feats: bestFeats(match, seat, feats), at }]);
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

/** A match was analysed. */
export function noteAccuracy(id: string, accuracy: number): void {
  const result = journal().find((one) => one.id === id);
  if (result) keep([{ ...result, accuracy }]);
}

/** A match that had ended goes on: it is taken back, or starts over. */
export function unnote(id: string): void {
  const all = journal();
  if (all.some((one) => one.id === id))
    save(
      KEY,
      all.filter((one) => one.id !== id),
    );
}
