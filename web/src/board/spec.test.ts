import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrast, inkOn } from './paint/colour';
import { PALETTES, STANDARD, showsSymbols } from './paint/palettes';
import { CELL_UNITS, GRID_LINE, LAST_MOVE, OUTLINE, SEAT_COLOURS, STEP_MS, VALID_MOVE } from './spec';

describe('the specifications', () => {
  it('cells are 45 and 48 units, a step takes 180 ms', () => {
    expect([CELL_UNITS.mosaic, CELL_UNITS.cascade, STEP_MS]).toEqual([45, 48, 180]);
  });

  it('name these colours', () => {
    expect([GRID_LINE, OUTLINE, VALID_MOVE, LAST_MOVE]).toEqual(['#333333', '#aaaaaa', '#66ccff', '#ffcc00']);
    expect(SEAT_COLOURS['mosaic']).toEqual(['#1e90ff', '#ff6347']);
    expect(SEAT_COLOURS['cascade']).toEqual(['#1e90ff', '#ff8c00']);
  });

  it('and the pages’ style sheet says the same', () => {
    const css = readFileSync(new URL('../design/tokens.css', import.meta.url), 'utf8');
    const named = (name: string): string | undefined => new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(css)?.[1];
    const tokens = STANDARD.tokens.map(({ colour }, i) => [`t${i}`, colour] as const);
    const ours = [['grid', GRID_LINE], ['outline', OUTLINE], ['valid', VALID_MOVE], ['last', LAST_MOVE], ...tokens] as const;
    for (const [name, colour] of ours) expect([name, named(name) ?? colour]).toEqual([name, colour]);
  });
});

describe('palettes', () => {
  it('have symbols that can be read on every colour', () => {
    for (const palette of PALETTES) {
      const colours = [...palette.cells, ...[...palette.tokens, ...palette.tiles, ...palette.stones].map((tone) => tone.colour)];
      for (const colour of colours) expect([palette.id, colour, contrast(colour, inkOn(colour)) >= 3]).toEqual([palette.id, colour, true]);
    }
  });

  it('for the colour-blind have symbols by default, everywhere', () => {
    for (const { id } of PALETTES.slice(1)) expect(showsSymbols({ palette: id, symbols: 'auto' }, 'flood')).toBe(true);
    expect(showsSymbols({ palette: 'standard', symbols: 'auto' }, 'mosaic')).toBe(true);
    expect(showsSymbols({ palette: 'standard', symbols: 'auto' }, 'flood')).toBe(false);
    expect(showsSymbols({ palette: 'standard', symbols: true }, 'flood')).toBe(true);
    expect(showsSymbols({ palette: 'shades', symbols: false }, 'mosaic')).toBe(false);
  });
});
