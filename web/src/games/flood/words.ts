/** Flood-It's events and ends in words. */
import { plural } from '../../lib/text';
import type { GameWords } from '../../state/sentences';

export const words: GameWords = {
  events: {
    flooded: ({ colour, waves }, { pieceName }) => `${pieceName(colour)}, ${plural(waves.flat().length, 'cell')} more`,
  },
  reasons: { flooded: 'Every cell is yours', limit: 'All moves are used up' },
  solo: { won: 'Flooded!', lost: 'Out of moves', givenUp: 'Not flooded' },
};
