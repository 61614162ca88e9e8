/** What can be reached, and whether it has been. */
import type { IconName } from '../../design/Icon.svelte';
import type { GameView } from '../../api/types';
import { catalogue } from '../catalogue.svelte';
import { levelNumber } from '../fit';
import { isOwnWin, type Result } from './journal';
import { bestFeats, dayStreak, winStreak } from './progress';

interface Goal {
  title: string;
  /** How it is reached, in one sentence. */
  how: string;
  picture: IconName;
}

interface Achievement extends Goal {
  isReached: (results: readonly Result[]) => boolean;
}

/** One that a game declares: a feat of which it counts at least so much. Games may share one. */
export interface FeatAchievement extends Goal {
  feat: string;
  least: number;
}

const wins = (results: readonly Result[]): readonly Result[] => results.filter(isOwnWin);
/** Whether a level at or above a place of its game's ladder was beaten. */
const beat =
  (place: (game: GameView) => number) =>
  (results: readonly Result[]): boolean =>
    wins(results).some((one) => {
      const game = catalogue.find(one.game);
      return game !== undefined && one.level !== null && levelNumber(game, one.level) >= Math.max(1, place(game));
    });
const played =
  (matches: number) =>
  (results: readonly Result[]): boolean =>
    results.length >= matches;
const days =
  (least: number) =>
  (results: readonly Result[]): boolean =>
    dayStreak(results, '').best >= least;

/** What can be reached in every game. */
const COMMON_ACHIEVEMENTS: readonly Achievement[] = [
  { title: 'First win', how: 'Win a match without help.', picture: 'star', isReached: (all) => wins(all).length > 0 },
  {
    title: 'All rounder',
    how: 'Win every game once, without help.',
    picture: 'five',
    isReached: (all) => {
      const won = new Set(wins(all).map((one) => one.game));
      return catalogue.games.length > 0 && catalogue.games.every(({ game }) => won.has(game));
    },
  },
  {
    title: 'In a row',
    how: 'Win five matches in a row, without help.',
    picture: 'flame',
    isReached: (all) => winStreak(all).best >= 5,
  },
  { title: 'Ten matches', how: 'Finish ten matches.', picture: 'target', isReached: played(10) },
  { title: 'A hundred', how: 'Finish a hundred matches.', picture: 'target', isReached: played(100) },
  {
    title: 'Well matched',
    how: 'Beat a game’s usual level, or a stronger one, without help.',
    picture: 'medal',
    isReached: beat((game) => levelNumber(game, game.default_level ?? '')),
  },
  {
    title: 'Top of the ladder',
    how: 'Beat a game’s strongest level without help.',
    picture: 'medal',
    isReached: beat(({ levels }) => levels.length),
  },
  {
    title: 'Sharp eye',
    how: 'Reach an accuracy of 90 in an analysed match, without help.',
    picture: 'eye',
    isReached: (all) => all.some((one) => !one.assisted && (one.accuracy ?? 0) >= 90),
  },
  { title: 'Good morning', how: 'Finish a board of the day.', picture: 'sun', isReached: days(1) },
  { title: 'A week', how: 'Finish a board of the day seven days in a row.', picture: 'calendar', isReached: days(7) },
];

/** Those of every game and those of single ones; what several games share is there once. `declared` has what each game
 *  declares, by its slug. */
export function allAchievements(
  declared: Readonly<Record<string, readonly FeatAchievement[] | undefined>>,
): readonly Achievement[] {
  const games = Object.entries(declared);
  const shared = new Set(games.flatMap(([, own]) => own ?? []));
  const ofGames = [...shared].map((one) => ({
    ...one,
    isReached: (results: readonly Result[]) => {
      const owners = games.flatMap(([slug, own]) => (own?.includes(one) ? [slug] : []));
      return (bestFeats(results.filter(({ game }) => owners.includes(game)))[one.feat] ?? 0) >= one.least;
    },
  }));
  return [...COMMON_ACHIEVEMENTS, ...ofGames];
}
