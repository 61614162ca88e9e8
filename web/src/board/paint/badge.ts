/** Words on the board: a small plate beside what they are about. */
import type { MarkOf } from '../drawing';
import { boardHeight, boardWidth, type Box, type Grid } from '../geometry';
import type { PaintContext } from './context';
import type { Presence } from './marks';
import { BLEED } from './sprites';

export function paintBadge(context: PaintContext, mark: MarkOf<'badge'>, presence: Presence): void {
  const { paint, grid, pixels, font } = context;
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
  lines.forEach((line, i) => paintBadgeLine(context, line, x + width / 2, y + size * (1.05 + 1.26 * i), size));
  paint.restore();
}

/** Pixels of a badge's words, whatever the size of the board. */
const LEAST_TEXT = 13;

type BadgeLine = { words: string; weight: number; part: number; ink: string } | { counts: MarkOf<'badge'>['counts'] };

function badgeLines({ title, note, counts, warning }: MarkOf<'badge'>): BadgeLine[] {
  const lines: BadgeLine[] = [{ words: title, weight: 720, part: 1, ink: '#1d1b18' }];
  if (counts.length) lines.push({ counts });
  if (note) lines.push({ words: note, weight: 560, part: 0.86, ink: '#5d564c' });
  if (warning) lines.push({ words: warning, weight: 700, part: 0.86, ink: '#a3200f' });
  return lines;
}

const COUNT_WIDTH = 2.1;

function lineWidth(paint: CanvasRenderingContext2D, line: BadgeLine, size: number, font: string): number {
  if ('counts' in line) return line.counts.length * size * COUNT_WIDTH;
  paint.font = `${line.weight} ${size * line.part}px ${font}`;
  return paint.measureText(line.words).width;
}

function paintBadgeLine(context: PaintContext, line: BadgeLine, x: number, y: number, size: number): void {
  const { paint, grid, pixels, sprites, font } = context;
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
  line.counts.forEach(({ look, count }, i) => {
    const left = x + (i - line.counts.length / 2) * size * COUNT_WIDTH;
    paint.drawImage(sprites.picture(look, grid.cell * pixels), left - side * 0.12, y - side / 2, side, side);
    paint.fillText(String(count), left + size * 1.3, y);
  });
}

/** The nearest place around its box where it covers the least of what should stay visible. */
function badgePlace(
  grid: Grid,
  { box, avoid }: MarkOf<'badge'>,
  width: number,
  height: number,
): { x: number; y: number } {
  const gap = grid.cell * 0.1;
  const middle = { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2 };
  const candidates = [0, 1, 2, 3].flatMap((far) => [
    { x: middle.x, y: box.y - height - gap - far * grid.cell },
    { x: middle.x, y: box.y + box.height + gap + far * grid.cell },
    { x: box.x + box.width + gap + far * grid.cell, y: middle.y },
    { x: box.x - width - gap - far * grid.cell, y: middle.y },
  ]);
  const [right, bottom] = [boardWidth(grid) - width - 2, boardHeight(grid) - height - 2];
  const onBoard = candidates.map(({ x, y }) => ({
    x: Math.min(Math.max(x, 2), right),
    y: Math.min(Math.max(y, 2), bottom),
  }));
  const covered = onBoard.map((place) =>
    avoid.reduce((sum, other) => sum + overlap({ ...place, width, height }, other), 0),
  );
  return onBoard[covered.indexOf(Math.min(...covered))]!;
}

function overlap(a: Box, b: Box): number {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, wide) * Math.max(0, high);
}
