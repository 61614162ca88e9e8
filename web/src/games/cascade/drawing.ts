/** Color Cascade Grid: 7×7 tokens, and above the board the ledge on which the next two goblins wait. */
import type { BoardState, Drawing } from '../../board/drawing';
import { cellSpots } from '../../board/input/spots';
import type { PaintContext } from '../../board/paint/context';
import { swapLabel, swapMarks, swapRefusal } from '../match3/swaps';
import { swapMoveWords } from '../match3/words';
import { asNumbers } from '../../lib/values';
import { directorWith, type Perch } from './director';
import { FEWEST_THAT_VANISH } from './meters';

const CELL = 48;
const LABELS = 15;
const EDGE = 7;
const LEDGE = 0.98;

/** The next goblin stands on the left, the one after it beside it: as they are named in words. */
export const perch: Perch = (k) => ({ x: 0.12 + 1.1 * k, y: -0.97 });
const WAITING = 2;

const OWNERS: Record<string, number> = { b: 0, o: 1 };

export const drawing: Drawing = {
  name: 'Board of Color Cascade Grid',
  input: 'swap',
  grid: (view, variant) => {
    const margins = { top: variant['goblins'] === 0 ? EDGE : LEDGE * CELL, right: EDGE, bottom: LABELS, left: LABELS };
    return { rows: view.cells.length, cols: view.cells[0]?.length ?? 0, cell: CELL, margins };
  },
  spots: cellSpots,
  moveOf: () => null,
  marks: swapMarks(tooFew),
  warning: tooFew,
  label: (spot, state) =>
    swapLabel(spot, state, (look) => {
      const owner = OWNERS[look];
      if (owner === undefined) return '';
      const name = state.seatNames[owner] ?? `seat ${owner + 1}`;
      return name === 'You' ? ', yours' : `, of ${name}`;
    }),
  moveWords: swapMoveWords,
  refusal: swapRefusal,
  direct: directorWith(perch),
  labels: 'edges',
  paintSurroundings: paintLedge,
};

/** One or two tokens make no line: a side with no more than that can win by the count alone. */
function tooFew({ view, preview, variant }: BoardState): string {
  if (!preview || variant['vanish'] !== 'wins') return '';
  const [before, after] = [view, preview.view].map((one) => asNumbers(one['tokens'])[view.turn - 1] ?? 0) as [
    number,
    number,
  ];
  if (after === 0 || after >= FEWEST_THAT_VANISH || before < FEWEST_THAT_VANISH) return '';
  return after === 1 ? 'Leaves you 1: it can never vanish' : `Leaves you ${after}: they can never vanish`;
}

/** A plank above the board, with the numbers of the goblins that wait on it. */
function paintLedge({ paint, grid, ground, font }: PaintContext): void {
  const { margins, cell, cols } = grid;
  if (margins.top < cell / 2) return;
  const thick = cell * 0.09;
  const y = margins.top - thick;
  const wood = paint.createLinearGradient(0, y, 0, margins.top);
  wood.addColorStop(0, '#8d7355');
  wood.addColorStop(0.4, '#6d5740');
  wood.addColorStop(1, '#4a3a2b');
  paint.fillStyle = wood;
  paint.beginPath();
  paint.roundRect(margins.left - cell * 0.1, y, cols * cell + cell * 0.16, thick, thick / 2);
  paint.fill();
  paint.font = `600 ${cell * 0.19}px ${font}`;
  paint.fillStyle = ground.softInk;
  paint.textBaseline = 'middle';
  paint.textAlign = 'center';
  for (let k = 0; k < WAITING; k++) {
    const { x } = perch(k);
    paint.fillText(String(k + 1), margins.left + (x + 0.02) * cell, margins.top - cell * 0.42);
  }
  paint.textAlign = 'right';
  paint.fillText('next goblins', margins.left + cols * cell - cell * 0.1, margins.top - cell * 0.42);
}
