import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as api from '../../api/client';
import { Refused } from '../../api/refusal';
import type { LessonView, ReplayView } from '../../api/types';
import { LessonRun } from './lesson.svelte';

vi.mock('../../api/client');

const LESSON: LessonView = {
  record: 'mosaic 1 classic 7',
  title: '',
  text: '',
  goals: ['a1b1'],
  done: '',
  otherwise: '',
};
const replay = { steps: [{ view: { turn: 1 }, events: [], told: '' }] } as unknown as ReplayView;
const compiling = (done: number) => new Refused('not_ready', `compiling: ${done} of 5`, 503);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.resetAllMocks();
});

it('a board that is not ready comes by itself, and how far it is is told', async () => {
  const ask = vi.mocked(api.replayRecord);
  ask.mockRejectedValueOnce(compiling(0)).mockRejectedValueOnce(compiling(4)).mockResolvedValue(replay);
  const run = new LessonRun(LESSON);
  await vi.advanceTimersByTimeAsync(0);
  expect([run.awaited, run.problem, run.replay]).toEqual(['Compiling: 0 of 5.', null, null]);
  await vi.advanceTimersByTimeAsync(500);
  expect(run.awaited).toBe('Compiling: 4 of 5.');
  await vi.advanceTimersByTimeAsync(1000);
  expect([run.awaited, run.problem, run.replay]).toEqual([null, null, replay]);
});

it('a preview waits in the same way, and nothing is asked for a lesson that was left', async () => {
  const ask = vi.mocked(api.replayRecord).mockResolvedValue(replay);
  const run = new LessonRun(LESSON);
  await vi.advanceTimersByTimeAsync(0);
  ask.mockRejectedValueOnce(compiling(4));
  run.askPreview('a1b1');
  await vi.advanceTimersByTimeAsync(2000);
  expect(run.preview?.move).toBe('a1b1');

  ask.mockRejectedValue(compiling(4));
  void run.play('a1b1');
  await vi.advanceTimersByTimeAsync(0);
  ask.mockClear();
  run.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ask).not.toHaveBeenCalled();
});
