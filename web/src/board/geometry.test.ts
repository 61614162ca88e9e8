import { describe, expect, it } from 'vitest';
import * as geometry from './geometry';
import { CELL_UNITS } from './spec';

const grid: geometry.Grid = { rows: 6, cols: 7, cell: CELL_UNITS.mosaic, margins: { top: 30, right: 5, bottom: 10, left: 12 } };

describe('texts', () => {
  it('a1 is the top left, letters are columns and numbers rows', () => {
    expect(geometry.cellText(0, 7)).toBe('a1');
    expect(geometry.cellText(6, 7)).toBe('g1');
    expect(geometry.cellText(7 * 5 + 2, 7)).toBe('c6');
  });

  it('every cell has a text that reads back as the cell', () => {
    for (let cell = 0; cell < 42; cell++) expect(geometry.cellOfText(geometry.cellText(cell, 7), 6, 7)).toBe(cell);
  });

  it('what is off the board names no cell', () => {
    for (const text of ['h1', 'a7', 'a0', '', 'a', '11', 'c4d4', 'pass']) expect(geometry.cellOfText(text, 6, 7)).toBeNull();
  });

  it('a swap is written in reading order, whichever cell was first', () => {
    expect(geometry.swapText(23, 24, 7)).toBe('c4d4');
    expect(geometry.swapText(24, 23, 7)).toBe('c4d4');
    expect(geometry.swapText(30, 23, 7)).toBe('c4c5');
  });

  it('a move names its cells', () => {
    expect(geometry.cellsOfMove('c4d4', 6, 7)).toEqual([23, 24]);
    expect(geometry.cellsOfMove('c4', 6, 7)).toEqual([23]);
    expect(geometry.cellsOfMove('*c4', 6, 7)).toEqual([23]);
    for (const text of ['3>', 'bv', 'b^', 'red', 'pass']) expect(geometry.cellsOfMove(text, 6, 7)).toEqual([]);
  });
});

describe('neighbours', () => {
  it('stop at the edges', () => {
    expect(geometry.neighbourOf(6, 'right', 6, 7)).toBeNull();
    expect(geometry.neighbourOf(7, 'left', 6, 7)).toBeNull();
    expect(geometry.neighbourOf(0, 'up', 6, 7)).toBeNull();
    expect(geometry.neighbourOf(41, 'down', 6, 7)).toBeNull();
    expect(geometry.neighbourOf(8, 'down', 6, 7)).toBe(15);
  });

  it('are symmetric, and never wrap round a row', () => {
    expect(geometry.areNeighbours(6, 7, 7)).toBe(false);
    for (let a = 0; a < 42; a++) {
      for (const way of ['up', 'down', 'left', 'right'] as const) {
        const b = geometry.neighbourOf(a, way, 6, 7);
        if (b === null) continue;
        expect(geometry.areNeighbours(a, b, 7)).toBe(true);
        expect(geometry.areNeighbours(b, a, 7)).toBe(true);
        expect(geometry.wayBetween(a, b, 7)).toBe(way);
      }
    }
  });
});

describe('places', () => {
  it('the middle of a cell is in that cell', () => {
    for (let cell = 0; cell < 42; cell++) {
      expect(geometry.cellAt(grid, geometry.centreOf(geometry.cellBox(grid, cell)))).toBe(cell);
    }
  });

  it('margins are in no cell', () => {
    expect(geometry.cellAt(grid, { x: 11, y: 100 })).toBeNull();
    expect(geometry.cellAt(grid, { x: 100, y: 29 })).toBeNull();
    expect(geometry.cellAt(grid, { x: geometry.boardWidth(grid) - 1, y: 100 })).toBeNull();
    expect(geometry.cellAt(grid, { x: 100, y: geometry.boardHeight(grid) - 1 })).toBeNull();
  });

  it('a point leans to the neighbour that it is nearest to', () => {
    const box = geometry.cellBox(grid, 8);
    const { x, y } = geometry.centreOf(box);
    expect(geometry.waysTowards(box, { x: x + 9, y: y - 3 }).slice(0, 2)).toEqual(['right', 'up']);
    expect(geometry.waysTowards(box, { x: x - 1, y: y + 8 })[0]).toBe('down');
  });
});
