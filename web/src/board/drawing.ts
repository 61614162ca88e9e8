/** What makes one canvas board differ from another: its grid, its spots, its marks and its words. */
import type { BoardHint, PositionView, PreviewView } from './props';
import type { Casting } from './animation/direct';
import type { Box, Grid } from './geometry';
import type { SwapState } from './input/moves';
import type { KeyStyle } from './input/keyboard';
import type { Looks } from './paint/looks';
import type { Spot, Spots } from './input/spots';

/** Everything that decides how a board looks while nothing moves. */
export interface BoardState {
  game: string;
  view: PositionView;
  grid: Grid;
  spots: Spots;
  legal: ReadonlySet<string>;
  lastMove: string | null;
  lastSeat: number | null;
  interactive: boolean;
  seatNames: readonly string[];
  looks: Looks;
  hint: BoardHint | null;
  swap: SwapState;
  /** What the pointer is over. */
  hover: Spot | null;
  /** What the keyboard is at, while that is to be seen. */
  focus: Spot | null;
  /** The move that is being considered: pointed at, dragged, or to be confirmed. */
  aim: string | null;
  /** What the server says about it. */
  preview: PreviewView | null;
  /** Waits to be confirmed. */
  pending: string | null;
}

export interface Art {
  game: string;
  style: 'swap' | 'click';
  keys: KeyStyle;
  grid: (view: PositionView, variant: Record<string, unknown>) => Grid;
  spots: (grid: Grid) => Spots;
  casting: (grid: Grid, view: PositionView, variant: Record<string, unknown>) => Casting;
  /** The move that a spot stands for, where one spot is one move. */
  moveOf: (spot: Spot) => string | null;
  marks: (state: BoardState) => Mark[];
  /** What a spot is called: "c4, blue triangle, can be swapped". */
  label: (spot: Spot, state: BoardState) => string;
  /** What the whole board is called. */
  name: string;
  /** Why a move cannot be made, in words. */
  refusal: (move: string, state: BoardState) => string;
}

export type RingStyle = 'valid' | 'last' | 'picked' | 'hint' | 'focus' | 'pending';

/** Something drawn over or under the pieces. Boxes are in units, x and y in cells. */
export type Mark =
  | { kind: 'ring'; style: RingStyle; box: Box; round?: boolean; seat?: number | null }
  | { kind: 'link'; a: Box; b: Box; strong: boolean }
  | { kind: 'dot'; box: Box }
  | { kind: 'clears'; box: Box; wave: number }
  | { kind: 'ghost'; look: string; x: number; y: number; alpha: number }
  | { kind: 'nudge'; cell: number; right: number; down: number }
  | { kind: 'turns'; box: Box; look: string }
  | { kind: 'arrow'; box: Box; way: string; state: 'open' | 'barred' | 'blocked' | 'asleep'; active: boolean; seat: number }
  | { kind: 'leaves'; box: Box; way: string; earns: boolean }
  | { kind: 'blast'; box: Box }
  | { kind: 'stock'; box: Box; seat: number; count: number }
  | { kind: 'line'; cells: number[]; seat: number }
  | { kind: 'lane'; box: Box }
  | { kind: 'plus'; box: Box }
  /** Words about `box`, beside it, and if possible not over what is to `avoid`. */
  | { kind: 'badge'; box: Box; avoid: Box[]; title: string; note: string; chips: { look: string; count: number }[] };

export type MarkOf<K extends Mark['kind']> = Extract<Mark, { kind: K }>;

/** One box around several. */
export function around(...boxes: Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

export function lookAt(view: PositionView, cell: number): string {
  const cols = view.cells[0]?.length ?? 1;
  return view.cells[Math.floor(cell / cols)]?.[cell % cols] ?? '.';
}

export function numberOf(record: Record<string, unknown>, name: string, otherwise: number): number {
  const value = record[name];
  return typeof value === 'number' ? value : otherwise;
}
