/** What is worth remembering of a swap. */
import { only } from '../../api/events';
import type { HistoryEntry } from '../../api/types';
import type { FeatAchievement } from '../../state/you/achievements';

export const waves = ({ events }: HistoryEntry): number =>
  Math.max(0, ...only(events, 'cleared').map(({ wave }) => wave));

export const points = ({ events }: HistoryEntry): number =>
  only(events, 'cleared').reduce((sum, cleared) => sum + cleared.points, 0);

export const LANDSLIDE: FeatAchievement = {
  title: 'Landslide',
  how: 'Set off five waves with one swap.',
  picture: 'wave',
  feat: 'waves',
  least: 5,
};
