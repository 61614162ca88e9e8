/** Infinity Grid Duel's own mark: the nails of a tile that can never be turned. */
import type { MarkOf } from '../../board/drawing';
import { centreOf, type Box } from '../../board/geometry';
import type { PaintContext } from '../../board/paint/context';

/** From the middle of the cell to a nail, and a nail's radius, in cells: within a square tile and a round one. */
const REACH = 0.23;
const RADIUS = 0.032;

export const nailsMark = (box: Box): MarkOf<'own'> => ({
  kind: 'own',
  name: 'nails',
  layer: 'above',
  about: { box },
  paint: (context) => paintNails(context, box),
});

/** Four bright heads with a dark rim, so that they are seen on any colour. */
function paintNails({ paint, grid }: PaintContext, box: Box): void {
  const { x, y } = centreOf(box);
  const heads = new Path2D();
  for (const right of [-1, 1]) {
    for (const down of [-1, 1]) {
      const [cx, cy] = [x + right * REACH * grid.cell, y + down * REACH * grid.cell];
      heads.moveTo(cx + RADIUS * grid.cell, cy);
      heads.arc(cx, cy, RADIUS * grid.cell, 0, 2 * Math.PI);
    }
  }
  paint.lineWidth = grid.cell * 0.035;
  paint.strokeStyle = 'rgba(0, 0, 0, 0.6)';
  paint.stroke(heads);
  paint.fillStyle = 'rgba(255, 255, 255, 0.95)';
  paint.fill(heads);
}
