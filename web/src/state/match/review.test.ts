import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AnalysisView } from '../../api/types';
import { Review } from './review.svelte';

const answers: (Partial<AnalysisView> | Error)[] = [];

vi.mock('../../api/client', () => {
  const answer = (): Promise<unknown> => {
    const next = answers.shift();
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
  };
  return { analyse: answer, analysis: answer };
});

beforeEach(() => {
  answers.length = 0;
  vi.useFakeTimers();
});

afterEach(() => vi.useRealTimers());

it('is pending until the server has judged every move', async () => {
  answers.push({ status: 'running' }, { status: 'done', judgements: [], accuracy: [null, 80] });
  const review = new Review('m');
  expect(review.pending).toBe(false);
  review.ask(1);
  expect(review.pending).toBe(true);
  await vi.advanceTimersByTimeAsync(0);
  expect([review.pending, review.judgements]).toEqual([true, null]);
  await vi.advanceTimersByTimeAsync(1000);
  expect([review.pending, review.judgements, review.accuracy]).toEqual([false, [], [null, 80]]);
});

it('is not pending where the server has none, or the match goes on', async () => {
  answers.push(new Error('no analysis'), { status: 'running' });
  const review = new Review('m');
  review.ask(1);
  await vi.advanceTimersByTimeAsync(0);
  expect(review.pending).toBe(false);
  review.ask(2);
  expect(review.pending).toBe(true);
  review.forget();
  expect(review.pending).toBe(false);
});
