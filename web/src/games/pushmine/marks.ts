/** Pushmine's marks: arrows, bars and walls, what leaves the board, what blows up, and mines in stock. */
import type { MarkOf } from '../../board/drawing';
import { centreOf, type Box } from '../../board/geometry';
import { darker, lighter, withAlpha } from '../../board/paint/colour';
import { placeOf, type PaintContext } from '../../board/paint/context';
import type { Presence } from '../../board/paint/marks';
import { ringPath, starPath, strokeCased } from '../../board/paint/rings';
import { BLEED } from '../../board/paint/sprites';
import { LAST_MOVE } from '../../board/spec';
import { MINE, TRAVEL } from './director';

export type ArrowState = 'open' | 'barred' | 'blocked' | 'asleep';

type Arrow = { box: Box; way: string; state: ArrowState; active: boolean; seat: number };
type Leaves = { box: Box; way: string; earns: boolean };
type Stock = { box: Box; seat: number; count: number };
type Line = { cells: number[]; seat: number };
type OwnMark = MarkOf<'own'>;

export const arrowMark = (about: Arrow): OwnMark => ({
  kind: 'own',
  name: 'arrow',
  layer: 'below',
  about,
  paint: (context) => paintArrow(context, about),
});

/** A stone that will leave the board. */
export const leavesMark = (about: Leaves): OwnMark => ({
  kind: 'own',
  name: 'leaves',
  layer: 'above',
  about,
  paint: (context, presence) => paintLeaves(context, about, presence),
});

/** A mine that will go off. */
export const blastMark = (box: Box): OwnMark => ({
  kind: 'own',
  name: 'blast',
  layer: 'below',
  about: { box },
  paint: (context, presence) => paintBlast(context, box, presence),
});

/** The mines that a seat may lay. */
export const stockMark = (about: Stock): OwnMark => ({
  kind: 'own',
  name: 'stock',
  layer: 'below',
  about,
  paint: (context) => paintStock(context, about),
});

/** The line that won. */
export const lineMark = (about: Line): OwnMark => ({
  kind: 'own',
  name: 'line',
  layer: 'above',
  about,
  paint: (context) => paintLine(context, about),
});

const LEAVING = '#ff9c8a';

function chevron(way: string, size: number): Path2D {
  const [right, down] = TRAVEL[way] ?? [1, 0];
  const path = new Path2D();
  const [px, py] = [-down, right];
  path.moveTo(-right * size * 0.5 + px * size, -down * size * 0.5 + py * size);
  path.lineTo(right * size * 0.55, down * size * 0.55);
  path.lineTo(-right * size * 0.5 - px * size, -down * size * 0.5 - py * size);
  return path;
}

function paintArrow(context: PaintContext, { box, way, state, active, seat }: Arrow): void {
  const { paint, grid, ground } = context;
  const { x, y } = centreOf(box);
  const colour = context.seatColour(seat);
  const r = Math.min(box.width, box.height) * 0.42;
  paint.save();
  paint.translate(x, y);
  paint.beginPath();
  paint.arc(0, 0, r, 0, 2 * Math.PI);
  paint.fillStyle =
    active && state === 'open' ? colour : state === 'open' ? ground.socket : withAlpha(ground.socket, 0.55);
  paint.fill();
  paint.lineWidth = grid.cell * 0.025;
  paint.strokeStyle = state === 'open' ? withAlpha(colour, active ? 1 : 0.75) : 'rgba(255, 255, 255, 0.12)';
  paint.stroke();
  paint.lineCap = paint.lineJoin = 'round';
  paint.lineWidth = grid.cell * 0.07;
  const [right, down] = TRAVEL[way] ?? [0, 0];
  paint.translate(right * r * (active ? 0.18 : 0.06), down * r * (active ? 0.18 : 0.06));
  paint.strokeStyle =
    active && state === 'open' ? '#ffffff' : state === 'open' ? lighter(colour, 0.35) : 'rgba(255,255,255,0.26)';
  paint.stroke(chevron(way, r * 0.42));
  paint.restore();
  if (state === 'barred') paintBar(context, box, r, active);
  if (state === 'blocked') paintWall(context, box, way);
}

/** Barred: a sign that everybody knows. */
function paintBar({ paint, grid }: PaintContext, box: Box, r: number, active: boolean): void {
  const { x, y } = centreOf(box);
  const sign = new Path2D();
  sign.arc(x, y, r, 0, 2 * Math.PI);
  const stroke = new Path2D();
  const d = r * Math.SQRT1_2;
  stroke.moveTo(x - d, y - d);
  stroke.lineTo(x + d, y + d);
  paint.lineCap = 'round';
  for (const path of [sign, stroke]) strokeCased(paint, path, active ? '#ffb3a6' : LEAVING, grid.cell * 0.055, []);
}

