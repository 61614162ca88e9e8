/** The results of this browser's owner, one entry per finished match. */
import type { HistoryEntry, MatchView } from '../../api/types';
import { endingOf, type Ending } from '../outcome';
import { load, save } from '../storage';

export interface SeriesResult {
  firstTo: number;
  /** One's own wins, and those of the other side, this match included. */
  wins: readonly [number, number];
  over: boolean;
}

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

export function isResult(value: unknown): value is Result {
  if (typeof value !== 'object' || value === null) return false;
  const { id, game, ending, ply, at, feats } = value as Record<string, unknown>;
  return (
    typeof id === 'string' &&
    typeof game === 'string' &&
    typeof ending === 'string' &&
    ['won', 'lost', 'draw', 'neutral'].includes(ending) &&
    typeof ply === 'number' &&
    typeof at === 'number' &&
    typeof feats === 'object' &&
    feats !== null
  );
}

/** Put these results into the journal; of two about one match, the later counts. Whether they were kept. */
export function keep(results: readonly Result[]): boolean {
  const all = new Map(journal().map((one) => [one.id, one]));
  for (const one of results) {
    const before = all.get(one.id);
    if (!before || before.at <= one.at) all.set(one.id, { ...one, accuracy: one.accuracy ?? before?.accuracy ?? null });
  }
  return save(KEY, [...all.values()].sort((a, b) => b.at - a.at).slice(0, MOST_KEPT));
}

/** A match of one's own has ended. */
export function noteResult(match: MatchView, held: readonly number[], feats: FeatCounts = {}): void {
  const [seat] = held;
  const ending = endingOf(match, held);
  if (seat === undefined || held.length !== 1 || ending === null || ending === 'neutral') return;
  keep([{ ...resultOf(match, seat), ending, feats: bestFeats(match, seat, feats) }]);
}

function resultOf(match: MatchView, seat: number): Omit<Result, 'ending' | 'feats'> {
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
    at: Date.now(),
  };
}

function seriesOf({ series }: MatchView, seat: number): SeriesResult | null {
  if (!series) return null;
  const [own = 0, other = 0] = seat === 1 ? series.wins : [...series.wins].reverse();
  return { firstTo: series.first_to, wins: [own, other], over: series.winner !== null };
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
