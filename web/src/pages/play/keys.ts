/** The keys of the board's page; the boards add their own. */
import type { KeyLine } from '../../state/overlays.svelte';

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

const CELLS: KeyLine[] = [
  { keys: ['←', '↑', '→', '↓'], does: 'Go from cell to cell' },
  { keys: ['a', '…', '1', '…'], does: 'Go to a column, to a row' },
];

const SWAPS: KeyLine[] = [
  ...CELLS,
  { keys: ['Shift ←'], does: 'Swap with the neighbour that way' },
  { keys: ['Enter'], does: 'Pick a token up; choose the neighbour with Enter' },
];

const BOARDS: Record<string, KeyLine[]> = {
  mosaic: SWAPS,
  cascade: SWAPS,
  duel: [...CELLS, { keys: ['Enter'], does: 'Place a tile' }],
  pushmine: [
    ...CELLS,
    { keys: ['>', '<', '^', 'v'], does: 'Push the row or column that way' },
    { keys: ['*'], does: 'Lay a mine here' },
    { keys: ['Enter'], does: 'Push at an arrow; lay a mine on an empty cell' },
  ],
  flood: [
    { keys: ['1', '…', '8'], does: 'Flood with this colour' },
    { keys: ['←', '→', 'Enter'], does: 'Choose a colour' },
  ],
};

export const KEYS = (game: string): { title: string; lines: KeyLine[] }[] => [
  { title: 'Board', lines: BOARDS[game] ?? [] },
  { title: 'Match', lines: MATCH },
];
