import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DescribedEvent } from '../../api/events';
import type { HistoryEntry, LiveAction, LiveMessage, MatchView } from '../../api/types';
import { FakeSocket } from '../../../tests/fakeSocket';
import { match, seat } from '../../../tests/matches';
import { Memory } from '../../../tests/memory';
import { MatchStore } from './store.svelte';
import { knownMatch, rememberMade } from '../knownMatches';

let socket: FakeSocket;
let answers: { status: number; body: unknown }[];
let asked: { path: string; body: unknown; token: string | null }[];

function open(): FakeSocket {
  return (socket = new FakeSocket());
}

const hear = (message: LiveMessage): void => socket.hear(message);
const placed: DescribedEvent[] = [{ kind: 'placed', cell: 0, seat: 1 }];
const moved = (seat: number): LiveAction => ({ kind: 'moved', seat, at: 0, move: 'a1', ply: 0, thought: null });

beforeEach(() => {
  vi.stubGlobal('localStorage', new Memory());
  [answers, asked] = [[], []];
  vi.stubGlobal('fetch', async (request: Request) => {
    const text = await request.text();
    asked.push({
      path: new URL(request.url).pathname,
      body: text ? JSON.parse(text) : null,
      token: request.headers.get('authorization'),
    });
    const answer = answers.shift() ?? { status: 404, body: { errorCode: 'not_found', message: 'nothing' } };
    return new Response(JSON.stringify(answer.body), { status: answer.status });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function made(view: MatchView = match(), seats = [{ seat: 1, token: 'one', invite: null }]): MatchStore {
  rememberMade({ id: view.id, creator: null, match: view, seats });
  const store = new MatchStore(view.id, open);
  void store.start(view);
  socket.open();
  hear({ type: 'match', version: view.version, match: view });
  return store;
}

it('shows the match that it was given, and whose turn it is', () => {
  const store = made();
  expect(store.yourTurn).toBe(true);
  expect(store.interactive).toBe(true);
  expect(store.names).toEqual(['You', 'AI']);
  store.stop();
});

it('plays a move with the seat’s token and the ply, and shows what it did', async () => {
  const store = made();
  answers.push({
    status: 200,
    body: { match: match({ version: 1, ply: 1, turn: 2, thinking: true }), events: placed },
  });
  await store.commands.play('a1');
  expect(asked.at(-1)).toEqual({ path: '/api/matches/abc/moves', body: { move: 'a1', ply: 0 }, token: 'Bearer one' });
  expect([store.latest?.ply, store.match?.ply]).toEqual([1, 0]);
  expect(store.presentation.events).toEqual(placed);
  expect([store.yourTurn, store.interactive]).toEqual([false, false]);
  store.presentation.settle();
  expect(store.match?.ply).toBe(1);
  store.stop();
});

it('drops what is older than what it shows, and does not animate the same twice', () => {
  const store = made(match({ version: 3, ply: 2 }));
  hear({
    type: 'action',
    version: 4,
    action: moved(1),
    events: placed,
    match: match({ version: 4, ply: 3 }),
  });
  expect(store.presentation.events).toEqual(placed);
  hear({ type: 'match', version: 2, match: match({ version: 2, ply: 1 }) });
  expect(store.latest?.version).toBe(4);
  const shown = store.presentation.events;
  hear({ type: 'match', version: 4, match: match({ version: 4, ply: 3 }) });
  expect(store.presentation.events).toBe(shown);
  store.stop();
});

it('shows one missed action as it happened, and of several only where they led', () => {
  const store = made();
  hear({ type: 'action', version: 1, action: moved(1), events: placed });
  hear({ type: 'match', version: 1, match: match({ version: 1, ply: 1, turn: 2 }) });
  expect(store.presentation.events).toEqual(placed);
  store.presentation.settle();
  hear({ type: 'action', version: 2, action: moved(2), events: placed });
  hear({ type: 'action', version: 3, action: moved(1), events: placed });
  hear({ type: 'match', version: 3, match: match({ version: 3, ply: 3 }) });
  expect(store.presentation.events).toEqual([]);
  expect(store.presentation.goal?.ply).toBe(3);
  store.stop();
});

it('takes the match as it is when a move was stale, and says so where it happened', async () => {
  const store = made();
  answers.push({
    status: 409,
    body: { errorCode: 'stale_ply', message: 'the ply to be played is 2', match: match({ version: 2, ply: 2 }) },
  });
  await store.commands.play('a1');
  expect(store.latest?.ply).toBe(2);
  expect(store.problem).toEqual({ code: 'stale_ply', message: 'The ply to be played is 2.', where: 'board' });
  store.stop();
});

it('plays nothing while the server cannot be reached', async () => {
  vi.useFakeTimers();
  const store = made();
  socket.die();
  expect(store.interactive).toBe(false);
  const before = asked.length;
  await store.commands.play('a1');
  expect(asked).toHaveLength(before);
  store.stop();
});

it('asks the server for what it missed when a heartbeat knows more', () => {
  vi.useFakeTimers();
  const store = made();
  const first = socket;
  hear({ type: 'heartbeat', at_version: 5 });
  vi.advanceTimersByTime(1);
  expect(socket).not.toBe(first);
  store.stop();
});

it('shows how deep the AI looks, and only for the present position', () => {
  const store = made(match({ version: 1, turn: 2, thinking: true }));
  const thought = { depth: 6, line: [], score: null, nodes: 1 };
  hear({ type: 'thinking', at_version: 0, seat: 2, thought });
  expect(store.thinking?.thought).toBeNull();
  hear({ type: 'thinking', at_version: 1, seat: 2, thought });
  expect(store.thinking?.thought?.depth).toBe(6);
  store.stop();
});

it('notices that the other side is away, and that it is back', () => {
  const people = match({ mode: 'pvp', seats: [seat(1), seat(2, { kind: 'invite' })] });
  const store = made(people);
  hear({
    type: 'presence',
    claim_after: 60_000,
    watching: 1,
    seats: [
      { seat: 1, present: true },
      { seat: 2, present: false },
    ],
  });
  expect(store.presence.awaySince).not.toBeNull();
  expect(store.presence.claimAfter).toBe(60_000);
  hear({
    type: 'presence',
    claim_after: 60_000,
    watching: 2,
    seats: [
      { seat: 1, present: true },
      { seat: 2, present: true },
    ],
  });
  expect(store.presence.awaySince).toBeNull();
  store.stop();
});

it('forgets a match that is gone', () => {
  const store = made();
  hear({ type: 'error', errorCode: 'unknown_match', message: 'there is no such match' });
  expect(store.problem?.code).toBe('unknown_match');
  expect(knownMatch('abc')).toBeUndefined();
  store.stop();
});

it('keeps the tokens for the rematch, on the seats that they now hold', async () => {
  const store = made(match({ result: '1', status: 'won', winner: 1 }));
  answers.push({
    status: 200,
    body: { id: 'next', seats: [{ seat: 2, token: null, invite: null }], match: match({ id: 'next' }) },
  });
  expect(await store.commands.rematch()).toBe('next');
  expect(knownMatch('next')?.tokens).toEqual({ '2': 'one' });
  store.stop();
});

it('resigns first where a match restarts only when it is over', async () => {
  const can = { ...match().can, restart: false };
  const store = made(match({ can }));
  answers.push({
    status: 200,
    body: {
      match: match({ version: 1, result: '2', status: 'won', winner: 2, can: { ...can, restart: true } }),
      events: [],
    },
  });
  answers.push({ status: 200, body: { match: match({ version: 2, can }), events: [] } });
  await store.commands.restart();
  expect(asked.slice(-2).map((one) => one.path)).toEqual(['/api/matches/abc/resign', '/api/matches/abc/restart']);
  expect(store.latest?.result).toBeNull();
  store.stop();
});

// What the board has shown.

const entry = (seat: number, ply: number): HistoryEntry => ({ ply, seat, move: 'a1', events: placed, told: '' });

/** The AI's answer to the first move, as it comes from the server. */
function answer(): LiveMessage {
  const history = [entry(1, 0), entry(2, 1)];
  const after = match({ version: 2, ply: 2, history, view: { ...match().view, ply: 2 } });
  return { type: 'action', version: 2, action: moved(2), events: placed, match: after };
}

async function played(): Promise<MatchStore> {
  vi.useFakeTimers();
  const store = made();
  const after = match({
    version: 1, ply: 1, turn: 2, thinking: true, history: [entry(1, 0)], view: { ...match().view, ply: 1, turn: 2 },
  }); // prettier-ignore
  answers.push({ status: 200, body: { match: after, events: placed } });
  await store.commands.play('a1');
  return store;
}

it('holds the answer of an AI player back until its delay after the board has come to rest', async () => {
  const store = await played();
  hear(answer());
  vi.advanceTimersByTime(2000);
  expect([store.latest?.ply, store.presentation.goal?.ply, store.match?.ply]).toEqual([2, 1, 0]);
  store.presentation.settle();
  expect(store.match?.thinking).toBe(true);
  vi.advanceTimersByTime(499);
  expect(store.presentation.goal?.ply).toBe(1);
  vi.advanceTimersByTime(1);
  expect([store.presentation.goal?.ply, store.match?.ply]).toEqual([2, 1]);
  store.presentation.settle();
  expect([store.match?.ply, store.yourTurn]).toEqual([2, true]);
  store.stop();
});

it('shows an answer at once that took its time, but never sooner than a breath after the board has come to rest', async () => {
  const store = await played();
  store.presentation.settle();
  vi.advanceTimersByTime(499);
  hear(answer());
  expect(store.presentation.goal?.ply).toBe(1);
  vi.advanceTimersByTime(1);
  expect(store.presentation.goal?.ply).toBe(2);
  store.stop();
});

it('asks before anything that a counted try at a board of the day would not survive', async () => {
  const running = { ...match(), daily: '20260301', ply: 5, opening: 4 };
  for (const view of [running, { ...running, result: '1' as const }]) {
    const store = made(view);
    for (const help of [
      () => store.commands.undo(),
      () => store.commands.restart(),
      () => store.commands.askHint(),
      () => store.commands.changeLevel(2, 'hard'),
      () => store.commands.changePrompt(2, 'lose'),
    ]) {
      await help();
      expect(store.commands.help).not.toBeNull();
      store.commands.help = null;
    }
    expect(asked).toEqual([]);
    store.stop();
  }
});

it('lets the level of a try be chosen until the first move', async () => {
  const store = made({ ...match(), daily: '20260301', ply: 4, opening: 4 });
  await store.commands.changeLevel(2, 'hard');
  expect(store.commands.help).toBeNull();
  expect(asked.map(({ path }) => path)).toEqual([expect.stringContaining('/level')]);
  store.stop();
});
