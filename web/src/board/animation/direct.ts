/** Events to a timeline: one pass over what a move did, each event acted out by its director. */
import type { PositionView } from '../props';
import { easeOut } from './easing';
import { only, type BoardEvent } from '../events';
import { STEP_MS } from '../spec';
import { EMPTY, Stage } from './stage';
import { go, type Timeline } from './timeline';
import { celebrate } from './celebrate';
import * as match3 from '../../games/match3/director';
import * as stones from '../../games/pushmine/director';
import * as tiles from '../../games/duel/director';

/** What a board needs beside its cells: where drops wait, where goblins do, what a seat's tile looks like. */
export interface Casting {
  slot?: match3.Slot;
  shown?: number;
  perch?: match3.Perch;
  seatLooks?: readonly string[];
}

const SETTLE_MS = 0.8 * STEP_MS;
const CAPTION_MS = 8 * STEP_MS;

/** From the view before to the one after; what the events do not explain is faded. */
export function direct(before: PositionView, after: PositionView, events: readonly BoardEvent[], cast: Casting = {}): Timeline {
  if (!isTold(before, after, events)) return directChange(before, after, cast);
  const stage = new Stage(before.cells);
  const queue = openQueue(stage, after, events, cast);
  const goblins = cast.perch ? new match3.Goblins(stage, textOf(before, 'goblins'), cast.perch) : null;
  let fellAt = 0;
  events.forEach((event, i) => {
    if (event.kind !== 'goblin_came') goblins?.rest();
    switch (event.kind) {
      case 'swapped': return match3.swap(stage, event);
      case 'cleared': match3.clear(stage, event); fellAt = stage.now; return;
      case 'fell': return match3.sink(stage, event);
      case 'dropped': queue?.drop(event, fellAt); stage.now = fellAt + STEP_MS; return;
      case 'reshuffled': return match3.reshuffle(stage, event);
      case 'goblin_came': return goblins?.come(event);
      case 'placed': return tiles.place(stage, cast.seatLooks?.[event.seat - 1] ?? '?', event);
      case 'captured': return tiles.capture(stage, cast.seatLooks?.[event.seat - 1] ?? '?', event);
      case 'pushed': return stones.push(stage, event, ofOneTurn(events.slice(i + 1)));
      case 'mine_placed': return stones.layMine(stage, event);
      case 'mine_decayed': return stones.decay(stage, event);
      case 'passed': return passTurn(stage, event.seat);
      case 'ended': return stage.cue('end', event.result === 'draw' ? 0 : 1);
    }
  });
  goblins?.end(textOf(after, 'goblins'));
  settle(stage, after.cells);
  end(stage, events, cast);
  return stage.timeline();
}

/** Where somebody won, their pieces (or, where pieces are nobody's, all) show it. */
function end(stage: Stage, events: readonly BoardEvent[], cast: Casting): void {
  const result = only(events, 'ended')[0]?.result;
  if (result !== '1' && result !== '2') return;
  const middle = { x: (stage.cols - 1) / 2, y: (stage.rows - 1) / 2 };
  celebrate(stage, middle, cast.seatLooks?.[Number(result) - 1] ?? null);
}

/** A view at rest. */
export function still(view: PositionView, cast: Casting = {}): Timeline {
  return direct(view, view, [], cast);
}

/** Whether the events start from this board at all: a new size or an undo is a change, not a story. */
function isTold(before: PositionView, after: PositionView, events: readonly BoardEvent[]): boolean {
  return events.length > 0 && before.cells.length === after.cells.length;
}

function directChange(before: PositionView, after: PositionView, cast: Casting): Timeline {
  const sameSize = before.cells.length === after.cells.length && before.cells[0]?.length === after.cells[0]?.length;
  const stage = new Stage(sameSize ? before.cells : after.cells);
  openQueue(stage, after, [], cast);
  if (cast.perch) new match3.Goblins(stage, textOf(after, 'goblins'), cast.perch);
  settle(stage, after.cells);
  return stage.timeline();
}

function openQueue(stage: Stage, after: PositionView, events: readonly BoardEvent[], cast: Casting): match3.Queue | null {
  if (!cast.slot) return null;
  const waiting = Array.isArray(after['queue']) ? (after['queue'] as string[]) : [];
  return new match3.Queue(stage, dropsByColumn(stage, events), waiting, cast.shown ?? 0, cast.slot);
}

/** What comes down each column in the whole move, first to come first. */
function dropsByColumn(stage: Stage, events: readonly BoardEvent[]): string[] {
  const columns = Array<string>(stage.cols).fill('');
  for (const { cells, colours } of only(events, 'dropped')) {
    const lowestFirst = cells.map((cell, i) => [cell, colours[i] ?? '?'] as const).sort(([a], [b]) => b - a);
    for (const [cell, look] of lowestFirst) columns[stage.col(cell)] += look;
  }
  return columns;
}

/** What follows from a push: everything up to the next turn. */
function ofOneTurn(following: readonly BoardEvent[]): readonly BoardEvent[] {
  const next = following.findIndex(({ kind }) => kind === 'pushed' || kind === 'mine_placed');
  return next < 0 ? following : following.slice(0, next);
}

function passTurn(stage: Stage, seat: number): void {
  const middle = { x: (stage.cols - 1) / 2, y: (stage.rows - 1) / 2 };
  stage.effect({ kind: 'caption', at: stage.now, until: stage.now + CAPTION_MS, text: 'pass', seat, ...middle });
  stage.now += 2 * STEP_MS;
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

function textOf(view: PositionView, name: string): string {
  const text = view[name];
  return typeof text === 'string' ? text : '';
}
