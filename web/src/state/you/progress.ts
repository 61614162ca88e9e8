/** What the results of a person add up to. */
import { DAY, startOf } from './daily';
import { isOwnWin, type Result } from './journal';

export interface Count {
  matches: number;
  /** Without help. */
  won: number;
  /** Won, but undone, hinted, or tried before. */
  helped: number;
  drawn: number;
  lost: number;
}

export function count(results: readonly Result[]): Count {
  const of = (ending: Result['ending']): number => results.filter((one) => one.ending === ending).length;
  const won = results.filter(isOwnWin).length;
  return { matches: results.length, won, helped: of('won') - won, drawn: of('draw'), lost: of('lost') };
}

/** By level, in the order given; matches against people and alone come under null, at the end. */
export function countByLevel(results: readonly Result[], levels: readonly string[]): [string | null, Count][] {
  const unknown = results.flatMap(({ level }) => (level !== null && !levels.includes(level) ? [level] : []));
  return [...levels, ...new Set(unknown), null]
    .map((level): [string | null, Count] => [level, count(results.filter((one) => one.level === level))])
    .filter(([, { matches }]) => matches > 0);
}

interface Streak {
  now: number;
  best: number;
}

/** Wins in a row; results come with the latest first. A draw ends a streak, as a loss does; a win with help neither
 *  ends it nor makes it longer. */
export function winStreak(results: readonly Result[]): Streak {
  let [run, best] = [0, 0];
  for (const one of [...results].reverse()) {
    if (isOwnWin(one)) run += 1;
    else if (one.ending !== 'won') run = 0;
    best = Math.max(best, run);
  }
  return { now: run, best };
}

const dayNumber = (date: string): number => startOf(date) / DAY;

/** Days in a row on which a board of the day was finished; a streak is alive until a whole day is missed. */
export function dayStreak(results: readonly Result[], today: string): Streak {
  const days = [...new Set(results.flatMap(({ daily }) => (daily === null ? [] : [dayNumber(daily)])))]
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
  let [run, best, last] = [0, 0, NaN];
  for (const day of days) {
    run = day === last + 1 ? run + 1 : 1;
    best = Math.max(best, run);
    last = day;
  }
  return { now: dayNumber(today) - last <= 1 ? run : 0, best };
}

/** The best of each feat, without help; nothing for what was never done. */
export function bestFeats(results: readonly Result[]): Record<string, number> {
  const best: Record<string, number> = {};
  for (const { feats, assisted } of results)
    for (const [name, value] of Object.entries(feats)) if (!assisted && value > (best[name] ?? 0)) best[name] = value;
  return best;
}

/** The accuracies of analysed matches, the earliest first. */
export const accuracies = (results: readonly Result[], most = 40): number[] =>
  results
    .flatMap(({ accuracy }) => (accuracy === null ? [] : [accuracy]))
    .slice(0, most)
    .reverse();

export const mean = (numbers: readonly number[]): number | null =>
  numbers.length ? numbers.reduce((sum, one) => sum + one, 0) / numbers.length : null;
