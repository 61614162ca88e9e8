/** The judged moves as pages show them: points for the graph, and the signs of annotation. */
import type { JudgementView } from '../../api/types';

export interface Point {
  ply: number;
  /** 0 lost, 1 won, for seat 1. */
  worth: number;
}

const FINAL: Record<string, number> = { '1': 1, '2': 0, draw: 0.5, lost: 0 };

/** What the match was worth to the first side, ply by ply. */
export function worthOf(judgements: readonly JudgementView[], result: string | null): Point[] {
  const points = judgements.map((one) => ({ ply: one.ply, worth: one.seat === 1 ? one.expected : 1 - one.expected }));
  const end = result === null ? undefined : FINAL[result];
  return end === undefined ? points : [...points, { ply: judgements.length, worth: end }];
}

export const isMarked = (label: string): boolean =>
  label === 'inaccuracy' || label === 'mistake' || label === 'blunder';

/** As annotated since long: ?! ? ?? */
export const SIGNS: Record<string, string> = { inaccuracy: '?!', mistake: '?', blunder: '??', best: '', good: '' };
