/** What can be reached, and whether it has been. */
import type { IconName } from '../../design/Icon.svelte';
import { catalogue } from '../catalogue.svelte';
import type { Result } from './journal';
import { bestFeats, dayStreak, winStreak } from './progress';

interface Achievement {
  title: string;
  /** How it is reached, in one sentence. */
  how: string;
  picture: IconName;
  isReached: (results: readonly Result[]) => boolean;
}

const wins = (results: readonly Result[]): readonly Result[] =>
  results.filter((one) => one.ending === 'won' && !one.assisted);
const beat =
  (level: string) =>
  (results: readonly Result[]): boolean =>
    wins(results).some((one) => one.level === level);
const played =
  (matches: number) =>
  (results: readonly Result[]): boolean =>
    results.length >= matches;
const feat =
  (name: string, least: number) =>
  (results: readonly Result[]): boolean =>
    (bestFeats(results)[name] ?? 0) >= least;
const days =
  (least: number) =>
  (results: readonly Result[]): boolean =>
    dayStreak(results, '').best >= least;

export const ACHIEVEMENTS: readonly Achievement[] = [
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
    how: 'Win five matches in a row.',
    picture: 'flame',
    isReached: (all) => winStreak(all).best >= 5,
  },
  { title: 'Ten matches', how: 'Finish ten matches.', picture: 'target', isReached: played(10) },
  { title: 'A hundred', how: 'Finish a hundred matches.', picture: 'target', isReached: played(100) },
  { title: 'Over medium', how: 'Beat the level medium without help.', picture: 'medal', isReached: beat('medium') },
  { title: 'Over hard', how: 'Beat the level hard without help.', picture: 'medal', isReached: beat('hard') },
  { title: 'Landslide', how: 'Set off five waves with one swap.', picture: 'wave', isReached: feat('waves', 5) },
  { title: 'Three hundred', how: 'Make 300 points with one swap.', picture: 'burst', isReached: feat('points', 300) },
  { title: 'Turncoat', how: 'Turn four tiles with one placement.', picture: 'rematch', isReached: feat('turned', 4) },
  {
    title: 'Sharp eye',
    how: 'Reach an accuracy of 90 in an analysed match.',
    picture: 'eye',
    isReached: (all) => all.some((one) => (one.accuracy ?? 0) >= 90),
  },
  { title: 'Good morning', how: 'Finish a board of the day.', picture: 'sun', isReached: days(1) },
  { title: 'A week', how: 'Finish a board of the day seven days in a row.', picture: 'calendar', isReached: days(7) },
];
