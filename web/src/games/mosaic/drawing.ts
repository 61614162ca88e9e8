/** Stack Swap Mosaic: 6×6 tokens, and above each column the drops that come next. */
import { numberOf, type Art } from '../../board/drawing';
import type { Slot } from '../match3/director';
import { CELL_UNITS } from '../../board/spec';
import { cellSpots } from '../../board/input/spots';
import { swapLabel, swapMarks, swapRefusal } from '../match3/swaps';

const CELL = CELL_UNITS.mosaic;
const LABELS = 15;
const EDGE = 7;
const NEXT_SCALE = 0.56;
const GAP = 0.07;

/** The next drop is the biggest and lies lowest; those after it are smaller, and the whole stack keeps its height. */
function scaleOf(k: number): number {
  return Math.max(0.24, NEXT_SCALE - 0.13 * k);
}

/** The height of the first k drops, in cells. */
function stackHeight(k: number): number {
  let height = 0;
  for (let i = 0; i < k; i++) height += scaleOf(i) + GAP;
  return height;
}

export const slot: Slot = (column, k) => {
  const scale = scaleOf(k);
  const centre = -GAP - stackHeight(k) - scale / 2;
  return { x: column, y: centre - 0.5, scale };
};

export const mosaic: Art = {
  game: 'mosaic',
  name: 'Board of Stack Swap Mosaic',
  style: 'swap',
  keys: 'swap',
  grid: (view, variant) => {
    const shown = numberOf(variant, 'queue_shown', 3);
    const top = shown ? (stackHeight(shown) + GAP) * CELL + EDGE : EDGE;
    const margins = { top, right: EDGE, bottom: LABELS, left: LABELS };
    return { rows: view.cells.length, cols: view.cells[0]?.length ?? 0, cell: CELL, margins };
  },
  spots: cellSpots,
  casting: (_grid, _view, variant) => ({ slot, shown: numberOf(variant, 'queue_shown', 3) }),
  moveOf: () => null,
  marks: swapMarks,
  label: swapLabel,
  refusal: swapRefusal,
};
