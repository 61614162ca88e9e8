/** Everything that differs between games on the pages. `games/<slug>/index.ts` gives one such object per game. */
import type { Component } from 'svelte';
import type { GameEvent, HistoryEntry, MatchView, PositionView } from '../api/types';
import type { KeyLine } from '../state/overlays.svelte';
import type { GameWords } from '../state/sentences';
import type { FeatAchievement } from '../state/you/achievements';
import type { FeatCounts } from '../state/you/journal';
import type { Gesture } from './animation/gestures';
import type { Drawing } from './drawing';
import type { Look, Looks, LooksIn } from './paint/looks';
import type { Palette, SymbolUse } from './paint/palettes';
import type { Grounds } from './paint/theme';
import type { BoardProps } from './props';

export interface GamePage {
  slug: string;
  /** Its place in lists of games: lower comes first. */
  order: number;

  // Pieces and colours.

  /** What the characters of a view look like. */
  looks: LooksIn;
  symbols: SymbolUse;
  ground: Grounds;
  /** What stands for each seat wherever it is named: the piece that it plays, or a sign that no piece has. */
  signs: (palette: Palette) => readonly SeatSign[];
  /** The piece that stands for a move beside the board, where a move names a piece; else the mover's sign does. */
  pieceOfMove?: (move: string) => string | null;

  // The menu.

  /** A position that makes a good picture. */
  sample: readonly string[];
  /** A picture of what a preset is about, where it differs from the sample. */
  presetSample?: (preset: string, variant: Variant) => readonly string[] | null;
  /** A few characters on that picture, for what no board shows: the move limit of a preset. */
  presetMark?: (variant: Variant) => string;
  /** What the picture does now and then. */
  gesture: Gesture;

  // The board: drawn on a canvas, or by a component of the game's own, which is loaded when it is needed.

  board: { drawing: Drawing } | { component: () => Promise<{ default: BoardComponent }> };
  /** Whether controls lie below the board, and need room there. */
  controlsBelow?: boolean;
  /** What keys do on the board. */
  keys: readonly KeyLine[];
  /** Moves that have no place on the board: what their buttons are called. A button is there while its move is legal. */
  buttons?: Readonly<Record<string, string>>;

  /** Columns that the table of moves has for this game, beside the moves' texts. */
  moveColumns?: readonly MoveColumn[];

  // Words and numbers.

  words: GameWords;
  /** What a match of this variant is about, where the tagline does not say it, or is too long. */
  goal?: (variant: Variant) => Goal;
  facts: (match: FactSource, view: PositionView, looks: Looks) => Facts;
  /** How near each way to win is, as `seat` sees it. */
  meters?: (match: MatchView, view: PositionView, seat: number, names: readonly string[]) => Meter[];
  /** The view's numbers after one more event of a move by this seat, while the board is on its way. */
  counting?: Counting;
  /** What is counted of a move, for one's own bests, and what the best of it is called. */
  feats?: { counts: FeatCounts; labels: Readonly<Record<string, string>> };
  /** What can be reached in this game, besides what can be reached in every one. */
  achievements?: readonly FeatAchievement[];
  /** What decides the match as two numbers, where that is what it is about. */
  score?: (view: PositionView) => number[];
  /** What the side to move has to know now, besides whose turn it is. */
  reminder?: (view: PositionView) => string | null;
  /** Numbers of a running match, from the server's metrics of it. */
  metrics?: (match: MatchView, values: Readonly<Record<string, number>>) => Fact[];
  /** Seconds that a turn should take. Nothing happens when they are over. */
  softSeconds?: number;
  /** What the AI player can be told by one click at the board, by the label of the click. */
  advice?: Readonly<Record<string, string>>;
  /** When the AI accepts a draw, in a game whose AI ever does. */
  drawOffer?: string;
  options: OptionWords;
}

/** A variant's options by their names. */
export type Variant = Readonly<Record<string, unknown>>;

export interface Goal {
  /** In place of the tagline, where the variant makes that false. */
  full?: string;
  /** In the bar of a phone, and beside a reminder. */
  short?: string;
}

export type BoardComponent = Component<BoardProps, { focusBoard: () => void }>;

export interface SeatSign {
  /** What the side is called where nobody's name says it: "Blue". */
  name: string;
  /** Never known by its hue alone. */
  look: Look;
}

export type Counting = (view: PositionView, event: GameEvent, seat: number) => PositionView;

/** What the numbers of a position depend on besides the position. */
type FactSource = Pick<MatchView, 'variant' | 'legal' | 'seats' | 'view' | 'result'>;

/** The numbers of a position. */
export interface Facts {
  /** One for each seat. */
  seats: SeatFact[];
  facts: Fact[];
}

interface SeatFact {
  value: number;
  label: string;
  /** How far it is towards the goal, 0 to 1. */
  part?: number;
  /** The value that wins. */
  target?: number;
}

export interface Fact {
  label: string;
  value: string;
  /** Whether it is a short one that is wanted beside the actions of a phone; of several the last one. */
  short?: boolean;
}

/** A column of the table of moves. */
interface MoveColumn {
  title: string;
  textOf: (move: HistoryEntry) => string;
}

/** One way to win, and how near it is. */
export interface Meter {
  label: string;
  /** "you lead 10 : 3" */
  words: string;
  /** 0 to 1. */
  part: number;
  mood: 'good' | 'bad' | 'even';
}

/** What options and their values are called, where their own names say too little. */
export interface OptionWords {
  labels: Readonly<Record<string, string>>;
  values?: Readonly<Record<string, string>>;
  /** What the places of an option that is a list are called. */
  items?: Readonly<Record<string, readonly string[]>>;
}
