import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeSocket } from '../../tests/fakeSocket';
import { DEAD_AFTER, Live, PING_EVERY, type Connection } from './live';
import type { LiveMessage, MatchView } from './types';

const MATCH = { version: 7 } as MatchView;
let sockets: FakeSocket[];
let states: Connection[];
let heard: LiveMessage[];
let since: number | null;
let live: Live;

const last = (): FakeSocket => sockets.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  [sockets, states, heard, since] = [[], [], [], null];
  live = new Live(
    {
      since: () => since,
      token: () => 'secret',
      onmessage: (message) => heard.push(message),
      onconnection: (state) => states.push(state),
    },
    () => {
      sockets.push(new FakeSocket());
      return last();
    },
  );
});

afterEach(() => {
  live.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function greet(): void {
  last().open();
  last().hear({ type: 'match', version: 7, match: MATCH });
}

it('says hello with its token, and is live when the match has come', () => {
  last().open();
  expect(JSON.parse(last().sent[0]!)).toEqual({ type: 'hello', token: 'secret' });
  expect(states).toEqual(['catching-up']);
  last().hear({ type: 'match', version: 7, match: MATCH });
  expect(states).toEqual(['catching-up', 'live']);
});

it('pings, and stays as long as it is answered', () => {
  greet();
  for (let round = 0; round < 10; round += 1) {
    vi.advanceTimersByTime(PING_EVERY);
    expect(last().sent.at(-1)).toBe('{"type":"ping"}');
    last().hear({ type: 'heartbeat', at_version: 7 });
  }
  expect(sockets).toHaveLength(1);
  expect(live.connection).toBe('live');
});

it('gives up a socket that has gone silent without closing', () => {
  greet();
  vi.advanceTimersByTime(DEAD_AFTER + PING_EVERY);
  expect(sockets[0]!.closed).toBe(true);
  expect(live.connection).not.toBe('live');
  vi.advanceTimersByTime(1000);
  expect(sockets).toHaveLength(2);
});

it('comes back where it was', () => {
  greet();
  since = 9;
  last().die();
  vi.advanceTimersByTime(1000);
  last().open();
  expect(JSON.parse(last().sent[0]!)).toMatchObject({ type: 'hello', since: 9 });
});

it('says that it is offline when it fails again, and waits longer each time', () => {
  last().die();
  expect(live.connection).toBe('connecting');
  vi.advanceTimersByTime(700);
  last().die();
  expect(live.connection).toBe('offline');
  const tries = sockets.length;
  vi.advanceTimersByTime(300);
  expect(sockets).toHaveLength(tries);
  for (let round = 0; round < 8; round += 1) {
    vi.advanceTimersByTime(5000);
    last().die();
  }
  const before = sockets.length;
  vi.advanceTimersByTime(2500);
  expect(sockets).toHaveLength(before);
  vi.advanceTimersByTime(2500);
  expect(sockets).toHaveLength(before + 1);
});

it('hears nothing from a socket that it gave up', () => {
  greet();
  const old = last();
  const { onmessage } = old;
  old.die();
  onmessage?.(new MessageEvent('message', { data: '{"type":"heartbeat","at_version":8}' }));
  expect(heard).toHaveLength(1);
});

it('does not try while the machine is offline, and goes on when it is woken', () => {
  greet();
  vi.stubGlobal('navigator', { onLine: false });
  live.wake();
  expect(live.connection).toBe('offline');
  vi.advanceTimersByTime(20_000);
  expect(sockets).toHaveLength(1);
  vi.stubGlobal('navigator', { onLine: true });
  live.wake();
  expect(sockets).toHaveLength(2);
});

it('does not come back to a match that is gone', () => {
  greet();
  last().die('unknown_match');
  vi.advanceTimersByTime(60_000);
  expect(sockets).toHaveLength(1);
});

it('asks again on a fresh connection when it has missed something', () => {
  greet();
  live.resume();
  vi.advanceTimersByTime(1);
  expect(sockets).toHaveLength(2);
});

it('leaves a socket alone that is still connecting, however often it failed before', () => {
  last().die();
  vi.advanceTimersByTime(1000);
  last().die();
  vi.advanceTimersByTime(2000);
  const [connecting, count] = [last(), sockets.length];
  live.wake();
  vi.advanceTimersByTime(PING_EVERY + 100);
  expect(connecting.closed).toBe(false);
  expect(sockets.length).toBe(count);
  greet();
  expect(live.connection).toBe('live');
});

it('closes a socket that is still connecting once it is open, and not before', () => {
  const connecting = last();
  live.close();
  expect(connecting.closed).toBe(false);
  connecting.open();
  expect(connecting.closed).toBe(true);
  expect(connecting.sent).toEqual([]);
  connecting.hear({ type: 'match', version: 7, match: MATCH });
  connecting.die();
  vi.advanceTimersByTime(60_000);
  expect([sockets.length, heard.length]).toEqual([1, 0]);
});

it('does not close a socket either that takes too long to connect', () => {
  const slow = last();
  vi.advanceTimersByTime(DEAD_AFTER + 2 * PING_EVERY);
  expect([sockets.length > 1, slow.closed]).toEqual([true, false]);
  slow.open();
  expect(slow.closed).toBe(true);
});

it('is quiet after it was closed', () => {
  greet();
  live.close();
  vi.advanceTimersByTime(60_000);
  live.wake();
  expect(sockets).toHaveLength(1);
});
