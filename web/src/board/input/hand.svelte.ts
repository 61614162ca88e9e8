/** What a person is doing at a board: pointing, dragging, walking by keys, and about to play. Knows no canvas. */
import type { Drawing, BoardState } from '../drawing';
import { lookAt } from '../drawing';
import type { Point } from '../geometry';
import { cellsOfMove, swapText } from '../../lib/notation';
import {
  clickInput,
  NOTHING_PICKED,
  partnersOf,
  swapInput,
  swapTowards,
  type Outcome,
  type SwapAct,
  type SwapBoard,
} from './moves';
import { keyAct, type Pressed } from './keyboard';
import { heldAt, type Held, type Offset } from '../animation/offsets';
import { spotAt, spotOfCell, type Spot } from './spots';
import { EMPTY } from '../animation/stage';

/** What the input needs of a board. */
export interface InputState extends Pick<BoardState, 'view' | 'grid' | 'spots' | 'legal'> {
  drawing: Drawing;
  /** May a move be made now? */
  interactive: boolean;
  /** Is a move shown first, and played when it is confirmed? */
  confirm: boolean;
}

interface InputEffects {
  play: (move: string) => void;
  /** A move waits to be confirmed. */
  propose: (move: string) => void;
  refuse: (move: string) => void;
  takeBack: () => void;
  /** A token has been picked up by keys. */
  picked: (spot: Spot) => void;
  /** Somebody acts: what is still being shown is shown at once. Returns whether there was anything. */
  hurry: () => boolean;
}

/** How long a finger is held to see what a move would do, instead of playing it. */
const HOLD_MS = 400;

export class Hand {
  swap = $state.raw(NOTHING_PICKED);
  hover = $state.raw<Spot | null>(null);
  focus = $state.raw<Spot | null>(null);
  /** Whether the focus is visible. */
  focusSeen = $state(false);
  /** Whether the keyboard was used last. */
  byKeys = $state(false);
  pending = $state<string | null>(null);
  #homeName = $state('');
  #pointer = $state.raw<Point | null>(null);
  #pressedAt = $state.raw<Point | null>(null);
  #pressedSpot: Spot | null = null;

  readonly #state: () => InputState;
  readonly #effects: InputEffects;

  constructor(state: () => InputState, effects: InputEffects) {
    this.#state = state;
    this.#effects = effects;
  }

  /** The spot that Tab goes to. */
  get home(): Spot {
    const all = this.#state().spots.all.filter((spot) => spot !== null);
    return all.find(({ name }) => name === this.#homeName) ?? all.find(({ cell }) => cell === 0) ?? all[0]!;
  }

  /** The move that the pointer or the keyboard is about. */
  get aim(): string | null {
    const state = this.#state();
    if (this.pending) return this.pending;
    if (!state.interactive) return null;
    return state.drawing.input === 'click' ? this.#clickAim(state) : this.#swapAim(state);
  }

  #clickAim({ drawing, legal }: InputState): string | null {
    const at = this.byKeys ? this.focus : this.hover;
    const text = at && drawing.moveOf(at);
    return text && legal.has(text) ? text : null;
  }

