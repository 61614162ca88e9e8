import { describe, expect, it } from 'vitest';
import { cellOfText, cellsOfMove, cellText, swapText } from './notation';

describe('texts', () => {
  it('a1 is the top left, letters are columns and numbers rows', () => {
    expect(cellText(0, 7)).toBe('a1');
    expect(cellText(6, 7)).toBe('g1');
    expect(cellText(7 * 5 + 2, 7)).toBe('c6');
  });

  it('every cell has a text that reads back as the cell', () => {
    for (let cell = 0; cell < 42; cell++) expect(cellOfText(cellText(cell, 7), 6, 7)).toBe(cell);
  });

  it('what is off the board names no cell', () => {
    for (const text of ['h1', 'a7', 'a0', '', 'a', '11', 'c4d4', 'pass']) expect(cellOfText(text, 6, 7)).toBeNull();
  });

  it('a swap is written in reading order, whichever cell was first', () => {
    expect(swapText(23, 24, 7)).toBe('c4d4');
    expect(swapText(24, 23, 7)).toBe('c4d4');
    expect(swapText(30, 23, 7)).toBe('c4c5');
  });

  it('a move names its cells', () => {
    expect(cellsOfMove('c4d4', 6, 7)).toEqual([23, 24]);
    expect(cellsOfMove('c4', 6, 7)).toEqual([23]);
    expect(cellsOfMove('*c4', 6, 7)).toEqual([23]);
    for (const text of ['3>', 'bv', 'b^', 'red', 'pass']) expect(cellsOfMove(text, 6, 7)).toEqual([]);
  });
});
