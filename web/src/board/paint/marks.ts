/** Rings, links, dots and badges. None relies on its hue: each kind has a line or a shape of its own. */
import type { Mark, MarkOf } from '../drawing';
import { centreOf, type Box } from '../geometry';
import { LAST_MOVE, VALID_MOVE } from '../spec';
import { paintBadge } from './badge';
import { withAlpha } from './colour';
import { placeOf, type PaintContext } from './context';
import { CASING, paintArrow, paintRing, strokeCased } from './rings';
import { BLEED } from './sprites';

/** How visible a mark of the moment is, from 0 to 1: it fades in. */
export type Presence = number;

/** Marks that lie under the pieces. */
const BELOW: ReadonlySet<Mark['kind']> = new Set(['dot', 'plus', 'lane']);

export function paintMarksBelow(context: PaintContext, marks: readonly Mark[], presence: Presence): void {
  for (const mark of marks) if (isBelow(mark)) paintMark(context, mark, presence);
}

/** Badges last: nothing may cover words. */
export function paintMarksAbove(context: PaintContext, marks: readonly Mark[], presence: Presence): void {
  for (const mark of marks) if (!isBelow(mark) && mark.kind !== 'badge') paintMark(context, mark, presence);
  for (const mark of marks) if (mark.kind === 'badge') paintMark(context, mark, presence);
}

function isBelow(mark: Mark): boolean {
  return mark.kind === 'own' ? mark.layer === 'below' : BELOW.has(mark.kind);
}

function paintMark(context: PaintContext, mark: Mark, presence: Presence): void {
  switch (mark.kind) {
    case 'ring':
      return paintRing(context, mark);
    case 'arrow':
      return paintArrow(context, mark);
    case 'link':
      return paintLink(context, mark);
    case 'dot':
      return paintDot(context, mark.box);
    case 'plus':
      return paintPlus(context, mark.box);
    case 'lane':
      return paintLane(context, mark.box);
    case 'clears':
      return paintClears(context, mark, presence);
    case 'ghost':
      return paintGhost(context, mark, presence);
    case 'turns':
      return paintTurns(context, mark, presence);
    case 'own':
      return mark.paint(context, presence);
    case 'badge':
      return paintBadge(context, mark, presence);
    case 'lean':
      return;
  }
}

// Legal moves.

/** A short bar across the border of two cells that can be swapped. */
function paintLink({ paint, grid }: PaintContext, { a, b, strong }: MarkOf<'link'>): void {
  const [from, to] = [centreOf(a), centreOf(b)];
  const sideways = from.y === to.y;
  const long = grid.cell * (strong ? 0.34 : 0.2);
  const thick = grid.cell * (strong ? 0.13 : 0.085);
  const [w, h] = sideways ? [long, thick] : [thick, long];
  const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
  const bar = new Path2D();
  bar.roundRect(x - w / 2, y - h / 2, w, h, thick / 2);
  paint.lineWidth = grid.cell * 0.05;
  paint.strokeStyle = CASING;
  paint.stroke(bar);
  paint.fillStyle = strong ? VALID_MOVE : withAlpha(VALID_MOVE, 0.8);
  paint.fill(bar);
}

function paintDot({ paint, grid }: PaintContext, box: Box): void {
  const { x, y } = centreOf(box);
  paint.beginPath();
  paint.arc(x, y, grid.cell * 0.07, 0, 2 * Math.PI);
  paint.fillStyle = withAlpha(VALID_MOVE, 0.8);
  paint.fill();
  paint.lineWidth = grid.cell * 0.03;
  paint.strokeStyle = withAlpha(VALID_MOVE, 0.22);
  paint.beginPath();
  paint.arc(x, y, grid.cell * 0.125, 0, 2 * Math.PI);
  paint.stroke();
}

