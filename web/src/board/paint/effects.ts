/** What rises, sparkles and smokes beside the pieces. */
import type { LiveEffect } from '../animation/timeline';
import { easeInOut, easeOut } from '../animation/easing';
import { lighter, withAlpha } from './colour';
import { placeOf, type PaintContext } from './context';
import { BLEED } from './sprites';

export function paintEffect(context: PaintContext, effect: LiveEffect): void {
  switch (effect.kind) {
    case 'points':
      return paintPoints(context, effect);
    case 'sparks':
      return paintSparks(context, effect);
    case 'smoke':
      return paintSmoke(context, effect);
    case 'flight':
      return paintFlight(context, effect);
    case 'caption':
      return paintCaption(context, effect);
  }
}

/** A dark rim and a bright one: any seat's colour can be read on any piece. */
const POINTS_CASING = [
  [0.17, 'rgba(10, 11, 14, 0.85)'],
  [0.09, '#ffffff'],
] as const;

/** "+36" rises and fades in the mover's colour; later waves are bigger, and say which they are. */
function paintPoints(context: PaintContext, { x, y, progress, text = '', strength = 1, seat }: LiveEffect): void {
  const { paint, grid, font } = context;
  const colour = seat === undefined ? '#ffffff' : context.seatColour(seat);
  const place = placeOf(context, x, y - 0.15 - 0.8 * easeOut(progress));
  const size = grid.cell * (0.4 + 0.05 * Math.min(strength, 5));
  const alpha = progress < 0.12 ? progress / 0.12 : progress > 0.6 ? (1 - progress) / 0.4 : 1;
  const words = [text, strength > 1 ? `wave ${strength}` : ''].filter(Boolean);
  paint.save();
  paint.globalAlpha = Math.max(0, alpha);
  paint.textAlign = 'center';
  paint.textBaseline = 'middle';
  paint.lineJoin = 'round';
  words.forEach((word, i) => {
    const scale = i || !text ? 0.6 : 1;
    paint.font = `780 ${size * scale}px ${font}`;
    for (const [width, casing] of POINTS_CASING) {
      paint.lineWidth = grid.cell * width;
      paint.strokeStyle = casing;
      paint.strokeText(word, place.x, place.y + i * size * 0.78);
    }
    paint.fillStyle = colour;
    paint.fillText(word, place.x, place.y + i * size * 0.78);
  });
  paint.restore();
}

const SPARKS = 7;

/** Shards of the token fly apart and fall. */
function paintSparks(context: PaintContext, { x, y, progress, look = '' }: LiveEffect): void {
  const { paint, grid, sprites } = context;
  const colour = sprites.look(look).colour;
  const middle = placeOf(context, x, y);
  const out = easeOut(progress);
  for (let i = 0; i < SPARKS; i++) {
    const chance = noise(x * 31 + y * 17 + i * 7);
    const angle = ((i + chance) / SPARKS) * 2 * Math.PI;
    const far = grid.cell * (0.25 + 0.45 * noise(i * 13 + x + y * 5)) * out;
    const size = grid.cell * (0.05 + 0.07 * chance) * (1 - progress);
    const px = middle.x + Math.cos(angle) * far;
    const py = middle.y + Math.sin(angle) * far + grid.cell * 0.5 * progress * progress;
    paint.fillStyle = i % 3 ? colour : lighter(colour, 0.6);
    paint.globalAlpha = 1 - progress;
    paint.beginPath();
    paint.arc(px, py, size, 0, 2 * Math.PI);
    paint.fill();
  }
  paint.globalAlpha = 1;
}

