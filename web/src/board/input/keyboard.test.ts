import { describe, expect, it } from 'vitest';
import type { Grid } from '../geometry';
import { keyAct, keysOf, type KeyAct, type KeyStyle } from './keyboard';
import { cellSpots, pushSpots, type Spots } from './spots';

const grid: Grid = { rows: 5, cols: 5, cell: 60, margins: { top: 44, right: 44, bottom: 44, left: 44 } };

function press(spots: Spots, at: string, key: string, style: KeyStyle = 'none', more: { shift?: boolean; control?: boolean } = {}): string | null {
  const spot = spots.all.find((one) => one?.name === at)!;
  const act = keyAct({ key, shift: false, control: false, ...more }, spots, spot, style);
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
    expect(press(spots, 'c3', 'Home', 'none', { control: true })).toBe('a1');
    expect(press(spots, 'c3', 'End', 'none', { control: true })).toBe('e5');
  });

  it('Enter and Space act, Escape cancels', () => {
    expect(press(spots, 'c3', 'Enter')).toBe('choose');
    expect(press(spots, 'c3', ' ')).toBe('choose');
    expect(press(spots, 'c3', 'Escape')).toBe('cancel');
  });

  it('Shift and an arrow swap, where swaps are made', () => {
    expect(press(spots, 'c3', 'ArrowDown', 'swap', { shift: true })).toBe('swap down');
    expect(press(spots, 'c3', 'ArrowDown', 'none', { shift: true })).toBe('c4');
  });

  it('what belongs to the browser is left alone', () => {
    for (const key of ['r', 'ArrowLeft', '1']) expect(press(spots, 'c3', key, 'swap', { control: true })).toBeNull();
    for (const key of ['Tab', 'F5', '?', '[', 'h', 'u']) expect(press(spots, 'c3', key, 'push')).toBeNull();
  });
});

describe('keys on a board with arrows round it', () => {
  const spots = pushSpots(grid);
  const on = (at: string, key: string): string | null => press(spots, at, key, 'push');

  it('lead out to the arrows and along them', () => {
    expect(on('a3', 'ArrowLeft')).toBe('3>');
    expect(on('3>', 'ArrowDown')).toBe('4>');
    expect(on('c1', 'ArrowUp')).toBe('cv');
    expect(on('5>', 'ArrowDown')).toBeNull();
  });

  it('push the line of the spot', () => {
    expect(on('c3', '>')).toBe('move 3>');
    expect(on('c3', '<')).toBe('move 3<');
    expect(on('c3', 'v')).toBe('move cv');
    expect(on('c3', 'V')).toBe('move cv');
    expect(on('c3', '^')).toBe('move c^');
    expect(on('2<', '<')).toBe('move 2<');
    expect(on('2<', '^')).toBeNull();
  });

  it('lay a mine on a cell', () => {
    expect(on('c3', '*')).toBe('move *c3');
    expect(on('c3', 'm')).toBe('move *c3');
    expect(on('3>', '*')).toBeNull();
  });

  it('letters and numbers name cells from anywhere', () => {
    expect(on('3>', 'd')).toBe('d3');
    expect(on('bv', '4')).toBe('b4');
  });
});

it('every game says what its keys do', () => {
  for (const game of ['mosaic', 'cascade', 'duel', 'pushmine', 'flood']) expect(keysOf(game).lines.length).toBeGreaterThan(2);
});
