import { describe, expect, it } from 'vitest';
import { centreOf, type Grid } from '../../board/geometry';
import { keyAct } from '../../board/input/keyboard';
import { clickInput } from '../../board/input/moves';
import { spotAt, spotOfCell, spotOfMove } from '../../board/input/spots';
import { drawing } from './drawing';
import { pushKey, pushSpots } from './input';

const grid: Grid = { rows: 5, cols: 5, cell: 60, margins: { top: 44, right: 44, bottom: 44, left: 44 } };

describe('keys on a board with arrows round it', () => {
  const spots = pushSpots(grid);

  function on(at: string, key: string): string | null {
    const spot = spots.all.find((one) => one?.name === at)!;
    const act = keyAct({ key, shift: false, control: false }, spots, spot, { input: 'click', keyMove: pushKey });
    if (act?.kind === 'focus') return act.spot.name;
    return act?.kind === 'move' ? `move ${act.text}` : null;
  }

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

describe('clicks', () => {
  const spots = pushSpots(grid);
  const { moveOf } = drawing;
  const legal = new Set(['3>', '*c2']);
  const middle = (name: string) => spots.all.find((spot) => spot?.name === name)!;

  it('on an arrow push its line', () => {
    expect(clickInput(middle('3>'), middle('3>'), legal, moveOf)).toEqual({ move: '3>' });
  });

  it('on an empty cell lay a mine', () => {
    expect(clickInput(middle('c2'), middle('c2'), legal, moveOf)).toEqual({ move: '*c2' });
  });

  it('on what is not legal are refused', () => {
    expect(clickInput(middle('3<'), middle('3<'), legal, moveOf)).toEqual({ refused: '3<' });
  });

  it('that end elsewhere are nothing', () => {
    expect(clickInput(middle('3>'), middle('2>'), legal, moveOf)).toEqual({});
    expect(clickInput(middle('3>'), null, legal, moveOf)).toEqual({});
  });

  it('find an arrow at each end of every line, and each where it is drawn', () => {
    for (const push of ['1>', '5>', '1<', '5<', 'av', 'ev', 'a^', 'e^']) {
      const spot = spotOfMove(spots, push)!;
      expect(spotAt(spots, centreOf(spot.box))?.move).toBe(push);
    }
    expect(spotOfMove(spots, '1>')!.box.x).toBe(0);
    expect(spotOfMove(spots, '1<')!.box.x).toBe(344);
    expect(spotOfMove(spots, 'av')!.box.y).toBe(0);
    expect(spotOfMove(spots, 'a^')!.box.y).toBe(344);
    expect(spots.all.filter((spot) => spot?.move).length).toBe(20);
  });

  it('find every cell', () => {
    for (let one = 0; one < 25; one++) {
      const spot = spotOfCell(spots, one)!;
      expect(spotAt(spots, centreOf(spot.box))?.cell).toBe(one);
    }
  });

  it('in the corners find nothing', () => {
    for (const [x, y] of [
      [10, 10],
      [380, 10],
      [10, 380],
      [380, 380],
    ] as const)
      expect(spotAt(spots, { x, y })).toBeNull();
  });
});
