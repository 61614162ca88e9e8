/** The keys of the board's page: the board's own first, then those of the match. */
import { keysOf } from '../../board/input/keyboard';
import type { KeyGroup, KeyLine } from '../../state/overlays.svelte';

const MATCH: KeyLine[] = [
  { keys: ['B'], does: 'Go to the board' },
  { keys: ['H'], does: 'Hint' },
  { keys: ['U', 'Ctrl Z'], does: 'Undo' },
  { keys: ['Ctrl Y'], does: 'Redo' },
  { keys: ['['], does: 'Look one move back' },
  { keys: [']'], does: 'Look one move forward' },
  { keys: ['R'], does: 'Rematch, when the match is over' },
  { keys: ['N'], does: 'New game' },
];

export const matchKeys = (game: string): KeyGroup[] => [keysOf(game), { title: 'The match', lines: MATCH }];
