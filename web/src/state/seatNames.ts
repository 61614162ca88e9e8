/** Who sits where, as people say it. */
import type { MatchView, SeatView } from '../api/types';

const LEVELS: Record<string, string> = { easy: 'easy', medium: 'medium', hard: 'hard', expert: 'expert' };

export const levelName = (level: string): string => LEVELS[level] ?? level;

/** "You", "AI", a name, or the colour where two sit at one screen. */
export function seatName(match: MatchView, seat: number, held: readonly number[]): string {
  const one = match.seats[seat - 1];
  if (one === undefined) return '';
  if (one.kind === 'level') return match.mode === 'aivai' ? `${one.colour} (AI)` : 'AI';
  if (one.name && !isHotSeat(match)) return held.includes(seat) ? 'You' : one.name;
  if (isHotSeat(match)) return one.name ?? one.colour;
  if (held.includes(seat)) return 'You';
  if (match.mode === 'solo') return 'Player';
  return held.length > 0 ? 'Your friend' : one.colour;
}

export const seatNames = (match: MatchView, held: readonly number[]): string[] =>
  match.seats.map((one) => seatName(match, one.seat, held));

/** The second line of a seat: its level, or its colour. */
export function seatDetail(match: MatchView, one: SeatView, held: readonly number[]): string {
  if (one.kind === 'level') return levelName(one.level ?? '');
  if (one.kind === 'invite' && !one.taken) return 'invited';
  return seatName(match, one.seat, held) === one.colour ? '' : match.seats.length > 1 ? one.colour : '';
}

/** Whether two people share one screen. */
export const isHotSeat = (match: MatchView): boolean =>
  match.mode === 'pvp' && match.seats.every((one) => one.kind === 'person');

/** Whether everyone who was invited has come. */
export const isComplete = (match: MatchView): boolean => match.seats.every((one) => one.taken);

export type Ending = 'won' | 'lost' | 'draw' | 'neutral';

export interface Outcome {
  /** How it is for whoever looks at this screen. */
  ending: Ending;
  title: string;
  reason: string;
}

const REASONS: Record<string, (loser: string) => string> = {
  resignation: (loser) => (loser === 'You' ? 'You resigned.' : `${loser} resigned.`),
  agreement: () => 'By agreement.',
  clock: (loser) => (loser === 'You' ? 'Your time ran out.' : `${possessive(loser)} time ran out.`),
  absence: (loser) => (loser === 'You' ? 'You were away.' : `${loser} did not come back.`),
  ply_cap: () => 'The match had gone on long enough.',
};

/** The end of a match in words. */
export function outcomeOf(match: MatchView, held: readonly number[]): Outcome | null {
  if (match.result === null) return null;
  const names = seatNames(match, held);
  if (match.result === 'lost') return { ending: 'lost', title: lostAlone(match, held), reason: why(match, names[0] ?? '') };
  // Why somebody would have won does not explain a draw.
  if (match.result === 'draw') return { ending: 'draw', title: 'Draw', reason: why(match, '').replace(/:.*$/, '.') };
  const winner = Number(match.result);
  const name = names[winner - 1] ?? '';
  const reason = why(match, names[2 - winner] ?? '');
  if (match.seats.length === 1) return { ending: held.length ? 'won' : 'neutral', title: 'Flooded!', reason };
  if (held.length === 1) {
    return held[0] === winner ? { ending: 'won', title: 'You win', reason } : { ending: 'lost', title: `${name} wins`, reason };
  }
  return { ending: 'neutral', title: `${name} wins`, reason };
}

const lostAlone = (match: MatchView, held: readonly number[]): string =>
  held.length && match.ended_by === 'rules' ? 'Out of moves' : 'Not flooded';

function why(match: MatchView, loser: string): string {
  const told = match.ended_by ? REASONS[match.ended_by]?.(loser) : undefined;
  return told ?? endedWord(match.last_move?.told ?? '');
}

/** The reason that the last move's telling ends with, as in "X wins (line)". */
export function endedWord(told: string): string {
  const found = told.match(/\(([^()]+)\)$/);
  const word = found?.[1];
  return word ? (ENDINGS[word] ?? `${word[0]?.toUpperCase() ?? ''}${word.slice(1)}.`) : '';
}

const ENDINGS: Record<string, string> = {
  target: 'The target is reached.',
  limit: 'All moves are used up.',
  'no board': 'No board with a move could be dealt.',
  line: 'A full line.',
  'both lines': 'Both sides got their line in one push: that loses for whoever pushed.',
  'no moves': 'Nobody can move any more.',
  vanish: 'All tokens of the winner’s colour are gone.',
  count: 'Nobody can swap any more: more tokens win.',
  'board full': 'The board is full: more tiles win.',
  repetition: 'The position came up too often.',
  flooded: 'Every cell is yours.',
};

const possessive = (name: string): string => (name.endsWith('s') ? `${name}’` : `${name}’s`);
