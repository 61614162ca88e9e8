import { describe, expect, it } from 'vitest';
import type { JudgementView } from '../../api/types';
import { turningPoint, worstMistake } from './moments';

const judged = (ply: number, expected: number, loss = 0): JudgementView => ({
  ply,
  seat: 1 + (ply % 2),
  move: 'a1',
  best: 'b2',
  purpose: '',
  expected,
  loss,
  label: loss ? 'mistake' : 'best',
});

describe('the moments that mattered', () => {
  // For seat 1: 0.5, 0.5, 0.6, 0.2, 0.2, lost.
  const match = [judged(0, 0.5), judged(1, 0.5), judged(2, 0.6, 0.4), judged(3, 0.8), judged(4, 0.2, 0.15)];

  it('include the move by which the winner used the mistake that cost most', () => {
    expect(turningPoint(match, 2)?.ply).toBe(3);
  });

  it('include a mistake that needed no answer', () => {
    expect(turningPoint(match.slice(0, 3), 2)?.ply).toBe(2);
  });

  it('include no answer that gave the gain away again', () => {
    // For seat 1: 0.5, 0.05, 0.98 by the other side's mistake, 0.2 after its own answer, and won by the other's next move.
    const lucky = [judged(0, 0.5, 0.45), judged(1, 0.95, 0.93), judged(2, 0.98, 0.78), judged(3, 0.8, 0.8)];
    expect(turningPoint(lucky, 1)?.ply).toBe(3);
  });

  it('include nothing from before the winner was ahead for good', () => {
    // For seat 1: 0.5, 0.1, 0.9 (the most it ever gained), 0.9, 0.4 by its own mistake, 0.8 by the other side's, won.
    const swinging = [0.5, 0.9, 0.9, 0.1, 0.4, 0.2].map((expected, ply) => judged(ply, expected));
    expect(
      swinging.map((one) => (one.seat === 1 ? one.expected : 1 - one.expected)).map((one) => one.toFixed(1)),
    ).toEqual(['0.5', '0.1', '0.9', '0.9', '0.4', '0.8']);
    expect(turningPoint(swinging, 1)?.ply).toBe(4);
  });

  it('are never a pass: nobody chose it', () => {
    const pass = (ply: number, expected: number): JudgementView => ({ ...judged(ply, expected), move: 'pass' });
    // For seat 2: 0.5, 0.5, 0.6, and won by two passes.
    const stuck = [judged(0, 0.5), judged(1, 0.5), pass(2, 0.4), pass(3, 0.6)];
    expect(turningPoint(stuck, 2)).toBeNull();
    expect(turningPoint([judged(0, 0.5), judged(1, 0.1), pass(2, 0.6), pass(3, 0.4)], 2)?.ply).toBe(1);
  });

  it('include the worst mistake of each side', () => {
    expect(worstMistake(match, 1)?.ply).toBe(2);
    expect(worstMistake(match, 2)).toBeNull();
  });

  it('are none where nothing was decided by a single move', () => {
    expect(turningPoint([judged(0, 0.9), judged(1, 0.05)], 1)).toBeNull();
    expect(turningPoint([], 1)).toBeNull();
  });
});
