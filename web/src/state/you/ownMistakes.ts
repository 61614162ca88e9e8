/** One's own mistakes, as an analysis found them: moments to try again, as puzzles. */
import * as api from '../../api/client';
import type { JudgementView, MatchView } from '../../api/types';
import { lineUpTo } from '../../lib/records';
import { isTable } from '../../lib/values';
import { load, save } from '../storage';

export interface OwnMistake {
  match: string;
  ply: number;
  game: string;
  /** The match up to the moment, as a record's line. */
  record: string;
  played: string;
  /** What followed in the match; null if it was over. */
  reply: string | null;
  best: string;
  /** What the best move would have been for; may be empty. */
  purpose: string;
  /** As a part of a win. */
  loss: number;
  /** When it was found, in milliseconds. */
  at: number;
  solved: boolean;
}

const KEY = 'mistakes';
const MOST_KEPT = 200;
/** Of one match: the worst ones. */
const MOST_OF_MATCH = 5;

/** The latest match first; of one match in the order in which they happened. */
export function ownMistakes(): OwnMistake[] {
  const kept = load<unknown>(KEY, []);
  return Array.isArray(kept) ? kept.filter(isOwnMistake) : [];
}

export const mistakeId = ({ match, ply }: Pick<OwnMistake, 'match' | 'ply'>): string => `${match}.${ply}`;

/** Notes the mistakes of one's own match once it is analysed; returns how many moments of it have become puzzles. */
export async function noteMistakes(
  { id, game }: Pick<MatchView, 'id' | 'game'>,
  seat: number,
  judgements: readonly JudgementView[],
): Promise<number> {
  const worst = judgements
    .filter((one) => one.seat === seat && (one.label === 'mistake' || one.label === 'blunder'))
    .sort((a, b) => b.loss - a.loss)
    .slice(0, MOST_OF_MATCH)
    .sort((a, b) => a.ply - b.ply);
  if (worst.length === 0) return 0;
  const { text } = await api.record(id);
  if (!text) return 0;
  const at = Date.now();
  addMistakes(
    worst.map(({ ply, move, best, purpose, loss }) => ({
      match: id,
      ply,
      game,
      record: lineUpTo(text, ply),
      played: move,
      reply: judgements[ply + 1]?.move ?? null,
      best,
      purpose,
      loss,
      at,
      solved: false,
    })),
  );
  return worst.length;
}

/** Of two of the same moment, what is known stays. */
export function addMistakes(mistakes: readonly OwnMistake[]): boolean {
  const known = ownMistakes();
  const ids = new Set(known.map(mistakeId));
  const fresh = mistakes.filter((one) => !ids.has(mistakeId(one)));
  return save(KEY, [...fresh, ...known].slice(0, MOST_KEPT));
}

export function noteSolved(id: string): boolean {
  return save(
    KEY,
    ownMistakes().map((one) => (mistakeId(one) === id ? { ...one, solved: true } : one)),
  );
}

export function isOwnMistake(value: unknown): value is OwnMistake {
  if (!isTable(value)) return false;
  const { match, ply, game, record, played, reply, best, purpose, loss, at, solved } = value;
  return (
    [match, game, record, played, best, purpose].every((text) => typeof text === 'string') &&
    (reply === null || typeof reply === 'string') &&
    [ply, loss, at].every((number) => typeof number === 'number') &&
    typeof solved === 'boolean'
  );
}
