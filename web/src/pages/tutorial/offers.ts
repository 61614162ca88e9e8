/** In which games somebody has been offered the lessons, or has seen them: once is enough. */
import { load, save } from '../../state/storage';

const KEY = 'offered';

const offered = (): string[] => {
  const kept = load<string[]>(KEY, []);
  return Array.isArray(kept) ? kept : [];
};

export const wasOffered = (game: string): boolean => offered().includes(game);

export function noteOffered(game: string): void {
  if (!wasOffered(game)) save(KEY, [...offered(), game]);
}
