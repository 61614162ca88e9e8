import { describe, expect, it } from 'vitest';
import { heldAt, NO_OFFSETS, offsetsOf } from './offsets';

describe('offsets', () => {
  it('come from marks, in proportion to the time', () => {
    const offsets = offsetsOf([{ kind: 'lean', cell: 8, right: 0.2, down: 0 }], 6, 0.5, null, NO_OFFSETS);
    expect([...offsets]).toEqual([['2 1', [0.1, 0]]]);
  });

  it('what is held goes before what leans', () => {
    const held = heldAt(8, 6, [0.5, 0.1]);
    const offsets = offsetsOf([{ kind: 'lean', cell: 8, right: 0.2, down: 0 }], 6, 1, held, NO_OFFSETS);
    expect([...offsets]).toEqual([['2 1', [0.5, 0]]]);
  });

  it('a held piece follows along a row or a column, and not too far', () => {
    expect(heldAt(0, 6, [0.1, -3]).by).toEqual([0, -0.85]);
    expect(heldAt(0, 6, [0.3, 0.2]).by).toEqual([0.3, 0]);
  });
});
