/** Rings around cells and arrows. Each style has a line of its own, and all show on every colour. */
import type { MarkOf, RingStyle } from '../drawing';
import type { Box } from '../geometry';
import { LAST_MOVE, VALID_MOVE } from '../spec';
import { BODIES, type BodyName } from './bodies';
import { darker, inkOn } from './colour';
import type { PaintContext } from './context';
import { SYMBOLS } from './symbols';

export const CASING = 'rgba(8, 9, 12, 0.72)';
const HINT = '#ffffff';

interface Stroke {
  colour: string;
  width: number;
  dash: number[];
  inset: number;
}

const RINGS: Record<RingStyle, Stroke> = {
  valid: { colour: VALID_MOVE, width: 0.055, dash: [0.13, 0.1], inset: 0.035 },
  last: { colour: LAST_MOVE, width: 0.052, dash: [], inset: 0.03 },
  picked: { colour: VALID_MOVE, width: 0.075, dash: [], inset: 0.035 },
  hint: { colour: HINT, width: 0.035, dash: [], inset: 0.005 },
  focus: { colour: '#ffffff', width: 0.06, dash: [], inset: -0.03 },
  pending: { colour: '#ffffff', width: 0.06, dash: [0.06, 0.08], inset: 0.02 },
};

export function paintRing(context: PaintContext, { style, box, seat, round = false }: MarkOf<'ring'>): void {
  const { paint, grid } = context;
  const { colour, width, dash, inset } = RINGS[style];
  const path = ringPath(box, (round ? Math.max(inset, 0.045) : inset) * grid.cell, round ? 0.5 : 0.27, grid.cell);
  strokeCased(
    paint,
    path,
    colour,
    width * grid.cell,
    dash.map((part) => part * grid.cell),
  );
  if (style === 'hint') {
    const inner = ringPath(box, 0.085 * grid.cell, round ? 0.5 : 0.27, grid.cell);
    strokeCased(paint, inner, colour, width * grid.cell, []);
    paintStar(context, box);
  }
  if (style === 'last' && seat) paintPip(context, box, seat);
}

/** As bright as the ring that it belongs to. Of a swap it has two heads. */
export function paintArrow({ paint, grid }: PaintContext, { style, from, to, bothWays }: MarkOf<'arrow'>): void {
  const [right, down] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(right, down);
  const head = 0.14 * grid.cell;
  const path = new Path2D();
  path.moveTo(0, 0);
  path.lineTo(length, 0);
  for (const [tip, back] of bothWays
    ? [
        [length, -head],
        [0, head],
      ]
    : [[length, -head]]) {
    path.moveTo(tip! + back!, -head);
    path.lineTo(tip!, 0);
    path.lineTo(tip! + back!, head);
  }
  paint.save();
  paint.translate(from.x, from.y);
  paint.rotate(Math.atan2(down, right));
  paint.lineCap = 'round';
  strokeCased(paint, path, RINGS[style].colour, 0.06 * grid.cell, []);
  paint.restore();
}

export function ringPath({ x, y, width, height }: Box, inset: number, roundness: number, cell: number): Path2D {
  const path = new Path2D();
  const [w, h] = [width - 2 * inset, height - 2 * inset];
  path.roundRect(x + inset, y + inset, w, h, Math.min(roundness * cell, w / 2, h / 2));
  return path;
}

/** A dark line below a bright one shows on every colour. */
export function strokeCased(
  paint: CanvasRenderingContext2D,
  path: Path2D,
  colour: string,
  width: number,
  dash: number[],
): void {
  paint.save();
  paint.lineJoin = 'round';
  paint.lineWidth = width * 1.9;
  paint.strokeStyle = CASING;
  paint.stroke(path);
  paint.setLineDash(dash);
  paint.lineWidth = width;
  paint.strokeStyle = colour;
  paint.stroke(path);
  paint.restore();
}

/** Who moved last: the seat's sign, small, on the ring's corner. */
function paintPip({ paint, grid, seatLook }: PaintContext, box: Box, seat: number): void {
  const look = seatLook(seat);
  if (!look) return;
  const r = grid.cell * PIP;
  const body = new Path2D(
    BODIES[typeof look.body === 'string' && look.body in BODIES ? (look.body as BodyName) : 'disc'],
  );
  paint.save();
  paint.translate(box.x + box.width - r * 0.9, Math.max(box.y + r * 0.9, r * PIP_REACH));
  paint.scale(r / 42, r / 42);
  paint.lineJoin = 'round';
  for (const [width, colour] of [
    [38, CASING],
    [24, LAST_MOVE],
    [8, darker(look.colour, 0.55)],
  ] as const) {
    paint.lineWidth = width;
    paint.strokeStyle = colour;
    paint.stroke(body);
  }
  paint.fillStyle = look.colour;
  paint.fill(body);
  if (look.symbol) {
    paint.scale(2.9, 2.9);
    paint.fillStyle = inkOn(look.colour);
    paint.fill(new Path2D(SYMBOLS[look.symbol]), 'evenodd');
  }
  paint.restore();
}

/** The radius of that sign, in cells. */
const PIP = 0.14;
/** How far it reaches with its outline, in that radius: it is not cut off at the top of a board. */
const PIP_REACH = 1.5;

function paintStar({ paint, grid }: PaintContext, box: Box): void {
  const r = grid.cell * 0.15;
  paint.save();
  paint.translate(box.x + box.width - r * 0.9, box.y + r * 0.9);
  const star = starPath(5, r, r * 0.48);
  paint.lineJoin = 'round';
  paint.lineWidth = r * 0.5;
  paint.strokeStyle = CASING;
  paint.stroke(star);
  paint.fillStyle = '#ffe58a';
  paint.fill(star);
  paint.restore();
}

export function starPath(points: number, outer: number, inner: number): Path2D {
  const path = new Path2D();
  for (let i = 0; i < 2 * points; i++) {
    const angle = (i * Math.PI) / points - Math.PI / 2;
    const r = i % 2 ? inner : outer;
    path.lineTo(r * Math.cos(angle), r * Math.sin(angle));
  }
  path.closePath();
  return path;
}