function paintWall({ paint, grid }: PaintContext, box: Box, way: string): void {
  const { x, y } = centreOf(box);
  const [right, down] = TRAVEL[way] ?? [0, 0];
  const half = grid.cell * 0.2;
  const wall = new Path2D();
  wall.moveTo(x + right * half - down * half, y + down * half - right * half);
  wall.lineTo(x + right * half + down * half, y + down * half + right * half);
  strokeCased(paint, wall, 'rgba(255, 255, 255, 0.6)', grid.cell * 0.06, []);
}

function paintLeaves({ paint, grid }: PaintContext, { box, way, earns }: Leaves, presence: Presence): void {
  const [right, down] = TRAVEL[way] ?? [0, 0];
  const { x, y } = centreOf(box);
  const cell = grid.cell;
  paint.save();
  paint.globalAlpha = presence;
  paint.translate(x + right * cell * 0.86, y + down * cell * 0.86);
  paint.lineCap = paint.lineJoin = 'round';
  for (const step of [0, 1]) {
    paint.save();
    paint.translate(right * step * cell * 0.14, down * step * cell * 0.14);
    strokeCased(paint, chevron(way, cell * 0.13), earns ? LAST_MOVE : LEAVING, cell * 0.06, []);
    paint.restore();
  }
  paint.restore();
  const ring = ringPath(box, 0.03 * cell, 0.5, cell);
  paint.save();
  paint.globalAlpha = presence;
  paint.translate(right * 0.3 * cell, down * 0.3 * cell);
  strokeCased(paint, ring, earns ? LAST_MOVE : LEAVING, cell * 0.04, [cell * 0.07, cell * 0.07]);
  paint.restore();
}

function paintBlast({ paint, grid }: PaintContext, box: Box, presence: Presence): void {
  const { x, y } = centreOf(box);
  paint.save();
  paint.translate(x, y);
  paint.scale(0.7 + 0.3 * presence, 0.7 + 0.3 * presence);
  paint.globalAlpha = presence;
  const star = starPath(11, grid.cell * 0.58, grid.cell * 0.4);
  paint.fillStyle = 'rgba(255, 140, 40, 0.55)';
  paint.fill(star);
  paint.lineJoin = 'round';
  paint.lineWidth = grid.cell * 0.035;
  paint.strokeStyle = LAST_MOVE;
  paint.stroke(star);
  paint.restore();
}

/** The mines that a seat may lay: its colour, a small mine, the number. */
function paintStock(context: PaintContext, { box, seat, count }: Stock): void {
  const { paint, grid, ground, pixels, sprites, font } = context;
  const { x, y } = centreOf(box);
  const colour = context.seatColour(seat);
  const half = Math.min(box.width, box.height) * 0.44;
  const plate = new Path2D();
  plate.roundRect(x - half, y - half, 2 * half, 2 * half, half * 0.5);
  paint.fillStyle = count ? withAlpha(darker(colour, 0.45), 0.9) : withAlpha(ground.socket, 0.6);
  paint.fill(plate);
  paint.lineWidth = grid.cell * 0.03;
  paint.strokeStyle = withAlpha(colour, count ? 1 : 0.4);
  paint.stroke(plate);
  const size = grid.cell * 0.4 * (1 + 2 * BLEED);
  paint.globalAlpha = count ? 1 : 0.35;
  paint.drawImage(sprites.picture(MINE, grid.cell * pixels), x - half * 0.36 - size / 2, y - size / 2, size, size);
  paint.globalAlpha = count ? 1 : 0.5;
  paint.font = `750 ${grid.cell * 0.24}px ${font}`;
  paint.fillStyle = '#ffffff';
  paint.textAlign = 'center';
  paint.textBaseline = 'middle';
  paint.fillText(String(count), x + half * 0.54, y + grid.cell * 0.015);
  paint.globalAlpha = 1;
}

function paintLine(context: PaintContext, { cells, seat }: Line): void {
  const { paint, grid } = context;
  const places = cells.map((cell) => placeOf(context, cell % grid.cols, Math.floor(cell / grid.cols)));
  const path = new Path2D();
  for (const { x, y } of places) path.lineTo(x, y);
  paint.save();
  paint.lineCap = paint.lineJoin = 'round';
  strokeCased(paint, path, '#ffffff', grid.cell * 0.16, []);
  strokeCased(paint, path, lighter(context.seatColour(seat), 0.2), grid.cell * 0.08, []);
  paint.restore();
}
