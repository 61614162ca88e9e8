/** Flood-It's store, as its specification lays it out. The rules are the server's: a colour that is selected is sent as
 *  a move, and what it did comes back as a view. */
import type { PositionView } from '../../board/props';
import { asNumber, asTexts } from '../../lib/values';
import { COLOURS } from './colours';

export interface FloodCell {
  /** The colour's name. */
  color: string;
  controlled: boolean;
}

interface FloodActions {
  move: (color: string) => void;
  newGame: (() => void) | undefined;
}

const NAMES = new Map(COLOURS.map(({ character, name }) => [character, name]));

export class FloodStore {
  grid = $state.raw<FloodCell[][]>([]);
  moveCount = $state(0);
  controlledCount = $state(0);
  moveLimit = $state<number | null>(null);
  /** The colours that may be selected now. */
  open = $state.raw<readonly string[]>([]);

  readonly size = $derived(this.grid.length);
  readonly cellCount = $derived(this.size * this.size);
  readonly currentColor = $derived(this.grid[0]?.[0]?.color ?? '');
  readonly isWon = $derived(this.size > 0 && this.controlledCount === this.cellCount);
  readonly isLost = $derived(!this.isWon && this.moveLimit !== null && this.moveCount >= this.moveLimit);

  readonly #actions: FloodActions;

  constructor(actions: FloodActions) {
    this.#actions = actions;
  }

  /** The grid of a new position, on the way there; its numbers follow when it has been shown. */
  begin(view: PositionView): void {
    const controlled = asTexts(view['controlled']);
    this.grid = view.cells.map((row, y) =>
      [...row].map((character, x) => ({ color: NAMES.get(character) ?? '', controlled: controlled[y]?.[x] === '1' })),
    );
    this.open = [];
  }

  show(view: PositionView, legal: readonly string[]): void {
    this.begin(view);
    this.controlledCount = this.grid.flat().filter((cell) => cell.controlled).length;
    this.moveCount = asNumber(view['moves']);
    this.moveLimit = typeof view['limit'] === 'number' ? view['limit'] : null;
    this.open = legal;
  }

  /** Plays a move with this colour; one that may not be selected (the current one, say) does nothing. */
  selectColor(color: string): void {
    if (this.open.includes(color)) this.#actions.move(color);
  }

  /** A new game with a fresh random grid. */
  reset(): void {
    this.#actions.newGame?.();
  }

  isControlled = (row: number, col: number): boolean => this.grid[row]?.[col]?.controlled ?? false;
}
