/** Pieces as pictures: painted once for a size and a look, then only copied. */
import { BODIES, type BodyName } from './bodies';
import { darker, inkOn, lighter, withAlpha } from './colour';
import type { Look, Looks } from './looks';
import { OUTLINE } from '../spec';
import { SYMBOLS } from './symbols';

type Paint = CanvasRenderingContext2D;

/** A piece's picture is wider than its cell by this part on every side, for its shadow. */
export const BLEED = 0.16;

export class Sprites {
  readonly #looks: Looks;
  readonly #symbols: boolean;
  readonly #pictures = new Map<string, HTMLCanvasElement>();
  #pixels = 0;

  constructor(looks: Looks, symbols: boolean) {
    this.#looks = looks;
    this.#symbols = symbols;
  }

  look(character: string): Look {
    return this.#looks(character);
  }

  /** The picture of a piece in a cell of this many pixels. */
  picture(character: string, pixels: number): HTMLCanvasElement {
    const side = Math.round(pixels);
    if (side !== this.#pixels) this.#pictures.clear(); // a board has one size at a time
    this.#pixels = side;
    let picture = this.#pictures.get(character);
    if (!picture) {
      picture = this.#paint(character, side);
      this.#pictures.set(character, picture);
    }
    return picture;
  }

  #paint(character: string, pixels: number): HTMLCanvasElement {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = Math.max(1, Math.ceil(pixels * (1 + 2 * BLEED)));
    const paint = canvas.getContext('2d')!;
    paint.scale(pixels / 100, pixels / 100);
    paint.translate(50 + BLEED * 100, 50 + BLEED * 100);
    paintPiece(paint, this.#looks(character), this.#symbols);
    return canvas;
  }
}

/** A piece in a cell of 100 units around the origin. */
function paintPiece(paint: Paint, look: Look, symbols: boolean): void {
  if (typeof look.body === 'function') return look.body(paint, look, symbols);
  switch (look.body) {
    case 'unknown':
      return paintUnknown(paint);
    case 'flat':
      return paintFlat(paint, look, symbols);
    default:
      paintBody(paint, look.colour, look.body);
      if (symbols && look.symbol) paintSymbol(paint, SYMBOLS[look.symbol], look.colour);
      else paintDimple(paint, look.colour, look.body);
  }
}

const HALF = 41;
const THICK = 8;

export function bodyPath(body: BodyName, half: number, dy = 0): Path2D {
  const path = new Path2D();
  path.addPath(new Path2D(BODIES[body]), new DOMMatrix([half / HALF, 0, 0, half / HALF, 0, dy]));
  return path;
}

/** A thick, glazed body: shadow, side, face with light from above, rim. */
function paintBody(paint: Paint, colour: string, body: BodyName): void {
  const face = bodyPath(body, HALF, -THICK / 2);
  paint.save();
  paint.shadowColor = 'rgba(0, 0, 0, 0.5)';
  paint.shadowBlur = 9 * shadowScale(paint);
  paint.shadowOffsetY = 5 * shadowScale(paint);
  paint.fillStyle = darker(colour, 0.36);
  paint.fill(bodyPath(body, HALF, THICK / 2));
  paint.restore();

  paint.fillStyle = linear(paint, -HALF, HALF + THICK, [darker(colour, 0.26), darker(colour, 0.42)]);
  paint.fill(bodyPath(body, HALF, THICK / 2));
  paint.fillStyle = linear(paint, -HALF, HALF, [lighter(colour, 0.16), colour, darker(colour, 0.07)]);
  paint.fill(face);

  paint.save();
  paint.clip(face);
  paintGloss(paint, body);
  paint.lineWidth = 4;
  paint.strokeStyle = linear(paint, -HALF - 4, HALF, [
    'rgba(255,255,255,0.62)',
    'rgba(255,255,255,0.06)',
    'rgba(0,0,0,0.10)',
  ]);
  paint.stroke(face);
  paint.restore();

  paint.lineWidth = 1.2;
  paint.strokeStyle = withAlpha(OUTLINE, 0.5);
  paint.stroke(face);
}

/** The window's light on the glaze. */
function paintGloss(paint: Paint, body: BodyName): void {
  const gloss = paint.createRadialGradient(-14, -HALF - 6, 4, -6, -HALF + 2, body === 'disc' ? 52 : 62);
  gloss.addColorStop(0, 'rgba(255, 255, 255, 0.34)');
  gloss.addColorStop(0.6, 'rgba(255, 255, 255, 0.10)');
  gloss.addColorStop(1, 'rgba(255, 255, 255, 0)');
  paint.fillStyle = gloss;
  paint.fillRect(-50, -52, 100, 100);
}

/** Pressed into the face: its lower edge catches the light. */
export function paintSymbol(paint: Paint, path: string, colour: string, size = 2.3, dy = -THICK / 2): void {
  const shape = new Path2D();
  shape.addPath(new Path2D(path), new DOMMatrix([size, 0, 0, size, 0, dy]));
  const lower = new Path2D();
  lower.addPath(new Path2D(path), new DOMMatrix([size, 0, 0, size, 0, dy + 2]));
  paint.fillStyle = withAlpha(lighter(colour, 0.7), 0.75);
  paint.fill(lower, 'evenodd');
  paint.fillStyle = inkOn(colour);
  paint.fill(shape, 'evenodd');
}

/** Without symbols a piece still looks made, not printed. */
function paintDimple(paint: Paint, colour: string, body: BodyName): void {
  const inner = bodyPath(body, HALF * 0.6, -THICK / 2);
  paint.save();
  paint.clip(inner);
  paint.fillStyle = linear(paint, -HALF * 0.7, HALF * 0.6, [
    withAlpha(darker(colour, 0.5), 0.22),
    withAlpha(colour, 0),
  ]);
  paint.fill(inner);
  paint.restore();
  paint.lineWidth = 1.6;
  paint.strokeStyle = linear(paint, -HALF, HALF, ['rgba(0,0,0,0.14)', 'rgba(255,255,255,0.38)']);
  paint.stroke(inner);
}

/** A flat cell, without thickness. */
function paintFlat(paint: Paint, { colour, symbol }: Look, symbols: boolean): void {
  const face = new Path2D();
  face.roundRect(-45.5, -45.5, 91, 91, 22);
  paint.fillStyle = linear(paint, -46, 46, [lighter(colour, 0.12), colour, colour, darker(colour, 0.14)]);
  paint.fill(face);
  if (symbols && symbol) paintSymbol(paint, SYMBOLS[symbol], colour, 2.6, 0);
}

function paintUnknown(paint: Paint): void {
  const face = bodyPath('tile', HALF - 2);
  paint.fillStyle = 'rgba(255, 255, 255, 0.05)';
  paint.fill(face);
  paint.setLineDash([9, 7]);
  paint.lineWidth = 3;
  paint.strokeStyle = 'rgba(255, 255, 255, 0.4)';
  paint.stroke(face);
  paint.setLineDash([]);
  paint.fillStyle = 'rgba(255, 255, 255, 0.75)';
  paint.font = '700 44px system-ui, sans-serif';
  paint.textAlign = 'center';
  paint.textBaseline = 'middle';
  paint.fillText('?', 0, 3);
}

export function linear(paint: Paint, from: number, to: number, colours: string[]): CanvasGradient {
  const gradient = paint.createLinearGradient(0, from, 0, to);
  colours.forEach((colour, i) => gradient.addColorStop(i / (colours.length - 1), colour));
  return gradient;
}

/** Shadows are measured in pixels, whatever the scale. */
export function shadowScale(paint: Paint): number {
  return paint.getTransform().a;
}
