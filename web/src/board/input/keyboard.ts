/** Keys on a board: where the focus goes, or what is done at the spot that has it. Pure functions. */
import type { KeyLine } from '../../state/overlays.svelte';
import type { Drawing } from '../drawing';
import { WAYS, type Way } from '../geometry';
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

/** What keys do beside walking: Shift and an arrow may swap, and a game may have keys of its own. */
export type KeyRules = Pick<Drawing, 'input' | 'keyMove'>;

const ARROWS: Record<string, Way> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' };

export function keyAct({ key, shift, control }: Pressed, spots: Spots, at: Spot, rules: KeyRules): KeyAct | null {
  if (control) return key === 'Home' || key === 'End' ? corner(key, spots) : null;
  const way = ARROWS[key];
  if (way && shift && rules.input === 'swap') return { kind: 'swap', way };
  if (way) return focus(step(spots, at, way));
  if (key === 'Enter' || key === ' ') return { kind: 'choose' };
  if (key === 'Escape') return { kind: 'cancel' };
  const text = rules.keyMove?.(key, at, spots);
  if (text) return { kind: 'move', text };
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

/** What keys do, for the list of keys; games put theirs together from these. */
export const WALK_KEYS: readonly KeyLine[] = [
  { keys: ['←', '↑', '→', '↓'], does: 'Go from cell to cell' },
  { keys: ['A', '1'], does: 'Go to a column, to a row' },
  { keys: ['Home', 'End'], does: 'Go to the ends of a row (Page up and down: of a column)' },
];
export const CANCEL_KEY: KeyLine = { keys: ['Esc'], does: 'Put down, or take back what is to be confirmed' };
