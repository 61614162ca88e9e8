import { describe, expect, it } from 'vitest';
import type { Grid } from '../geometry';
import { keyAct, type KeyAct, type KeyRules } from './keyboard';
import { cellSpots, type Spots } from './spots';

const grid: Grid = { rows: 5, cols: 5, cell: 60, margins: { top: 44, right: 44, bottom: 44, left: 44 } };

function press(
  spots: Spots,
  at: string,
  key: string,
  input: KeyRules['input'] = 'click',
  more: { shift?: boolean; control?: boolean } = {},
): string | null {
  const spot = spots.all.find((one) => one?.name === at)!;
  const act = keyAct({ key, shift: false, control: false, ...more }, spots, spot, { input });
  return act && words(act);
}

function words(act: KeyAct): string {
  if (act.kind === 'focus') return act.spot.name;
  if (act.kind === 'swap') return `swap ${act.way}`;
  return act.kind === 'move' ? `move ${act.text}` : act.kind;
}

describe('keys on a board of cells', () => {
  const spots = cellSpots(grid);

  it('arrows go from cell to cell and stop at the edges', () => {
    expect(press(spots, 'c3', 'ArrowUp')).toBe('c2');
    expect(press(spots, 'c3', 'ArrowRight')).toBe('d3');
    expect(press(spots, 'a1', 'ArrowLeft')).toBeNull();
  });

  it('a letter goes to a column, a number to a row', () => {
    expect(press(spots, 'c3', 'e')).toBe('e3');
    expect(press(spots, 'c3', 'E')).toBe('e3');
    expect(press(spots, 'c3', '5')).toBe('c5');
    expect(press(spots, 'c3', '9')).toBeNull();
    expect(press(spots, 'c3', 'z')).toBeNull();
  });

  it('Home, End, Page up and Page down go to the ends, with Control to the corners', () => {
    expect(press(spots, 'c3', 'Home')).toBe('a3');
    expect(press(spots, 'c3', 'End')).toBe('e3');
    expect(press(spots, 'c3', 'PageUp')).toBe('c1');
    expect(press(spots, 'c3', 'PageDown')).toBe('c5');
    expect(press(spots, 'c3', 'Home', 'click', { control: true })).toBe('a1');
    expect(press(spots, 'c3', 'End', 'click', { control: true })).toBe('e5');
  });

  it('Enter and Space act, Escape cancels', () => {
    expect(press(spots, 'c3', 'Enter')).toBe('choose');
    expect(press(spots, 'c3', ' ')).toBe('choose');
    expect(press(spots, 'c3', 'Escape')).toBe('cancel');
  });

  it('Shift and an arrow swap, where swaps are made', () => {
    expect(press(spots, 'c3', 'ArrowDown', 'swap', { shift: true })).toBe('swap down');
    expect(press(spots, 'c3', 'ArrowDown', 'click', { shift: true })).toBe('c4');
  });

  it('what belongs to the browser is left alone', () => {
    for (const key of ['r', 'ArrowLeft', '1']) expect(press(spots, 'c3', key, 'swap', { control: true })).toBeNull();
    for (const key of ['Tab', 'F5', '?', '[', 'h', 'u']) expect(press(spots, 'c3', key)).toBeNull();
  });
});
