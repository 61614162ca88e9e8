/** Stack Swap Mosaic: 6×6 tokens, and above each column the drops that come next. */
import type { Drawing } from '../../board/drawing';
import { cellSpots } from '../../board/input/spots';
import { withAlpha } from '../../board/paint/colour';
import type { PaintContext } from '../../board/paint/context';
import { asNumber } from '../../lib/values';
import { swapLabel, swapMarks, swapRefusal } from '../match3/swaps';
import { swapMoveWords } from '../match3/words';
import { directorWith, type Slot } from './director';

const CELL = 45;
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

export const drawing: Drawing = {
  name: 'Board of Stack Swap Mosaic',
  input: 'swap',
  grid: (view, variant) => {
    const shown = asNumber(variant['queue_shown'], 3);
    const top = shown ? (stackHeight(shown) + GAP) * CELL + EDGE : EDGE;
    const margins = { top, right: EDGE, bottom: LABELS, left: LABELS };
    return { rows: view.cells.length, cols: view.cells[0]?.length ?? 0, cell: CELL, margins };
  },
  spots: cellSpots,
  moveOf: () => null,
  marks: swapMarks(),
  label: swapLabel,
  moveWords: swapMoveWords,
  refusal: swapRefusal,
  direct: directorWith(slot),
  labels: 'edges',
  paintSurroundings: paintChutes,
};

/** Chutes above the columns. */
function paintChutes({ paint, grid, ground }: PaintContext): void {
  const { margins, cell, cols } = grid;
  if (margins.top < cell / 2) return;
  const shade = paint.createLinearGradient(0, 0, 0, margins.top);
  shade.addColorStop(0, withAlpha(ground.socketEdge, 0));
  shade.addColorStop(1, withAlpha(ground.socketEdge, 0.85));
  paint.fillStyle = shade;
  for (let col = 0; col < cols; col++) {
    paint.beginPath();
    paint.roundRect(margins.left + (col + 0.14) * cell, 0, 0.72 * cell, margins.top, [0.3 * cell, 0.3 * cell, 0, 0]);
    paint.fill();
  }
}
