/** What can be reached in all games: a module of its own, since the first page does without it. */
import { GAME_PAGES } from '.';
import { allAchievements } from '../state/you/achievements';

export const ACHIEVEMENTS = allAchievements(
  Object.fromEntries(Object.values(GAME_PAGES).map(({ slug, achievements }) => [slug, achievements])),
);
