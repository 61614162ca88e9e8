/** One frame of a board: ground, marks, pieces, effects. */
import type { Mark } from '../drawing';
import { placeKey, type Held, type Offsets } from '../animation/offsets';
import type { Figure, LiveEffect } from '../animation/timeline';
import type { PaintContext } from './context';
import { paintEffect } from './effects';
import { paintFigure } from './figures';
import type { GroundPicture } from './ground';
import { paintMarksAbove, paintMarksBelow, type Presence } from './marks';

interface Frame {
  figures: readonly Figure[];
  effects: readonly LiveEffect[];
  marks: readonly Mark[];
  offsets: Offsets;
  held: Held | null;
  presence: Presence;
}

const LIFTED = 1.08;

export function paintFrame(context: PaintContext, ground: GroundPicture, frame: Frame): void {
  const { paint, pixels } = context;
  const { width, height } = paint.canvas;
  paint.setTransform(1, 0, 0, 1, 0, 0);
  paint.clearRect(0, 0, width, height);
  paint.setTransform(pixels, 0, 0, pixels, 0, 0);
  paint.imageSmoothingQuality = 'high';
  ground.draw(context, width, height);
  paintMarksBelow(context, frame.marks, frame.presence);
  paintFigures(context, frame);
  paintMarksAbove(context, frame.marks, frame.presence);
  for (const effect of frame.effects) paintEffect(context, effect);
}

/** The one that is held comes last: nothing lies over a finger's piece. */
function paintFigures(context: PaintContext, { figures, offsets, held }: Frame): void {
  const onTop: Figure[] = [];
  for (const figure of figures) {
    const key = placeKey(figure.x, figure.y);
    if (key === held?.key) onTop.push(figure);
    else paintFigure(context, figure, ...(offsets.get(key) ?? []));
  }
  for (const figure of onTop) paintFigure(context, { ...figure, scale: LIFTED }, ...held!.by);
}
