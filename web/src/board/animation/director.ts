/** Events to a timeline: one pass over what a move did, each event acted out by the game's director. */
import { fillingOf, isKind, only, type GameEvent } from '../../api/events';
import type { PositionView } from '../props';
import type { Drawing, Variant } from '../drawing';
import { STEP_MS } from '../spec';
import { celebrate } from './celebration';
import { easeOut } from './easing';
import { lengthOf, quickened, schedule } from './schedule';
import { EMPTY, Stage } from './stage';
import { go, type Timeline } from './timeline';

/** Acts out the events of one move. */
interface Director {
  /** The event happens between `stage.now` and `stage.until`; `following` are the events after it. Events that a director does not know are faded in at the end. */
  act: (event: GameEvent, following: readonly GameEvent[]) => void;
  /** After the last event. */
  finish?: () => void;
}

/** What a director works with. Without events `before` is `after`: the position is only shown. */
export interface Scene {
  stage: Stage;
  before: PositionView;
  after: PositionView;
  events: readonly GameEvent[];
  variant: Variant;
}

export type Direct = (scene: Scene) => Director;

type Acting = Pick<Drawing, 'direct' | 'seatLooks'>;

const SETTLE_MS = 0.8 * STEP_MS;
const CAPTION_MS = 8 * STEP_MS;

/** From the view before to the one after; what the events do not explain is faded. */
export function direct(
  drawing: Acting,
  variant: Variant,
  before: PositionView,
  after: PositionView,
  events: readonly GameEvent[],
): Timeline {
  if (!isExplained(before, after, events)) return directChange(drawing, variant, before, after);
  const stage = new Stage(before.cells);
  const director = drawing.direct({ stage, before, after, events, variant });
  const spans = quickened(schedule(events), events);
  const filledFrom = fillingOf(events)?.from ?? events.length;
  events.forEach((event, i) => {
    const { from, until } = spans[i]!;
    [stage.now, stage.until] = [from, until];
    director.act(event, events.slice(i + 1));
    if (isKind(event, 'passed') && i < filledFrom) passTurn(stage, event.seat);
    else if (isKind(event, 'ended')) stage.cue(event.result === 'draw' ? 'over' : 'won');
    stage.beats.push(until);
  });
  stage.now = lengthOf(spans);
  director.finish?.();
  settle(stage, after.cells);
  end(stage, events, drawing);
  return stage.timeline();
}

/** Where somebody won, their pieces (or, where pieces are nobody's, all) show it. */
function end(stage: Stage, events: readonly GameEvent[], { seatLooks }: Acting): void {
  const result = only(events, 'ended')[0]?.result;
  if (result !== '1' && result !== '2') return;
  const middle = { x: (stage.cols - 1) / 2, y: (stage.rows - 1) / 2 };
  celebrate(stage, middle, seatLooks?.[Number(result) - 1] ?? null);
}

/** A view at rest. */
export function still(drawing: Acting, variant: Variant, view: PositionView): Timeline {
  return direct(drawing, variant, view, view, []);
}

/** Whether the events start from this board at all: a new size or an undo is a change, not a story. */
function isExplained(before: PositionView, after: PositionView, events: readonly GameEvent[]): boolean {
  return events.length > 0 && before.cells.length === after.cells.length;
}

function directChange(drawing: Acting, variant: Variant, before: PositionView, after: PositionView): Timeline {
  const sameSize = before.cells.length === after.cells.length && before.cells[0]?.length === after.cells[0]?.length;
  const stage = new Stage(sameSize ? before.cells : after.cells);
  drawing.direct({ stage, before: after, after, events: [], variant });
  settle(stage, after.cells);
  return stage.timeline();
}

function passTurn(stage: Stage, seat: number): void {
  const middle = { x: (stage.cols - 1) / 2, y: (stage.rows - 1) / 2 };
  stage.effect({ kind: 'caption', at: stage.now, until: stage.now + CAPTION_MS, text: 'pass', seat, ...middle });
}

/** Whatever still differs from the position as it is fades into it. */
function settle(stage: Stage, cells: readonly string[]): void {
  const shown = stage.cells();
  const from = stage.now;
  let differs = false;
  cells.forEach((row, y) =>
    [...row].forEach((look, x) => {
      if (shown[y]?.[x] === look) return;
      differs = true;
      const cell = y * stage.cols + x;
      stage.vanish(stage.lift(cell), from, SETTLE_MS);
      if (look === EMPTY) return;
      const actor = stage.enter(look, { x, y, scale: 0.6, alpha: 0 });
      go(actor, { scale: 1, alpha: 1 }, { from, ms: SETTLE_MS, ease: easeOut });
      stage.stand(actor, cell);
    }),
  );
  if (differs) stage.now += SETTLE_MS;
}
