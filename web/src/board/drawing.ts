/** What makes one canvas board differ from another: its grid, its spots, its marks, its words and its motion. */
import type { BoardHint, PositionView, PreviewView } from './props';
import type { Direct } from './animation/director';
import type { Box, Grid, Point } from './geometry';
import type { SwapState } from './input/moves';
import type { PaintContext } from './paint/context';
import type { Looks } from './paint/looks';
import type { Presence } from './paint/marks';
import type { Spot, Spots } from './input/spots';

/** Everything that decides how a board looks while nothing moves. */
export interface BoardState {
  view: PositionView;
  variant: Variant;
  grid: Grid;
  spots: Spots;
  legal: ReadonlySet<string>;
  /** Whether all legal swaps are shown, or only those of the token in question. */
  showSwaps: boolean;
  lastMove: string | null;
  lastSeat: number | null;
  interactive: boolean;
  seatNames: readonly string[];
  looks: Looks;
  hint: BoardHint | null;
  swap: SwapState;
  /** What the pointer is over. */
  hover: Spot | null;
  /** The spot with keyboard focus, while the focus is shown. */
  focus: Spot | null;
  /** The move that is being considered: pointed at, dragged, or to be confirmed. */
  aim: string | null;
  /** What the server says about it. */
  preview: PreviewView | null;
  /** Waits to be confirmed. */
  pending: string | null;
}

export type Variant = Readonly<Record<string, unknown>>;

/** How one game is drawn on a canvas and takes moves. */
export interface Drawing {
  /** What the whole board is called. */
  name: string;
  /** `swap`: two neighbours change places; `click`: one spot is one move. */
  input: 'swap' | 'click';
  grid: (view: PositionView, variant: Variant) => Grid;
  spots: (grid: Grid) => Spots;
  /** The move that a spot stands for, where one spot is one move. */
  moveOf: (spot: Spot) => string | null;
  /** Keys of this game's own: the move that a key means at a spot. */
  keyMove?: (key: string, at: Spot, spots: Spots) => string | null;
  /** A click here means nothing, so it is not refused in words. */
  ignoresClick?: (spot: Spot, view: PositionView, legal: ReadonlySet<string>) => boolean;
  marks: (state: BoardState) => Mark[];
  /** What a person should know before making the move in question; '' where nothing. */
  warning?: (state: BoardState) => string;
  /** What a spot is called: "c4, blue triangle, can be swapped". */
  label: (spot: Spot, state: BoardState) => string;
  /** A move as somebody about to make it would say it: "Swap c4 and d4". */
  moveWords: (move: string, grid: Grid) => string;
  /** Why a move cannot be made, in words. */
  refusal: (move: string, state: BoardState) => string;
  /** How a move is acted out. */
  direct: Direct;
  /** What each seat's pieces look like, where pieces belong to seats. */
  seatLooks?: readonly string[];
  /** Rows and columns are named along the edges, or beside the arrows that are there. */
  labels: 'edges' | 'arrows';
  /** Whatever is painted around the cells. */
  paintSurroundings?: (context: PaintContext) => void;
}

export type RingStyle = 'valid' | 'last' | 'picked' | 'hint' | 'focus' | 'pending';

/** Something drawn over or under the pieces. Boxes are in units, x and y in cells. */
export type Mark =
  | { kind: 'ring'; style: RingStyle; box: Box; round?: boolean; seat?: number | null }
  | { kind: 'link'; a: Box; b: Box; strong: boolean }
  /** Where a move leads. */
  | { kind: 'arrow'; style: 'last' | 'hint'; from: Point; to: Point; bothWays: boolean }
  | { kind: 'dot'; box: Box }
  | { kind: 'clears'; box: Box; wave: number }
  | { kind: 'ghost'; look: string; x: number; y: number; alpha: number }
  | { kind: 'lean'; cell: number; right: number; down: number }
  | { kind: 'turns'; box: Box; look: string }
  | { kind: 'lane'; box: Box }
  | { kind: 'plus'; box: Box }
  /** A mark of one game alone, which brings its own painter. `about` says what it shows. */
  | {
      kind: 'own';
      name: string;
      layer: 'below' | 'above';
      about: Readonly<Record<string, unknown>>;
      paint: (context: PaintContext, presence: Presence) => void;
    }
  /** Words about `box`, beside it, and if possible not over what is to `avoid`. */
  | {
      kind: 'badge';
      box: Box;
      avoid: Box[];
      title: string;
      note: string;
      counts: { look: string; count: number }[];
      warning?: string;
    };

/** Whether two moves are compared that the board does not show yet: the one that was played, and a better one. */
export const compares = ({ lastMove, hint, interactive }: BoardState): boolean =>
  lastMove !== null && hint !== null && !interactive;

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
