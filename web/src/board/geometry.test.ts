import { describe, expect, it } from 'vitest';
import * as geometry from './geometry';
import { cellSpots, spotAt } from './input/spots';

const grid: geometry.Grid = { rows: 6, cols: 7, cell: 45, margins: { top: 30, right: 5, bottom: 10, left: 12 } };

const cellAt = (point: geometry.Point): number | null => spotAt(cellSpots(grid), point)?.cell ?? null;

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
      expect(cellAt(geometry.centreOf(geometry.cellBox(grid, cell)))).toBe(cell);
    }
  });

  it('margins are in no cell', () => {
    expect(cellAt({ x: 11, y: 100 })).toBeNull();
    expect(cellAt({ x: 100, y: 29 })).toBeNull();
    expect(cellAt({ x: geometry.boardWidth(grid) - 1, y: 100 })).toBeNull();
    expect(cellAt({ x: 100, y: geometry.boardHeight(grid) - 1 })).toBeNull();
  });

  it('a point leans to the neighbour that it is nearest to', () => {
    const box = geometry.cellBox(grid, 8);
    const { x, y } = geometry.centreOf(box);
    expect(geometry.waysTowards(box, { x: x + 9, y: y - 3 }).slice(0, 2)).toEqual(['right', 'up']);
    expect(geometry.waysTowards(box, { x: x - 1, y: y + 8 })[0]).toBe('down');
  });
});
