import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Memory } from '../../tests/memory';
import * as api from './client';
import { asRefusal, refusalText, Refused } from './refusal';

let answer: () => Promise<Response>;

beforeEach(() => {
  vi.stubGlobal('localStorage', new Memory());
  vi.stubGlobal('fetch', () => answer());
});

afterEach(() => vi.unstubAllGlobals());

const refused = (asked: Promise<unknown>): Promise<Refused> => asked.then(() => expect.fail('not refused'), asRefusal);

it('gives the body of an answer', async () => {
  answer = () => Promise.resolve(Response.json([]));
  expect(await api.games()).toEqual([]);
});

it('throws what the server refuses, with its words', async () => {
  answer = () =>
    Promise.resolve(Response.json({ errorCode: 'unknown_match', message: 'no such match' }, { status: 404 }));
  const problem = await refused(api.match('x'));
  expect([problem.errorCode, problem.status, problem.passing]).toEqual(['unknown_match', 404, false]);
  expect(refusalText(problem)).toBe('No such match.');
});

it('says so where the server cannot be reached, or answers nonsense', async () => {
  answer = () => Promise.reject(new TypeError('failed to fetch'));
  expect((await refused(api.games())).errorCode).toBe('offline');
  answer = () => Promise.resolve(new Response('<html>', { status: 502 }));
  expect((await refused(api.games())).errorCode).toBe('offline');
});

it('says so where the connection is lost while the answer is read', async () => {
  const cut = new ReadableStream({ start: (stream) => stream.error(new TypeError('failed to fetch')) });
  answer = () => Promise.resolve(new Response(cut, { headers: { 'content-type': 'application/json' } }));
  expect((await refused(api.games())).errorCode).toBe('offline');
});

it('leaves a request that the page gave up as it is', async () => {
  answer = () => Promise.reject(new DOMException('', 'AbortError'));
  await expect(api.games()).rejects.toMatchObject({ name: 'AbortError' });
});

it('throws on what is no refusal', () => {
  expect(() => refusalText(new TypeError('a fault'))).toThrow('a fault');
});
