import { describe, expect, it } from 'vitest';
import { loops, outlinePath } from './outline';

const inside =
  (rows: string[]) =>
  (row: number, col: number): boolean =>
    rows[row]?.[col] === '1';
const loopsOf = (rows: string[]) => loops(rows.length, rows[0]!.length, inside(rows));

describe('the outline of a territory', () => {
  it('of one cell is a square', () => {
    expect(loopsOf(['1'])).toEqual([
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ],
    ]);
  });

  it('of a row has four corners, however long it is', () => {
    expect(loopsOf(['111'])[0]).toHaveLength(4);
  });

  it('of an L has six corners', () => {
    expect(loopsOf(['10', '11'])[0]).toHaveLength(6);
  });

  it('has a loop of its own around every hole', () => {
    expect(loopsOf(['111', '101', '111'])).toHaveLength(2);
  });

  it('keeps cells apart that touch by a corner only', () => {
    expect(loopsOf(['10', '01'])).toHaveLength(2);
  });

  it('walks every border once: its length is the number of sides between inside and outside', () => {
    let dice = 7;
    const rows = Array.from({ length: 12 }, () =>
      Array.from({ length: 12 }, () => String((dice = (dice * 1103515245 + 12345) % 2147483648) & 64 && 1)).join(''),
    );
    const is = inside(rows);
    let sides = 0;
    rows.forEach((line, row) =>
      [...line].forEach((_, col) => {
        if (!is(row, col)) return;
        sides += [is(row - 1, col), is(row + 1, col), is(row, col - 1), is(row, col + 1)].filter((x) => !x).length;
      }),
    );
    const walked = loopsOf(rows).reduce(
      (sum, loop) =>
        sum +
        loop.reduce((length, [x, y], i) => {
          const [nx, ny] = loop[(i + 1) % loop.length]!;
          return length + Math.abs(nx - x) + Math.abs(ny - y);
        }, 0),
      0,
    );
    expect(walked).toBe(sides);
  });

  it('is one closed path for each loop', () => {
    const path = outlinePath(3, 3, inside(['111', '101', '111']));
    expect(path.match(/M/g)).toHaveLength(2);
    expect(path.match(/Z/g)).toHaveLength(2);
  });
});