  #swapAim(state: InputState): string | null {
    const { pressed, target, selected } = this.swap;
    const board = swapBoardOf(state);
    const at = this.byKeys ? this.focus : this.hover;
    if (pressed !== null && target !== null) return legalSwap(pressed, target, board);
    if (selected !== null) {
      const partners = partnersOf(selected, board);
      const meant = partners.find((other) => other === at?.cell) ?? (partners.length === 1 ? partners[0] : undefined);
      return meant === undefined ? null : legalSwap(selected, meant, board);
    }
    if (this.byKeys || !at || at.cell === null || !this.#pointer) return null;
    return swapTowards(at.cell, at.box, this.#pointer, board);
  }

  /** Whether anything can be done at this spot now. */
  canAct(spot: Spot): boolean {
    const state = this.#state();
    if (!state.interactive) return false;
    if (state.drawing.input === 'click') return state.legal.has(state.drawing.moveOf(spot) ?? '');
    return spot.cell !== null && partnersOf(spot.cell, swapBoardOf(state)).length > 0;
  }

  /** The token that hangs at the finger. */
  get held(): Held | null {
    if (this.swap.pressed === null || !this.#pressedAt) return null;
    return heldAt(this.swap.pressed, this.#state().grid.cols, this.#dragged());
  }

  #dragged(): Offset {
    const { cell } = this.#state().grid;
    const [from, to] = [this.#pressedAt, this.#pointer];
    return from && to ? [(to.x - from.x) / cell, (to.y - from.y) / cell] : [0, 0];
  }

  /** A new position: what was begun in the old one is dropped. */
  reset(): void {
    this.swap = NOTHING_PICKED;
    this.pending = null;
  }

  // The pointer.

  /** Returns whether the hand wants to hear of the pointer wherever it goes. */
  press(point: Point): boolean {
    this.byKeys = false;
    this.focusSeen = false;
    const skipped = this.#effects.hurry();
    this.#point(point);
    const { interactive, drawing } = this.#state();
    // A click that skips ahead is no move; a token may be dragged at once.
    if (!interactive || (skipped && drawing.input === 'click')) return false;
    this.#pressedAt = point;
    this.#pressedSpot = this.hover;
    if (this.pending && !(this.hover && this.#isPartOf(this.hover, this.pending))) this.pending = null;
    if (drawing.input === 'swap' && this.hover?.cell != null) this.#act({ kind: 'press', cell: this.hover.cell });
    return true;
  }

  move(point: Point): void {
    this.byKeys = false;
    this.#point(point);
    if (this.#state().drawing.input !== 'swap' || !this.#pressedAt) return;
    const [right, down] = this.#dragged();
    this.#act({ kind: 'drag', right, down });
  }

  /** A finger that is lifted no longer points at anything. One that was held only looked at what a click would do. */
  release(point: Point, lifted: boolean, heldMs = 0): void {
    if (!this.#pressedAt) return;
    this.#point(point);
    const { interactive, drawing } = this.#state();
    const looked = lifted && drawing.input === 'click' && heldMs >= HOLD_MS && this.pending === null;
    if (interactive && !looked) this.#finish();
    this.letGo();
    if (lifted) this.hover = null;
  }

  #finish(): void {
    const { drawing, legal } = this.#state();
    const [from, to] = [this.#pressedSpot, this.hover];
    if (this.pending && from && to && this.#isPartOf(from, this.pending) && this.#isPartOf(to, this.pending)) {
      this.#play(this.pending);
    } else if (drawing.input === 'swap') {
      this.#act({ kind: 'release', cell: to?.cell ?? null });
    } else if (!this.#isIdle(to)) {
      this.#come(clickInput(from, to, legal, drawing.moveOf));
    }
  }

  leave(): void {
    if (!this.#pressedAt) this.hover = null;
  }

  letGo(): void {
    this.#pressedAt = null;
    this.#pressedSpot = null;
    this.swap = { ...this.swap, pressed: null, target: null };
  }

  #point(point: Point): void {
    this.#pointer = point;
    this.hover = spotAt(this.#state().spots, point);
  }

  #isIdle(spot: Spot | null): boolean {
    const { drawing, legal, view } = this.#state();
    return spot !== null && (drawing.ignoresClick?.(spot, view, legal) ?? false);
  }

  // Keys and screen readers.

  focusOn(spot: Spot, visible: boolean): void {
    this.focus = spot;
    this.#homeName = spot.name;
    this.focusSeen = visible;
    if (visible) this.byKeys = true;
  }

  blur(): void {
    this.focus = null;
    this.focusSeen = false;
    this.byKeys = false;
  }

  /** Returns whether the key means something here; `go` moves the focus. */
  key(pressed: Pressed, at: Spot, go: (spot: Spot) => void): boolean {
    const { spots, drawing, legal } = this.#state();
    const act = keyAct(pressed, spots, at, drawing);
    if (!act || (act.kind === 'cancel' && !this.pending && this.swap.selected === null)) return false;
    this.byKeys = true;
    this.focusSeen = true;
    if (act.kind === 'focus') go(act.spot);
    else if (act.kind === 'cancel') this.cancel();
    else if (this.#effects.hurry()) return true;
    if (this.#state().interactive) {
      if (act.kind === 'choose') this.activate(at);
      else if (act.kind === 'move') this.#come(legal.has(act.text) ? { move: act.text } : { refused: act.text });
      else if (act.kind === 'swap' && at.cell !== null) this.#act({ kind: 'swap', cell: at.cell, way: act.way });
    }
    return true;
  }

  activate(spot: Spot): void {
    const { drawing, legal, interactive } = this.#state();
    if (!interactive) return;
    if (this.pending) {
      if (this.#isPartOf(spot, this.pending)) this.#play(this.pending);
      else this.cancel();
    } else if (drawing.input === 'click') this.#come(clickInput(spot, spot, legal, drawing.moveOf));
    else if (spot.cell !== null) this.#act({ kind: 'choose', cell: spot.cell });
  }

  // Moves.

  cancel(): void {
    const waited = this.pending !== null;
    this.reset();
    if (waited) this.#effects.takeBack();
  }

  /** Plays what waits. */
  confirm(): void {
    if (this.pending) this.#play(this.pending);
  }

  #act(act: SwapAct): void {
    const state = this.#state();
    const before = this.swap.selected;
    const [next, came] = swapInput(this.swap, act, swapBoardOf(state));
    this.#come(came); // first: what is sent starts from where it is held
    this.swap = next;
    if (next.selected === null || next.selected === before || !this.byKeys) return;
    const spot = spotOfCell(state.spots, next.selected);
    if (spot) this.#effects.picked(spot);
  }

  #come({ move, refused }: Outcome): void {
    if (move) this.#play(move);
    else if (refused) this.#effects.refuse(refused);
  }

  #play(move: string): void {
    if (this.#state().confirm && this.pending !== move) {
      this.pending = move;
      this.#effects.propose(move);
      return;
    }
    this.#effects.play(move);
    this.reset();
    this.hover = null;
  }

  #isPartOf(spot: Spot, move: string): boolean {
    const { rows, cols } = this.#state().grid;
    return spot.move === move || (spot.cell !== null && cellsOfMove(move, rows, cols).includes(spot.cell));
  }
}

function swapBoardOf({ grid, legal, view }: InputState): SwapBoard {
  return { rows: grid.rows, cols: grid.cols, legal, isToken: (cell) => lookAt(view, cell) !== EMPTY };
}

function legalSwap(a: number, b: number, { cols, legal }: SwapBoard): string | null {
  const text = swapText(a, b, cols);
  return legal.has(text) ? text : null;
}
