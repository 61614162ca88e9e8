/** What a page gives to a board, and what the board reports. Boards hold no rules: all of this comes from the server. */
import type { GameEvent, HintView, PositionView, PreviewView } from '../api/types';
import type { Fewest } from '../state/match/fewest.svelte';
import type { GamePage } from './gamePage';
import type { BoardSettings } from './settings';

export type { GameEvent, PositionView, PreviewView };

export interface BoardProps {
  /** The game's own. */
  page: GamePage;
  variant: Record<string, unknown>;
  /** The position to draw. */
  view: PositionView;
  /** Legal moves, as texts; [] when none may be made. */
  legal: string[];
  /** The move that led here, and who made it. */
  lastMove: string | null;
  lastSeat: number | null;
  /** The server's words for that move, for the case that the game's own words do not cover its events. */
  lastTold: string;
  /** What led from the view drawn before to this one; animated when `view` changes. */
  events: GameEvent[];
  /** May the person move now? */
  interactive: boolean;
  /** The answer to the last `onpreview`; drawn while its move is still the one asked about. */
  preview: PreviewView | null;
  /** The fewest moves that win this match, once they are known; in games with a solver. */
  fewest?: Fewest | null | undefined;
  /** To be marked on the board. */
  hint: BoardHint | null;
  /** Who sits where, as people call them ("You", "AI"); for announcements. */
  seatNames: string[];
  /** Whether a win that ends the match is a win for this side. */
  endsWell?: boolean | undefined;
  settings: BoardSettings;
  onmove: (text: string) => void;
  /** Hover or keyboard focus on a possible move; null when it has gone. The page debounces. */
  onpreview: (text: string | null) => void;
  /** A sentence for the page's live region. */
  onannounce: (text: string) => void;
  /** How many of the events have been seen, as they are played. */
  onseen?: ((count: number) => void) | undefined;
  /** The board has come to rest after a new view: everything that happened has been shown. */
  onsettle?: (() => void) | undefined;
  /** Somebody acts on a board at rest. Returns whether something was waiting for them. */
  onskip?: (() => boolean) | undefined;
  /** Starts another match like this one. A board with controls of its own has a button for it. */
  onnewgame?: (() => void) | undefined;
}

/** What a board marks of a hint. */
export type BoardHint = Pick<HintView, 'move' | 'details'>;
