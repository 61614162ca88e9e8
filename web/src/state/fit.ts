/** The opponent that fits: a place on the ladder of a game's levels, which follows the results of this browser's owner. */
import type { GameView, MatchView, NewMatch } from '../api/types';
import { go, make, person } from './newMatch';
import { endingOf, type Ending } from './outcome';
import { isTable } from '../lib/values';
import { load, save } from './storage';

type FittingGame = Pick<GameView, 'game' | 'seats' | 'levels' | 'fit'>;

interface Place {
  /** The one number of this person in this game. */
  number: number;
  /** What it was before the last match. */
  before: number;
  /** How many matches in a row were won (or, below 0, lost) up to now. */
  streak: number;
  /** Matches against this opponent, the latest first: its level, and whether they have been counted, and begun again. */
  matches: { id: string; counted: boolean; again?: boolean; level?: string }[];
}

const KEY = 'fit';
const MOST_KEPT = 20;

/** Whether it is a place; an exported file may be damaged. */
export const isPlace = (value: unknown): value is Place =>
  isTable(value) &&
  [value['number'], value['before'], value['streak']].every(Number.isFinite) &&
  Array.isArray(value['matches']) &&
  value['matches'].every((one) => isTable(one) && typeof one['id'] === 'string');

const places = (): Record<string, Place> => load<Record<string, Place>>(KEY, {});

function placeIn(game: Pick<FittingGame, 'game' | 'levels' | 'fit'>): Place {
  const kept = places()[game.game];
  if (!isPlace(kept)) {
    return { number: game.fit.start, before: game.fit.start, streak: 0, matches: [] };
  }
  return { ...kept, number: Math.min(kept.number, game.levels.length) }; // a ladder may have become shorter
}

const put = (game: string, place: Place): boolean => save(KEY, { ...places(), [game]: place });

/** The place on the ladder, counted from 1. */
const rungAt = (number: number): number => Math.floor(number + 0.5);

/** Whether a game has levels to climb. */
export const fits = (game: FittingGame): boolean => game.seats === 2 && game.levels.length > 0;

/** The level that fits. */
export const fittingLevel = (game: FittingGame): string =>
  game.levels[rungAt(placeIn(game).number) - 1]?.level ?? game.levels[0]?.level ?? '';

/** A match against the opponent that fits, by these rules. */
export async function playFitting(game: FittingGame, rules: Pick<NewMatch, 'preset' | 'variant'>): Promise<void> {
  const made = await make({
    game: game.game,
    ...rules,
    seats: [person(), { kind: 'level', level: fittingLevel(game) }],
  });
  noteFitting(game, made.id);
  go(made);
}

/** A match was made with the opponent that fits: its result counts, as long as nobody changes the level. */
export function noteFitting(game: FittingGame, id: string, level = fittingLevel(game)): void {
  const place = placeIn(game);
  put(game.game, { ...place, matches: [{ id, counted: false, level }, ...place.matches].slice(0, MOST_KEPT) });
}

/** A match was begun again from its first move: the opponent answers as before, so its result does not count. */
export function noteRestart(match: Pick<MatchView, 'id' | 'game'>): void {
  const place = places()[match.game];
  if (!place || !isFitting(match)) return;
  const matches = place.matches.map((one) => (one.id === match.id ? { ...one, again: true } : one));
  put(match.game, { ...place, matches });
}

/** "Level 4 of 9, medium", or "Level 3 of 9" where it has no name; within a sentence the word begins small. */
export function levelLabel(
  game: Pick<GameView, 'levels'> | undefined,
  level: string,
  word: 'Level' | 'level' = 'Level',
): string {
  const number = levelNumber(game, level);
  if (!game || number === 0) return level;
  const isNamed = game.levels[number - 1]?.named;
  return `${word} ${number} of ${game.levels.length}${isNamed ? `, ${level}` : ''}`;
}

/** A level's place in its game's ladder, from 1; 0 where the game does not have it. */
export const levelNumber = (game: Pick<GameView, 'levels'> | undefined, level: string): number =>
  1 + (game?.levels.findIndex((one) => one.level === level) ?? -1);

/** "level 4", or its name where the game's ladder does not have it. */
export function levelBriefly(game: Pick<GameView, 'levels'>, level: string): string {
  const number = levelNumber(game, level);
  return number > 0 ? `level ${number}` : level;
}

/** The level of the AI player in a match. */
export const levelIn = ({ seats }: Pick<MatchView, 'seats'>): string | undefined =>
  seats.find((seat) => seat.kind === 'level')?.level ?? undefined;

/** Whether a match was made with the opponent that fits. */
export const isFitting = (match: Pick<MatchView, 'id' | 'game'>): boolean =>
  places()[match.game]?.matches.some((one) => one.id === match.id) ?? false;

/** Count a finished match; a sentence about what follows, or nothing for a match that does not count. */
export function countResult(match: MatchView, game: FittingGame, held: readonly number[]): string {
  const place = placeIn(game);
  const ending = endingOf(match, held);
  if (ending === null || ending === 'neutral' || !isFitting(match)) return '';
  if (match.assisted) return 'You had help, so your level stays.';
  const known = place.matches.find((one) => one.id === match.id);
  if (known?.again) return 'The same match again, so your level stays.';
  if (known?.counted) return standing(game);
  const level = levelIn(match);
  if (known?.level && level && known.level !== level) return 'You chose another level, so yours stays.';
  put(game.game, {
    before: place.number,
    number: movedBy(place.number, stepOf(game, ending), game.levels.length),
    streak: streakAfter(place.streak, ending),
    matches: place.matches.map((one) => (one.id === match.id ? { ...one, counted: true } : one)),
  });
  return standing(game);
}

const stepOf = (game: FittingGame, ending: Exclude<Ending, 'neutral'>): number =>
  ({ won: game.fit.win, draw: game.fit.draw, lost: game.fit.loss })[ending];

const movedBy = (number: number, step: number, rungs: number): number => Math.min(rungs, Math.max(1, number + step));

function streakAfter(streak: number, ending: Exclude<Ending, 'neutral'>): number {
  if (ending === 'draw') return 0;
  return ending === 'won' ? Math.max(0, streak) + 1 : Math.min(0, streak) - 1;
}

const TIMES = ['', 'once', 'twice'];
const times = (count: number): string => TIMES[count] ?? `${count} times`;

/** Which level comes next, and why: "Level 3 of 8: you won twice, so it goes up." */
export function standing(game: FittingGame): string {
  const { number, before, streak } = placeIn(game);
  const level = `Level ${rungAt(number)} of ${game.levels.length}`;
  if (streak === 0) return `${level}: it follows your results.`;
  const result = streak > 0 ? `you won ${times(streak)}` : `you lost ${times(-streak)}`;
  const change = rungAt(number) - rungAt(before);
  if (change === 0 && streak < 0 && rungAt(number) === 1) return `${level}: ${result}, but this is the easiest level.`;
  if (change === 0 && streak > 0 && rungAt(number) === game.levels.length)
    return `${level}: ${result}, and this is the hardest level.`;
  return `${level}: ${result}, so it ${change > 0 ? 'goes up' : change < 0 ? 'goes down' : 'stays'}.`;
}