/** A ring that widens, and puffs; a mine's is bigger and burns at first. */
function paintSmoke(context: PaintContext, { x, y, progress, strength = 1 }: LiveEffect): void {
  const { paint, grid } = context;
  const middle = placeOf(context, x, y);
  const wide = grid.cell * (0.3 + 0.55 * easeOut(progress)) * (strength > 1 ? 1.3 : 0.8);
  paint.save();
  if (strength > 1 && progress < 0.4) {
    const fire = paint.createRadialGradient(middle.x, middle.y, 0, middle.x, middle.y, wide * 1.2);
    fire.addColorStop(0, `rgba(255, 246, 214, ${1 - progress * 2.5})`);
    fire.addColorStop(0.4, `rgba(255, 170, 60, ${0.9 - progress * 2.2})`);
    fire.addColorStop(1, 'rgba(255, 80, 20, 0)');
    paint.fillStyle = fire;
    paint.beginPath();
    paint.arc(middle.x, middle.y, wide * 1.2, 0, 2 * Math.PI);
    paint.fill();
  }
  paint.globalAlpha = (1 - progress) * 0.8;
  paint.lineWidth = grid.cell * 0.06 * (1 - progress) + 0.2;
  paint.strokeStyle = '#fff3d6';
  paint.beginPath();
  paint.arc(middle.x, middle.y, wide, 0, 2 * Math.PI);
  paint.stroke();
  paint.fillStyle = 'rgba(205, 203, 198, 0.55)';
  for (let i = 0; i < 6; i++) {
    const angle = (i / 6) * 2 * Math.PI + noise(i + x) * 0.8;
    const far = wide * (0.45 + 0.35 * noise(i * 3 + y));
    paint.beginPath();
    paint.arc(
      middle.x + Math.cos(angle) * far,
      middle.y + Math.sin(angle) * far - grid.cell * 0.3 * progress,
      grid.cell * 0.13 * (1 - progress * 0.6),
      0,
      2 * Math.PI,
    );
    paint.fill();
  }
  paint.restore();
}

function paintFlight(context: PaintContext, { x, y, to, progress, look = '' }: LiveEffect): void {
  const { paint, grid, pixels, sprites } = context;
  const goal = to ?? { x, y };
  const t = easeInOut(progress);
  const arc = Math.sin(t * Math.PI) * 0.6;
  const place = placeOf(context, x + (goal.x - x) * t, y + (goal.y - y) * t - arc);
  const size = grid.cell * (1 + 2 * BLEED) * (0.3 + 0.35 * Math.sin(Math.min(1, t * 1.4) * Math.PI * 0.5));
  paint.globalAlpha = Math.min(1, progress * 5, (1 - progress) * 6);
  paint.drawImage(sprites.picture(look, grid.cell * pixels), place.x - size / 2, place.y - size / 2, size, size);
  paint.globalAlpha = 1;
}

function paintCaption(context: PaintContext, { x, y, progress, text = '', seat = 0 }: LiveEffect): void {
  const { paint, grid, font } = context;
  const place = placeOf(context, x, y);
  const size = grid.cell * 0.46;
  const colour = context.seatColour(seat);
  paint.save();
  paint.globalAlpha = Math.max(0, Math.min(1, progress * 8, (1 - progress) * 4));
  paint.font = `740 ${size}px ${font}`;
  const width = paint.measureText(text).width + size * 1.6;
  const plate = new Path2D();
  plate.roundRect(place.x - width / 2, place.y - size * 0.85, width, size * 1.7, size * 0.85);
  paint.fillStyle = 'rgba(14, 15, 19, 0.88)';
  paint.fill(plate);
  paint.lineWidth = grid.cell * 0.04;
  paint.strokeStyle = withAlpha(colour, 1);
  paint.stroke(plate);
  paint.fillStyle = '#ffffff';
  paint.textAlign = 'center';
  paint.textBaseline = 'middle';
  paint.fillText(text, place.x, place.y + size * 0.04);
  paint.restore();
}

/** The same spread of shards every time: 0 to 1, by number. */
function noise(n: number): number {
  const s = Math.sin(n * 127.1 + 11.7) * 43758.5453;
  return s - Math.floor(s);
}
