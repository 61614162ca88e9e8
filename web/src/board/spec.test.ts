import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrast, inkOn } from './paint/colour';
import { PALETTES, STANDARD, showsSymbols } from './paint/palettes';
import { GRID_LINE, LAST_MOVE, OUTLINE, STEP_MS, VALID_MOVE } from './spec';

describe('the specifications', () => {
  it('let a step take 180 ms', () => {
    expect(STEP_MS).toBe(180);
  });

  it('name these colours', () => {
    expect([GRID_LINE, OUTLINE, VALID_MOVE, LAST_MOVE]).toEqual(['#333333', '#aaaaaa', '#66ccff', '#ffcc00']);
  });

  it('and the pages’ style sheet says the same', () => {
    const css = readFileSync(new URL('../design/tokens.css', import.meta.url), 'utf8');
    const named = (name: string): string | undefined => new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(css)?.[1];
    const tokens = STANDARD.tokens.map(({ colour }, i) => [`t${i}`, colour] as const);
    const wanted = [
      ['grid', GRID_LINE],
      ['outline', OUTLINE],
      ['valid', VALID_MOVE],
      ['last', LAST_MOVE],
      ...tokens,
    ] as const;
    for (const [name, colour] of wanted) expect([name, named(name) ?? colour]).toEqual([name, colour]);
  });
});

describe('palettes', () => {
  it('have symbols that can be read on every colour', () => {
    for (const palette of PALETTES) {
      const colours = [...palette.sides, ...palette.cells, ...palette.tokens, ...palette.tiles, ...palette.stones].map(
        (tone) => tone.colour,
      );
      for (const colour of colours)
        expect([palette.id, colour, contrast(colour, inkOn(colour)) >= 3]).toEqual([palette.id, colour, true]);
    }
  });

  it('for the colour-blind have symbols by default, everywhere', () => {
    for (const { id } of PALETTES.slice(1))
      expect(showsSymbols({ palette: id, symbols: 'auto' }, 'by palette')).toBe(true);
    expect(showsSymbols({ palette: 'standard', symbols: 'auto' }, 'always')).toBe(true);
    expect(showsSymbols({ palette: 'standard', symbols: 'auto' }, 'by palette')).toBe(false);
    expect(showsSymbols({ palette: 'standard', symbols: true }, 'by palette')).toBe(true);
    expect(showsSymbols({ palette: 'shades', symbols: false }, 'always')).toBe(false);
  });
});
