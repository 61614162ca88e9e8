/** Mines and duds, painted into a cell of 100 units around the origin. */
import { darker, lighter } from '../../board/paint/colour';
import type { PiecePainter } from '../../board/paint/looks';
import { bodyPath, linear, shadowScale } from '../../board/paint/sprites';

/** A black ball with horns and a glow: nobody's. */
export const paintMine: PiecePainter = (paint) => {
  paint.save();
  paint.shadowColor = 'rgba(0, 0, 0, 0.55)';
  paint.shadowBlur = 8 * shadowScale(paint);
  paint.shadowOffsetY = 5 * shadowScale(paint);
  const horns = new Path2D();
  for (let i = 0; i < 8; i++) {
    const horn = new Path2D();
    horn.roundRect(-3.6, -38, 7.2, 20, 2);
    horn.arc(0, -38, 5.6, 0, 2 * Math.PI);
    horns.addPath(horn, new DOMMatrix().rotate(i * 45 + 22.5));
  }
  paint.fillStyle = linear(paint, -44, 44, ['#aab0bb', '#686d77']);
  paint.fill(horns);
  paint.restore();
  const ball = new Path2D();
  ball.arc(0, 0, 29, 0, 2 * Math.PI);
  const shade = paint.createRadialGradient(-10, -13, 2, 0, 0, 33);
  shade.addColorStop(0, '#8a909c');
  shade.addColorStop(0.4, '#464b55');
  shade.addColorStop(1, '#1d2026');
  paint.fillStyle = shade;
  paint.fill(ball);
  paint.lineWidth = 1.6;
  paint.strokeStyle = 'rgba(255, 255, 255, 0.3)';
  paint.stroke(ball);
  paint.lineWidth = 2.4;
  paint.strokeStyle = 'rgba(0, 0, 0, 0.35)';
  paint.stroke(new Path2D('M-28 3Q0 15 28 3'));
  const glow = paint.createRadialGradient(0, 0, 1, 0, 0, 12);
  glow.addColorStop(0, '#fff6d8');
  glow.addColorStop(0.35, '#ff7a4d');
  glow.addColorStop(1, 'rgba(255, 70, 40, 0)');
  paint.fillStyle = glow;
  paint.beginPath();
  paint.arc(0, 0, 12, 0, 2 * Math.PI);
  paint.fill();
};

/** A mine that has gone cold: a block of concrete. */
export const paintDud: PiecePainter = (paint, { colour }) => {
  const block = bodyPath('tile', 36);
  paint.save();
  paint.shadowColor = 'rgba(0, 0, 0, 0.45)';
  paint.shadowBlur = 6 * shadowScale(paint);
  paint.shadowOffsetY = 4 * shadowScale(paint);
  paint.fillStyle = darker(colour, 0.35);
  paint.fill(block);
  paint.restore();
  paint.fillStyle = linear(paint, -36, 36, [lighter(colour, 0.1), darker(colour, 0.2)]);
  paint.fill(block);
  paint.save();
  paint.clip(block);
  paint.lineWidth = 7;
  paint.strokeStyle = 'rgba(0, 0, 0, 0.2)';
  for (let x = -90; x < 90; x += 22) {
    paint.beginPath();
    paint.moveTo(x, 50);
    paint.lineTo(x + 100, -50);
    paint.stroke();
  }
  paint.restore();
  paint.lineWidth = 2.5;
  paint.strokeStyle = 'rgba(255, 255, 255, 0.28)';
  paint.stroke(block);
};
