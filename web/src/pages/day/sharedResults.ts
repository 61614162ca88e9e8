/** What somebody else reached on the boards of a day. Nothing is believed: a server has their matches, and without one
 *  their moves are replayed on the same boards. */
import * as api from '../../api/client';
import type { MatchView } from '../../api/types';
import { catalogue } from '../../state/catalogue.svelte';
import { endingOf, type Ending } from '../../state/outcome';
import type { DailyTry, Standing } from '../../state/you/daily';
import type { DayLine } from '../../state/you/share';

/** By game. */
export type SharedResults = Readonly<Record<string, Omit<DayLine, 'name' | 'fewest'> & { id: string | null }>>;

interface SharedDay {
  others: SharedResults;
  /** How many results were left out: of another day, not finished, or not possible. */
  refused: number;
}

/** Of a day's board, one plays the first side. */
const SEAT = 1;
const MOST = 12;

const standingOf = (ending: Ending | null): Standing => (ending === null || ending === 'neutral' ? 'lost' : ending);

export const levelOf = ({ seats }: Pick<MatchView, 'seats'>): string | null =>
  seats.find((one) => one.kind === 'level')?.level ?? null;

/** From the server's own records of these matches. */
export async function fromMatches(date: string, ids: readonly string[]): Promise<SharedDay> {
  const found: SharedDay = { others: {}, refused: 0 };
  for (const id of ids.slice(0, MOST)) {
    const match = /^[\w-]{1,64}$/.test(id) ? await api.match(id).catch(() => null) : null;
    if (match?.daily !== date || match.result === null) found.refused += 1;
    else {
      const standing = match.assisted ? 'practice' : standingOf(endingOf(match, [SEAT]));
      const result = { game: match.game, level: levelOf(match), ply: match.ply };
      found.others = { ...found.others, [match.game]: { standing, result, id } };
    }
  }
  return found;
}

// Without a server a link carries the moves: "duel.easy.c3-d3-c4,flood..red-blue".

/** The moves of one's own finished tries. */
export async function movesOf(
  tries: readonly (Pick<DailyTry, 'id' | 'standing'> & { game: string })[],
): Promise<string> {
  const parts: string[] = [];
  for (const { game, id, standing } of tries) {
    if (id === null || !['won', 'lost', 'draw'].includes(standing)) continue;
    const match = await api.match(id).catch(() => null);
    if (match) parts.push([game, levelOf(match) ?? '', match.history.map(({ move }) => move).join('-')].join('.'));
  }
  return parts.join(',');
}

/** Whether this board can be played against this level; alone it is none. */
const isOpponent = (game: string, level: string): boolean => {
  const { seats, levels } = catalogue.find(game) ?? { seats: 0, levels: [] };
  return seats === 1 ? level === '' : levels.some((one) => one.level === level);
};

/** By playing these moves on the boards of the day. The level is the one that the link names. */
export async function fromMoves(date: string, text: string): Promise<SharedDay> {
  const found: SharedDay = { others: {}, refused: 0 };
  for (const part of text.split(',').filter(Boolean).slice(0, MOST)) {
    const [game = '', level = '', line = ''] = part.split('.');
    const moves = line.split('-').filter(Boolean);
    const reached = await api.dailyResult(game, date, moves).catch(() => null);
    if (!reached || !isOpponent(game, level)) found.refused += 1;
    else {
      // Moves that do not end the match were given up.
      const standing = standingOf(endingOf({ result: reached.result, seats: [] }, [SEAT]));
      const result = { game, level: level || null, ply: reached.ply };
      found.others = { ...found.others, [game]: { standing, result, id: null } };
    }
  }
  return found;
}