/** Something small can be laid here. */
function paintPlus({ paint, grid }: PaintContext, box: Box): void {
  const { x, y } = centreOf(box);
  const r = grid.cell * 0.055;
  const plus = new Path2D();
  plus.moveTo(x - r, y);
  plus.lineTo(x + r, y);
  plus.moveTo(x, y - r);
  plus.lineTo(x, y + r);
  paint.lineCap = 'round';
  paint.lineWidth = grid.cell * 0.032;
  paint.strokeStyle = withAlpha(VALID_MOVE, 0.85);
  paint.stroke(plus);
}

/** The line that was pushed last. */
function paintLane({ paint, grid }: PaintContext, { x, y, width, height }: Box): void {
  const inset = grid.cell * 0.03;
  const lane = new Path2D();
  lane.roundRect(x + inset, y + inset, width - 2 * inset, height - 2 * inset, grid.cell * 0.26);
  paint.fillStyle = withAlpha(LAST_MOVE, 0.07);
  paint.fill(lane);
  paint.lineWidth = grid.cell * 0.022;
  paint.strokeStyle = withAlpha(LAST_MOVE, 0.55);
  paint.stroke(lane);
}

// What a move would do.

/** A token that will go: struck out by a white ring; from the second wave on with the wave's number. */
function paintClears({ paint, grid, font }: PaintContext, { box, wave }: MarkOf<'clears'>, presence: Presence): void {
  const { x, y } = centreOf(box);
  const cell = grid.cell;
  paint.save();
  paint.globalAlpha = presence;
  const ring = new Path2D();
  ring.roundRect(x - cell * 0.36, y - cell * 0.4, cell * 0.72, cell * 0.72, cell * 0.2);
  paint.fillStyle = 'rgba(255, 255, 255, 0.16)';
  paint.fill(ring);
  strokeCased(paint, ring, '#ffffff', cell * 0.045, wave > 1 ? [cell * 0.045, cell * 0.075] : []);
  if (wave > 1) {
    const [bx, by] = [x + cell * 0.3, y + cell * 0.28];
    paint.beginPath();
    paint.arc(bx, by, cell * 0.15, 0, 2 * Math.PI);
    paint.fillStyle = '#ffffff';
    paint.fill();
    paint.fillStyle = '#1b1d22';
    paint.font = `750 ${cell * 0.21}px ${font}`;
    paint.textAlign = 'center';
    paint.textBaseline = 'middle';
    paint.fillText(String(wave), bx, by + cell * 0.015);
  }
  paint.restore();
}

function paintGhost(context: PaintContext, { look, x, y, alpha }: MarkOf<'ghost'>, presence: Presence): void {
  const { paint, grid, pixels, sprites } = context;
  const place = placeOf(context, x, y);
  const size = grid.cell * (1 + 2 * BLEED);
  paint.globalAlpha = alpha * presence;
  paint.drawImage(sprites.picture(look, grid.cell * pixels), place.x - size / 2, place.y - size / 2, size, size);
  paint.globalAlpha = 1;
}

/** Half of the tile already shows its other face. */
function paintTurns(context: PaintContext, { box, look }: MarkOf<'turns'>, presence: Presence): void {
  const { paint, grid, pixels, sprites } = context;
  const size = grid.cell * (1 + 2 * BLEED);
  const { x, y } = centreOf(box);
  const half = new Path2D();
  half.moveTo(box.x + box.width * 1.1, box.y - box.height * 0.1);
  half.lineTo(box.x + box.width * 1.1, box.y + box.height * 1.1);
  half.lineTo(box.x - box.width * 0.1, box.y + box.height * 1.1);
  half.closePath();
  paint.save();
  paint.globalAlpha = presence;
  paint.clip(half);
  paint.drawImage(sprites.picture(look, grid.cell * pixels), x - size / 2, y - size / 2, size, size);
  paint.restore();
  const cut = new Path2D();
  cut.moveTo(box.x + box.width * 0.86, box.y + box.height * 0.14);
  cut.lineTo(box.x + box.width * 0.14, box.y + box.height * 0.86);
  paint.save();
  paint.globalAlpha = presence;
  paint.lineCap = 'round';
  strokeCased(paint, cut, '#ffffff', grid.cell * 0.045, []);
  paint.restore();
}
