/** Rings, links, arrows and badges. None relies on its hue: each kind has a line or a shape of its own. */
import type { Mark, MarkOf, RingStyle } from '../art';
import { boardHeight, boardWidth, centreOf, type Box, type Grid } from '../geometry';
import { LAST_MOVE, seatColour, VALID_MOVE } from '../spec';
import { TRAVEL } from '../directors/stones';
import { darker, lighter, withAlpha } from './colour';
import { placeOf, type Easel } from './easel';
import { BLEED } from './sprites';

/** How much a mark of the moment is there: it comes up softly. 0 to 1. */
export type Presence = number;

const CASING = 'rgba(8, 9, 12, 0.72)';
const HINT = '#ffffff';
const LEAVING = '#ff9c8a';

/** Marks that lie under the pieces. */
const BELOW: ReadonlySet<Mark['kind']> = new Set(['dot', 'plus', 'lane', 'arrow', 'stock', 'blast']);

export function paintMarksBelow(easel: Easel, marks: readonly Mark[], presence: Presence): void {
  for (const mark of marks) if (BELOW.has(mark.kind)) paintMark(easel, mark, presence);
}

/** Badges last: nothing may cover words. */
export function paintMarksAbove(easel: Easel, marks: readonly Mark[], presence: Presence): void {
  for (const mark of marks) if (!BELOW.has(mark.kind) && mark.kind !== 'badge') paintMark(easel, mark, presence);
  for (const mark of marks) if (mark.kind === 'badge') paintMark(easel, mark, presence);
}

function paintMark(easel: Easel, mark: Mark, presence: Presence): void {
  switch (mark.kind) {
    case 'ring':
      return paintRing(easel, mark);
    case 'link':
      return paintLink(easel, mark);
    case 'dot':
      return paintDot(easel, mark.box);
    case 'plus':
      return paintPlus(easel, mark.box);
    case 'lane':
      return paintLane(easel, mark.box);
    case 'clears':
      return paintClears(easel, mark, presence);
    case 'ghost':
      return paintGhost(easel, mark, presence);
    case 'turns':
      return paintTurns(easel, mark, presence);
    case 'arrow':
      return paintArrow(easel, mark);
    case 'leaves':
      return paintLeaves(easel, mark, presence);
    case 'blast':
      return paintBlast(easel, mark.box, presence);
    case 'stock':
      return paintStock(easel, mark);
    case 'line':
      return paintLine(easel, mark);
    case 'badge':
      return paintBadge(easel, mark, presence);
    case 'nudge':
      return;
  }
}

// Rings.

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

function paintRing(easel: Easel, { style, box, seat, round = false }: MarkOf<'ring'>): void {
  const { paint, grid } = easel;
  const { colour, width, dash, inset } = RINGS[style];
  const path = ringPath(box, (round ? Math.max(inset, 0.045) : inset) * grid.cell, round ? 0.5 : 0.27, grid.cell);
  strokeCased(paint, path, colour, width * grid.cell, dash.map((part) => part * grid.cell));
  if (style === 'hint') {
    const inner = ringPath(box, 0.085 * grid.cell, round ? 0.5 : 0.27, grid.cell);
    strokeCased(paint, inner, colour, width * grid.cell, []);
    paintStar(easel, box);
  }
  if (style === 'last' && seat) paintPip(easel, box, seatColour(easel.game, seat));
}

function ringPath({ x, y, width, height }: Box, inset: number, roundness: number, cell: number): Path2D {
  const path = new Path2D();
  const [w, h] = [width - 2 * inset, height - 2 * inset];
  path.roundRect(x + inset, y + inset, w, h, Math.min(roundness * cell, w / 2, h / 2));
  return path;
}

