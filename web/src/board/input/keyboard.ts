/** Keys on a board: where the focus goes, or what is done at the spot that has it. Pure. */
import { WAYS, columnText, type Way } from '../geometry';
import { spotIn, type Spot, type Spots } from './spots';

export type KeyAct =
  | { kind: 'focus'; spot: Spot }
  | { kind: 'choose' }
  | { kind: 'swap'; way: Way }
  | { kind: 'move'; text: string }
  | { kind: 'cancel' };

export interface Pressed {
  key: string;
  shift: boolean;
  /** With Control, Alt or Meta a key belongs to the browser, except Control+Home and Control+End. */
  control: boolean;
}

/** `none`: a spot is one move; `swap`: Shift and an arrow swap; `push`: > < ^ v push the spot's line, * lays a mine. */
export type KeyStyle = 'none' | 'swap' | 'push';

const ARROWS: Record<string, Way> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' };

export function keyAct({ key, shift, control }: Pressed, spots: Spots, at: Spot, style: KeyStyle): KeyAct | null {
  if (control) return key === 'Home' || key === 'End' ? corner(key, spots) : null;
  const way = ARROWS[key];
  if (way && shift && style === 'swap') return { kind: 'swap', way };
  if (way) return focus(step(spots, at, way));
  if (key === 'Enter' || key === ' ') return { kind: 'choose' };
  if (key === 'Escape') return { kind: 'cancel' };
  if (style === 'push') {
    const text = pushKey(key, spots, at);
    if (text) return { kind: 'move', text };
  }
  return focus(jump(key, spots, at));
}

function focus(spot: Spot | null): KeyAct | null {
  return spot && { kind: 'focus', spot };
}

function step(spots: Spots, at: Spot, way: Way): Spot | null {
  const [down, right] = WAYS[way];
  return spotIn(spots, at.row + down, at.col + right);
}

function corner(key: string, spots: Spots): KeyAct | null {
  const found = key === 'Home' ? spots.all.find(Boolean) : spots.all.findLast(Boolean);
  return focus(found ?? null);
}

/** Home, End, Page up and down go to the ends of a line; a letter goes to a column, a number to a row. */
function jump(key: string, spots: Spots, at: Spot): Spot | null {
  const line = spots.all.filter((spot): spot is Spot => spot !== null && spot.row === at.row);
  const column = spots.all.filter((spot): spot is Spot => spot !== null && spot.col === at.col);
  if (key === 'Home') return line[0] ?? null;
  if (key === 'End') return line.at(-1) ?? null;
  if (key === 'PageUp') return column[0] ?? null;
  if (key === 'PageDown') return column.at(-1) ?? null;
  if (!/^[a-z1-9]$/i.test(key)) return null;
  return cellNamed(key.toLowerCase(), spots, at);
}

function cellNamed(key: string, spots: Spots, at: Spot): Spot | null {
  const cells = spots.all.filter((spot): spot is Spot => spot !== null && spot.cell !== null);
  const first = cells[0];
  const last = cells.at(-1);
  if (!first || !last) return null;
  const row = /[1-9]/.test(key) ? first.row + Number(key) - 1 : clamp(at.row, first.row, last.row);
  const col = /[a-z]/.test(key) ? first.col + key.charCodeAt(0) - 97 : clamp(at.col, first.col, last.col);
  return cells.find((spot) => spot.row === row && spot.col === col) ?? null;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

/** > and < push the row of the spot, v and ^ its column, * (or m) lays a mine on it. */
function pushKey(key: string, spots: Spots, at: Spot): string | null {
  const row = at.row >= 1 && at.row <= spots.rows - 2 ? String(at.row) : null;
  const col = at.col >= 1 && at.col <= spots.cols - 2 ? columnText(at.col - 1) : null;
  if (key === '>' || key === '<') return row && row + key;
  if (key === '^' || key.toLowerCase() === 'v') return col && col + key.toLowerCase();
  return (key === '*' || key.toLowerCase() === 'm') && at.cell !== null ? '*' + at.name : null;
}

/** What the keys do, for a page that shows them. */
export interface KeyHelp {
  title: string;
  lines: { keys: string[]; does: string }[];
}

const WALK = [
  { keys: ['←', '↑', '→', '↓'], does: 'Go from cell to cell' },
  { keys: ['A', '1'], does: 'Go to a column, to a row' },
  { keys: ['Home', 'End'], does: 'Go to the ends of a row (Page up and down: of a column)' },
];
const DROP = { keys: ['Esc'], does: 'Put down, or take back what is to be confirmed' };

const SWAPPING = [
  ...WALK,
  { keys: ['Enter'], does: 'Pick a token up; on a neighbour of it, swap the two' },
  { keys: ['Shift', '←↑→↓'], does: 'Swap the token with its neighbour on that side' },
  DROP,
];

const LINES: Record<string, KeyHelp['lines']> = {
  mosaic: SWAPPING,
  cascade: SWAPPING,
  duel: [...WALK, { keys: ['Enter'], does: 'Place a tile' }, DROP],
  pushmine: [
    ...WALK,
    { keys: ['Enter'], does: 'On an arrow, push; on an empty cell, lay a mine' },
    { keys: ['>', '<'], does: 'Push this row to the right, to the left' },
    { keys: ['V', '^'], does: 'Push this column down, up' },
    { keys: ['*', 'M'], does: 'Lay a mine on this cell' },
    DROP,
  ],
  flood: [
    { keys: ['1', '…', '8'], does: 'Flood with that colour' },
    { keys: ['←', '↑', '→', '↓'], does: 'Go from cell to cell' },
    { keys: ['Enter'], does: 'Flood with the colour of this cell' },
    DROP,
  ],
};

export function keysOf(game: string): KeyHelp {
  return { title: 'On the board', lines: LINES[game] ?? [] };
}
