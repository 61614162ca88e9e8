import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { askUntilReady, doOnceReady } from './readiness';
import { Refused } from './refusal';

const compiling = new Refused('not_ready', 'the rules are being compiled', 503);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a server that is not ready', () => {
  it('is asked again until it answers, and why one waits is told', async () => {
    const ask = vi.fn().mockRejectedValueOnce(compiling).mockRejectedValueOnce(compiling).mockResolvedValue('lesson');
    const waited: string[] = [];
    const answer = askUntilReady(ask, new AbortController().signal, (why) => waited.push(why));
    await vi.runAllTimersAsync();
    expect(await answer).toBe('lesson');
    expect(ask).toHaveBeenCalledTimes(3);
    expect(waited).toEqual(Array(2).fill('The rules are being compiled.'));
  });

  it('is asked less and less often, but never seldom', async () => {
    const times: number[] = [];
    const ask = vi.fn().mockImplementation(() => {
      times.push(Date.now());
      return Promise.reject(compiling);
    });
    const leave = new AbortController();
    void askUntilReady(ask, leave.signal);
    await vi.advanceTimersByTimeAsync(12_500);
    leave.abort();
    expect(times.slice(1).map((time, index) => time - times[index]!)).toEqual([500, 1000, 2000, 3000, 3000, 3000]);
  });

  it('is asked no more when nobody waits, and what it still answers is not given', async () => {
    const leave = new AbortController();
    const refused = vi.fn().mockRejectedValue(compiling);
    const answer = askUntilReady(refused, leave.signal);
    await vi.advanceTimersByTimeAsync(0);
    leave.abort();
    await vi.runAllTimersAsync();
    expect(await answer).toBeUndefined();
    expect(refused).toHaveBeenCalledTimes(1);

    const later = new AbortController();
    const slow = askUntilReady(() => Promise.resolve('late'), later.signal);
    later.abort();
    expect(await slow).toBeUndefined();
  });

  it('is asked once where the answer is no', async () => {
    const ask = vi.fn().mockRejectedValue(new Refused('unknown_game', 'there is no such game', 404));
    await expect(askUntilReady(ask, new AbortController().signal)).rejects.toThrow('there is no such game');
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('is asked again to do something only where it says that it has not done it', async () => {
    const lost = new Refused('offline', 'the server cannot be reached');
    const act = vi.fn().mockRejectedValueOnce(compiling).mockRejectedValue(lost);
    const onwait = vi.fn();
    const done = doOnceReady(act, { signal: new AbortController().signal, onwait });
    const refused = expect(done).rejects.toThrow('the server cannot be reached');
    await vi.runAllTimersAsync();
    await refused;
    expect([act.mock.calls.length, onwait.mock.calls.length]).toEqual([2, 1]);
  });
});