/** A dark line below a bright one shows on every colour. */
function strokeCased(paint: CanvasRenderingContext2D, path: Path2D, colour: string, width: number, dash: number[]): void {
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

/** Who moved last: a pip in the seat's colour on the ring's corner. */
function paintPip({ paint, grid }: Easel, box: Box, colour: string): void {
  const r = grid.cell * 0.1;
  paint.beginPath();
  paint.arc(box.x + box.width - r * 1.1, box.y + r * 1.1, r, 0, 2 * Math.PI);
  paint.fillStyle = colour;
  paint.fill();
  paint.lineWidth = r * 0.45;
  paint.strokeStyle = LAST_MOVE;
  paint.stroke();
}

function paintStar({ paint, grid }: Easel, box: Box): void {
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

function starPath(points: number, outer: number, inner: number): Path2D {
  const path = new Path2D();
  for (let i = 0; i < 2 * points; i++) {
    const angle = (i * Math.PI) / points - Math.PI / 2;
    const r = i % 2 ? inner : outer;
    path.lineTo(r * Math.cos(angle), r * Math.sin(angle));
  }
  path.closePath();
  return path;
}

// Legal moves.

/** A short bar across the border of two cells that can be swapped. */
function paintLink({ paint, grid }: Easel, { a, b, strong }: MarkOf<'link'>): void {
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

function paintDot({ paint, grid }: Easel, box: Box): void {
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
function paintPlus({ paint, grid }: Easel, box: Box): void {
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
function paintLane({ paint, grid }: Easel, { x, y, width, height }: Box): void {
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
function paintClears({ paint, grid, font }: Easel, { box, wave }: MarkOf<'clears'>, presence: Presence): void {
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

function paintGhost(easel: Easel, { look, x, y, alpha }: MarkOf<'ghost'>, presence: Presence): void {
  const { paint, grid, pixels, sprites } = easel;
  const place = placeOf(easel, x, y);
  const size = grid.cell * (1 + 2 * BLEED);
  paint.globalAlpha = alpha * presence;
  paint.drawImage(sprites.picture(look, grid.cell * pixels), place.x - size / 2, place.y - size / 2, size, size);
  paint.globalAlpha = 1;
}

/** Half of the tile already shows its other face. */
function paintTurns(easel: Easel, { box, look }: MarkOf<'turns'>, presence: Presence): void {
  const { paint, grid, pixels, sprites } = easel;
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

// Pushmine.

function chevron(way: string, size: number): Path2D {
  const [right, down] = TRAVEL[way] ?? [1, 0];
  const path = new Path2D();
  const [px, py] = [-down, right];
  path.moveTo(-right * size * 0.5 + px * size, -down * size * 0.5 + py * size);
  path.lineTo(right * size * 0.55, down * size * 0.55);
  path.lineTo(-right * size * 0.5 - px * size, -down * size * 0.5 - py * size);
  return path;
}

function paintArrow(easel: Easel, { box, way, state, active, seat }: MarkOf<'arrow'>): void {
  const { paint, grid, ground } = easel;
  const { x, y } = centreOf(box);
  const colour = seatColour(easel.game, seat);
  const r = Math.min(box.width, box.height) * 0.42;
  paint.save();
  paint.translate(x, y);
  paint.beginPath();
  paint.arc(0, 0, r, 0, 2 * Math.PI);
  paint.fillStyle = active && state === 'open' ? colour : state === 'open' ? ground.socket : withAlpha(ground.socket, 0.55);
  paint.fill();
  paint.lineWidth = grid.cell * 0.025;
  paint.strokeStyle = state === 'open' ? withAlpha(colour, active ? 1 : 0.75) : 'rgba(255, 255, 255, 0.12)';
  paint.stroke();
  paint.lineCap = paint.lineJoin = 'round';
  paint.lineWidth = grid.cell * 0.07;
  const [right, down] = TRAVEL[way] ?? [0, 0];
  paint.translate(right * r * (active ? 0.18 : 0.06), down * r * (active ? 0.18 : 0.06));
  paint.strokeStyle = active && state === 'open' ? '#ffffff' : state === 'open' ? lighter(colour, 0.35) : 'rgba(255,255,255,0.26)';
  paint.stroke(chevron(way, r * 0.42));
  paint.restore();
  if (state === 'barred') paintBar(easel, box, r, active);
  if (state === 'blocked') paintWall(easel, box, way);
}

/** Barred: a sign that everybody knows. */
function paintBar({ paint, grid }: Easel, box: Box, r: number, active: boolean): void {
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

function paintWall({ paint, grid }: Easel, box: Box, way: string): void {
  const { x, y } = centreOf(box);
  const [right, down] = TRAVEL[way] ?? [0, 0];
  const half = grid.cell * 0.2;
  const wall = new Path2D();
  wall.moveTo(x + right * half - down * half, y + down * half - right * half);
  wall.lineTo(x + right * half + down * half, y + down * half + right * half);
  strokeCased(paint, wall, 'rgba(255, 255, 255, 0.6)', grid.cell * 0.06, []);
}

function paintLeaves({ paint, grid }: Easel, { box, way, earns }: MarkOf<'leaves'>, presence: Presence): void {
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

function paintBlast({ paint, grid }: Easel, box: Box, presence: Presence): void {
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
function paintStock(easel: Easel, { box, seat, count }: MarkOf<'stock'>): void {
  const { paint, grid, ground, pixels, sprites, font } = easel;
  const { x, y } = centreOf(box);
  const colour = seatColour(easel.game, seat);
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
  paint.drawImage(sprites.picture('*', grid.cell * pixels), x - half * 0.36 - size / 2, y - size / 2, size, size);
  paint.globalAlpha = count ? 1 : 0.5;
  paint.font = `750 ${grid.cell * 0.24}px ${font}`;
  paint.fillStyle = '#ffffff';
  paint.textAlign = 'center';
  paint.textBaseline = 'middle';
  paint.fillText(String(count), x + half * 0.54, y + grid.cell * 0.015);
  paint.globalAlpha = 1;
}

function paintLine(easel: Easel, { cells, seat }: MarkOf<'line'>): void {
  const { paint, grid } = easel;
  const places = cells.map((cell) => placeOf(easel, cell % grid.cols, Math.floor(cell / grid.cols)));
  const path = new Path2D();
  for (const { x, y } of places) path.lineTo(x, y);
  paint.save();
  paint.lineCap = paint.lineJoin = 'round';
  strokeCased(paint, path, '#ffffff', grid.cell * 0.16, []);
  strokeCased(paint, path, lighter(seatColour(easel.game, seat), 0.2), grid.cell * 0.08, []);
  paint.restore();
}

// Words on the board.

/** A small plate with words beside what they are about, always on the board. */
function paintBadge(easel: Easel, mark: MarkOf<'badge'>, presence: Presence): void {
  const { paint, grid, pixels, font } = easel;
  const size = Math.max(grid.cell * 0.24, LEAST_TEXT / pixels);
  const lines = badgeLines(mark);
  paint.save();
  const width = Math.max(...lines.map((line) => lineWidth(paint, line, size, font))) + size * 1.3;
  const height = size * 0.85 + lines.length * size * 1.26;
  const { x, y } = badgePlace(grid, mark, width, height);
  paint.globalAlpha = presence;
  const plate = new Path2D();
  plate.roundRect(x, y, width, height, size * 0.6);
  paint.shadowColor = 'rgba(0, 0, 0, 0.55)';
  paint.shadowBlur = size * pixels * 0.8;
  paint.shadowOffsetY = size * pixels * 0.2;
  paint.fillStyle = '#fffdf8';
  paint.fill(plate);
  paint.shadowColor = 'transparent';
  lines.forEach((line, i) => paintBadgeLine(easel, line, x + width / 2, y + size * (1.05 + 1.26 * i), size));
  paint.restore();
}

/** Pixels of a badge's words, whatever the size of the board. */
const LEAST_TEXT = 13;

type BadgeLine = { words: string; weight: number; part: number; ink: string } | { chips: MarkOf<'badge'>['chips'] };

function badgeLines({ title, note, chips }: MarkOf<'badge'>): BadgeLine[] {
  const lines: BadgeLine[] = [{ words: title, weight: 720, part: 1, ink: '#1d1b18' }];
  if (chips.length) lines.push({ chips });
  if (note) lines.push({ words: note, weight: 560, part: 0.86, ink: '#5d564c' });
  return lines;
}

const CHIP_WIDTH = 2.1;

function lineWidth(paint: CanvasRenderingContext2D, line: BadgeLine, size: number, font: string): number {
  if ('chips' in line) return line.chips.length * size * CHIP_WIDTH;
  paint.font = `${line.weight} ${size * line.part}px ${font}`;
  return paint.measureText(line.words).width;
}

function paintBadgeLine(easel: Easel, line: BadgeLine, x: number, y: number, size: number): void {
  const { paint, grid, pixels, sprites, font } = easel;
  paint.textBaseline = 'middle';
  if ('words' in line) {
    paint.font = `${line.weight} ${size * line.part}px ${font}`;
    paint.textAlign = 'center';
    paint.fillStyle = line.ink;
    paint.fillText(line.words, x, y);
    return;
  }
  const side = size * 1.25 * (1 + 2 * BLEED);
  paint.font = `680 ${size * 0.9}px ${font}`;
  paint.textAlign = 'left';
  paint.fillStyle = '#1d1b18';
  line.chips.forEach(({ look, count }, i) => {
    const left = x + (i - line.chips.length / 2) * size * CHIP_WIDTH;
    paint.drawImage(sprites.picture(look, grid.cell * pixels), left - side * 0.12, y - side / 2, side, side);
    paint.fillText(String(count), left + size * 1.3, y);
  });
}

/** The nearest place around its box where it covers the least of what is to be seen. */
function badgePlace(grid: Grid, { box, avoid }: MarkOf<'badge'>, width: number, height: number): { x: number; y: number } {
  const gap = grid.cell * 0.1;
  const middle = { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2 };
  const candidates = [0, 1, 2, 3].flatMap((far) => [
    { x: middle.x, y: box.y - height - gap - far * grid.cell },
    { x: middle.x, y: box.y + box.height + gap + far * grid.cell },
    { x: box.x + box.width + gap + far * grid.cell, y: middle.y },
    { x: box.x - width - gap - far * grid.cell, y: middle.y },
  ]);
  const [right, bottom] = [boardWidth(grid) - width - 2, boardHeight(grid) - height - 2];
  const onBoard = candidates.map(({ x, y }) => ({ x: Math.min(Math.max(x, 2), right), y: Math.min(Math.max(y, 2), bottom) }));
  const covered = onBoard.map((place) => avoid.reduce((sum, other) => sum + overlap({ ...place, width, height }, other), 0));
  return onBoard[covered.indexOf(Math.min(...covered))]!;
}

function overlap(a: Box, b: Box): number {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, wide) * Math.max(0, high);
}
