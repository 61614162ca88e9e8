/** What is worth remembering of a swap. */
import { only } from '../../api/events';
import type { HistoryEntry } from '../../api/types';

export const waves = ({ events }: HistoryEntry): number =>
  Math.max(0, ...only(events, 'cleared').map(({ wave }) => wave));

export const points = ({ events }: HistoryEntry): number =>
  only(events, 'cleared').reduce((sum, cleared) => sum + cleared.points, 0);
