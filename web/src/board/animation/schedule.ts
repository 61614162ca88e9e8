/** When each event of a move begins, and when it has been seen: counted like `shown_milliseconds` in the package. */
import { fillingOf, type GameEvent } from '../../api/events';
import { LENGTHS, STEP_MS } from './lengths';

interface Length {
  steps: number;
  each?: number;
  of?: string;
  most?: number;
  follow?: number;
  beside?: string;
}

/** Milliseconds from the beginning of the move, at normal speed. */
interface Span {
  from: number;
  until: number;
}

const AT_ONCE: Length = { steps: 0 };
const BY_KIND: Readonly<Record<string, Length>> = LENGTHS;

/** A filling goes by quickly, since nothing can change any more: this long for each tile, and never longer than this. */
const TILE_MS = 90;
const FILLING_MS = 4000;

export function schedule(events: readonly GameEvent[]): Span[] {
  let [began, over, before] = [0, 0, ''];
  return events.map((event) => {
    const length = BY_KIND[event.kind] ?? AT_ONCE;
    let start = over;
    if (before && before === length.beside) start = began;
    else if (before === event.kind && length.follow !== undefined) start = began + length.follow;
    const until = start + stepsOf(event, length);
    [began, over, before] = [start, Math.max(over, until), event.kind];
    return { from: start * STEP_MS, until: until * STEP_MS };
  });
}

/** The same with a filling that goes by quickly; its passes take no time. */
export function quickened(spans: readonly Span[], events: readonly GameEvent[]): readonly Span[] {
  const filling = fillingOf(events);
  if (filling === null) return spans;
  const isTile = (event: GameEvent): boolean => event.kind === filling.kind;
  const each = Math.min(TILE_MS, FILLING_MS / events.slice(filling.from).filter(isTile).length);
  let over = spans[filling.from]!.from;
  return spans.map((span, i) => {
    if (i < filling.from) return span;
    const from = over;
    if (isTile(events[i]!)) over += each;
    return { from, until: over };
  });
}

function stepsOf(event: GameEvent, { steps, each = 0, of, most = Infinity }: Length): number {
  const things = of === undefined ? undefined : event[of];
  const count = Array.isArray(things) ? things.length : 1;
  return Math.min(most, steps + each * (count - 1));
}

/** When everything has been seen. */
export function lengthOf(spans: readonly Span[]): number {
  return Math.max(0, ...spans.map(({ until }) => until));
}
