/** Goblins, painted into a cell of 100 units around the origin. */
import { darker, inkOn, lighter, withAlpha } from '../../board/paint/colour';
import type { PiecePainter } from '../../board/paint/looks';
import { linear, paintSymbol, shadowScale } from '../../board/paint/sprites';
import { SYMBOLS } from '../../board/paint/symbols';

/** A small imp with ears, eyes and feet, in the colour that it brings. */
export const paintGoblin: PiecePainter = (paint, look, symbols) => {
  const { colour } = look;
  paint.save();
  paint.shadowColor = 'rgba(0, 0, 0, 0.45)';
  paint.shadowBlur = 7 * shadowScale(paint);
  paint.shadowOffsetY = 4 * shadowScale(paint);
  paint.fillStyle = darker(colour, 0.22);
  paint.fill(new Path2D('M-26-6C-44-16-48-30-46-40-34-36-22-28-16-20ZM26-6C44-16 48-30 46-40 34-36 22-28 16-20Z'));
  paint.fillStyle = darker(colour, 0.45);
  paint.fill(new Path2D('M-20 34a9 7 0 1 0 .1 0ZM20 34a9 7 0 1 0 .1 0Z'));
  const head = new Path2D('M0-32C24-32 34-14 34 4 34 28 20 40 0 40S-34 28-34 4C-34-14-24-32 0-32Z');
  paint.fillStyle = colour;
  paint.fill(head);
  paint.restore();
  paint.lineWidth = 3;
  paint.strokeStyle = withAlpha(lighter(colour, 0.6), 0.5);
  paint.stroke(new Path2D('M-27-8C-42-18-46-30-44-38-34-34-22-27-16-20M27-8C42-18 46-30 44-38 34-34 22-27 16-20'));
  paint.fillStyle = linear(paint, -32, 40, [lighter(colour, 0.34), colour, darker(colour, 0.2)]);
  paint.fill(head);
  paint.stroke(head);
  paint.fillStyle = '#fffdf6';
  paint.fill(new Path2D('M-13-14a9 10 0 1 0 .1 0ZM13-14a9 10 0 1 0 .1 0Z'));
  paint.fillStyle = '#1b1720';
  paint.fill(new Path2D('M-11-8a4.4 5 0 1 0 .1 0ZM15-8a4.4 5 0 1 0 .1 0Z'));
  const ink = inkOn(colour);
  paint.lineWidth = 3.5;
  paint.lineCap = 'round';
  paint.strokeStyle = ink;
  paint.stroke(new Path2D('M-24-20L-8-17M24-20L8-17'));
  if (symbols && look.symbol) paintSymbol(paint, SYMBOLS[look.symbol], colour, 1.15, 24);
  else paint.stroke(new Path2D('M-12 20Q0 30 12 18'));
};
