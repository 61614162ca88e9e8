/** What a page hands to a board, and what it hears from it. Boards hold no rules: all of this comes from the server. */
import type { GameEvent, PositionView, PreviewView } from '../api/types';

export type { GameEvent, PositionView, PreviewView };

export interface BoardProps {
  game: string;
  variant: Record<string, unknown>;
  /** The position to draw. */
  view: PositionView;
  /** Legal moves, as texts; [] when none may be made. */
  legal: string[];
  /** The move that led here, and who made it. */
  lastMove: string | null;
  lastSeat: number | null;
  /** What led from the view drawn before to this one; animated when `view` changes. */
  events: GameEvent[];
  /** May the person move now? */
  interactive: boolean;
  /** The answer to the last `onpreview`; drawn while its move is still the one asked about. */
  preview: PreviewView | null;
  /** To be marked; for flood its details have the cost of every colour. */
  hint: BoardHint | null;
  /** Who sits where, as people call them ("You", "AI"); for announcements. */
  seatNames: string[];
  settings: BoardSettings;
  onmove: (text: string) => void;
  /** Hover or keyboard focus on a possible move; null when it has gone. The page debounces. */
  onpreview: (text: string | null) => void;
  /** A sentence for the page's live region. */
  onannounce: (text: string) => void;
  /** The board has come to rest after a new view: everything that happened has been shown. */
  onsettle?: (() => void) | undefined;
  /** Flood's controls have a button for a new game where this is given. */
  onnewgame?: (() => void) | undefined;
}

export interface BoardHint {
  move: string;
  details: Record<string, unknown>;
}

export interface BoardSettings {
  /** An id of `PALETTES` in palettes.ts. */
  palette: string;
  /** Symbols on tokens; `auto`: on tokens, tiles and stones always, on flood's cells where the palette needs them. */
  symbols: boolean | 'auto';
  /** 1 is the specified speed (180 ms a step), 2 twice as fast, 0 no animation. */
  speed: number;
  reducedMotion: boolean;
  /** A move is shown first, and played when it is confirmed. */
  confirmMove: boolean;
  sound: boolean;
  /** Left out: as `data-theme` of the document says, or the system. */
  theme?: 'light' | 'dark' | undefined;
}

export const DEFAULT_SETTINGS: BoardSettings = {
  palette: 'standard',
  symbols: 'auto',
  speed: 1,
  reducedMotion: false,
  confirmMove: false,
  sound: false,
};
