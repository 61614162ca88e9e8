/** Color Cascade Grid: 7×7 tokens, and above the board the ledge on which the next two goblins wait. */
import { type Art } from '../../board/drawing';
import type { Perch } from '../match3/director';
import { CELL_UNITS } from '../../board/spec';
import { cellSpots } from '../../board/input/spots';
import { swapLabel, swapMarks, swapRefusal } from '../match3/swaps';

const CELL = CELL_UNITS.cascade;
const LABELS = 15;
const EDGE = 7;
const LEDGE = 0.98;

/** The next goblin stands in front, the one after it behind. */
export const perch: Perch = (k) => ({ x: 0.72 - 0.8 * k, y: -0.97 });

const OWNERS: Record<string, number> = { b: 0, o: 1 };

export const cascade: Art = {
  game: 'cascade',
  name: 'Board of Color Cascade Grid',
  style: 'swap',
  keys: 'swap',
  grid: (view, variant) => {
    const margins = { top: variant['goblins'] === 0 ? EDGE : LEDGE * CELL, right: EDGE, bottom: LABELS, left: LABELS };
    return { rows: view.cells.length, cols: view.cells[0]?.length ?? 0, cell: CELL, margins };
  },
  spots: cellSpots,
  casting: (_grid, _view, variant) => (variant['goblins'] === 0 ? {} : { perch }),
  moveOf: () => null,
  marks: swapMarks,
  label: (spot, state) =>
    swapLabel(spot, state, (look) => {
      const owner = OWNERS[look];
      if (owner === undefined) return '';
      const name = state.seatNames[owner] ?? `seat ${owner + 1}`;
      return name === 'You' ? ', yours' : `, of ${name}`;
    }),
  refusal: swapRefusal,
};
