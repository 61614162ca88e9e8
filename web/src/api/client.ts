/** Requests to the server. Paths, parameters, bodies and answers are typed by its OpenAPI description; whatever is
 *  refused is thrown as a `Refused`, with a sentence for people. */
import createClient, { type Middleware } from 'openapi-fetch';
import { HOME, ORIGIN } from '../lib/home';
import { refusalOf, Refused, unreachable } from './refusal';
import type { paths } from './schema';
import { request, TextRequest } from './transport';
import type { ExperimentRequest, NewMatch, OfferRequest, Reaction, ReplayView } from './types';

export type OfferAnswer = NonNullable<OfferRequest['answer']>;

/** A random name for this browser, so that people behind one address can be told apart. */
function clientName(): string {
  const key = 'quincunx.client';
  try {
    const kept = localStorage.getItem(key);
    if (kept) return kept;
    const made = crypto.getRandomValues(new Uint32Array(4)).join('');
    localStorage.setItem(key, made);
    return made;
  } catch {
    return 'unnamed';
  }
}

const refusals: Middleware = {
  onRequest({ request }) {
    request.headers.set('quincunx-client', clientName());
  },
  async onResponse({ response }) {
    if (!response.ok) throw await refusalOf(response);
  },
  onError: ({ error }) => asProblem(error),
};

/** What went wrong with a request: given up by the page, refused, or else the connection was lost. */
function asProblem(error: unknown): Error {
  const isAborted = error instanceof DOMException && error.name === 'AbortError';
  return isAborted || error instanceof Refused ? error : unreachable();
}

const client = createClient<paths>({
  baseUrl: ORIGIN,
  Request: TextRequest,
  fetch: (asked) => request(asked as TextRequest),
});
client.use(refusals);

/** The body of an answer: refusals have been thrown before. The connection may be lost while the body is read. */
async function body<T>(answer: Promise<{ data?: T }>): Promise<T> {
  const { data } = await answer.catch((error: unknown) => {
    throw asProblem(error);
  });
  if (data === undefined) throw unreachable();
  return data;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const ofGame = (slug: string) => ({ path: { slug } });
const seatNumber = (seat: number): 1 | 2 => (seat === 2 ? 2 : 1);
const ofMatch = (match_id: string) => ({ path: { match_id } });

// Games.

export const games = () => body(client.GET('/api/games'));
export const game = (slug: string) => body(client.GET('/api/games/{slug}', { params: ofGame(slug) }));
export const lessons = (slug: string) => body(client.GET('/api/games/{slug}/lessons', { params: ofGame(slug) }));
export const daily = (slug: string, date: string) =>
  body(client.GET('/api/games/{slug}/daily', { params: { ...ofGame(slug), query: { date } } }));

export const dailyResult = (slug: string, date: string, moves: string[]) =>
  body(client.POST('/api/games/{slug}/daily/result', { params: ofGame(slug), body: { date, moves } }));

export const dailyPuzzles = (slug: string) =>
  body(client.GET('/api/games/{slug}/puzzles/daily', { params: ofGame(slug) }));
export const practicePuzzle = (slug: string, rating: number) =>
  body(client.GET('/api/games/{slug}/puzzles/practice', { params: { ...ofGame(slug), query: { rating } } }));
const ofPuzzle = (slug: string, puzzle_id: string) => ({ path: { slug, puzzle_id } });
export const puzzle = (slug: string, id: string) =>
  body(client.GET('/api/games/{slug}/puzzles/{puzzle_id}', { params: ofPuzzle(slug, id) }));
export const answerPuzzle = (slug: string, id: string, moves: string[]) =>
  body(client.POST('/api/games/{slug}/puzzles/{puzzle_id}/answer', { params: ofPuzzle(slug, id), body: { moves } }));

/** The fewest moves; of a preset, or of a variant as JSON. */
export const scores = (slug: string, preset: string, limit = 5) =>
  body(client.GET('/api/games/{slug}/scores', { params: { ...ofGame(slug), query: { preset, limit } } }));

export const advice = (slug: string, prompt: string, signal: AbortSignal) =>
  body(client.POST('/api/games/{slug}/advice', { params: ofGame(slug), body: { prompt }, signal }));

/** What a browser loads to play without the server. */
export const offline = () => body(client.GET('/api/offline'));

// Matches.

export const recent = (limit = 6) =>
  body(client.GET('/api/matches', { params: { query: { status: 'playing', limit } } }));
export const makeMatch = (asked: NewMatch) => body(client.POST('/api/matches', { body: asked }));
export const match = (id: string) => body(client.GET('/api/matches/{match_id}', { params: ofMatch(id) }));
export const record = (id: string) => body(client.GET('/api/matches/{match_id}/record', { params: ofMatch(id) }));

/** Every position of a match or a record. The server answers page by page. */
async function allPages(page: (from: number) => Promise<ReplayView>): Promise<ReplayView> {
  const replay = await page(0);
  while (replay.steps.length <= replay.plies) {
    const next = await page(replay.steps.length);
    if (!next.steps.length) break; // moves were taken back meanwhile
    replay.steps.push(...next.steps);
  }
  return replay;
}
export const replay = (id: string) =>
  allPages((from) =>
    body(client.GET('/api/matches/{match_id}/replay', { params: { ...ofMatch(id), query: { from } } })),
  );
export const replayRecord = (text: string) =>
  allPages((from) => body(client.POST('/api/replay', { params: { query: { from } }, body: { record: text } })));

/** `token` is the caller's own: the same request again is answered the same again. */
export const join = (id: string, invite: string, token: string, name: string | null) =>
  body(client.POST('/api/matches/{match_id}/join', { params: ofMatch(id), body: { invite, token, name } }));
export const preview = (id: string, text: string, ply: number, signal: AbortSignal) =>
  body(client.POST('/api/matches/{match_id}/preview', { params: ofMatch(id), body: { move: text, ply }, signal }));
export const fewest = (id: string) => body(client.GET('/api/matches/{match_id}/fewest', { params: ofMatch(id) }));
export const metrics = (id: string) => body(client.GET('/api/matches/{match_id}/metrics', { params: ofMatch(id) }));

// What someone at a seat does: `as` has the seat's match and token.

const as = (id: string, token: string) => ({ params: ofMatch(id), headers: bearer(token) });

export const move = (id: string, text: string, ply: number, token: string) =>
  body(client.POST('/api/matches/{match_id}/moves', { ...as(id, token), body: { move: text, ply } }));
export const hint = (id: string, token: string) => body(client.POST('/api/matches/{match_id}/hint', as(id, token)));
export const fill = (id: string, token: string) => body(client.POST('/api/matches/{match_id}/fill', as(id, token)));
export const undo = (id: string, token: string) => body(client.POST('/api/matches/{match_id}/undo', as(id, token)));
export const redo = (id: string, token: string) => body(client.POST('/api/matches/{match_id}/redo', as(id, token)));
export const draw = (id: string, answer: OfferAnswer, token: string) =>
  body(client.POST('/api/matches/{match_id}/draw', { ...as(id, token), body: { answer } }));
export const takeback = (id: string, answer: OfferAnswer, token: string) =>
  body(client.POST('/api/matches/{match_id}/takeback', { ...as(id, token), body: { answer } }));
export const restart = (id: string, answer: OfferAnswer, token: string) =>
  body(client.POST('/api/matches/{match_id}/restart', { ...as(id, token), body: { answer } }));
export const resign = (id: string, seat: number | null, token: string) =>
  body(
    client.POST('/api/matches/{match_id}/resign', {
      ...as(id, token),
      body: { seat: seat === null ? null : seatNumber(seat) },
    }),
  );
export const claim = (id: string, result: 'win' | 'draw', token: string) =>
  body(client.POST('/api/matches/{match_id}/claim', { ...as(id, token), body: { result } }));
export const changePrompt = (id: string, seat: number, prompt: string, token: string) =>
  body(client.POST('/api/matches/{match_id}/prompt', { ...as(id, token), body: { seat: seatNumber(seat), prompt } }));
export const changeLevel = (id: string, seat: number, level: string, token: string) =>
  body(client.POST('/api/matches/{match_id}/level', { ...as(id, token), body: { seat: seatNumber(seat), level } }));
export const stop = (id: string, token: string) => body(client.POST('/api/matches/{match_id}/stop', as(id, token)));
export const rematch = (id: string, answer: OfferAnswer, token: string) =>
  body(client.POST('/api/matches/{match_id}/rematch', { ...as(id, token), body: { answer } }));
export const react = (id: string, reaction: Reaction, token: string) =>
  body(client.POST('/api/matches/{match_id}/reaction', { ...as(id, token), body: { reaction } }));

// Analysis and the lab.

export const analysis = (id: string) => body(client.GET('/api/matches/{match_id}/analysis', { params: ofMatch(id) }));
export const analyse = (id: string) => body(client.POST('/api/matches/{match_id}/analysis', { params: ofMatch(id) }));
export const cancelAnalysis = (id: string) =>
  body(client.DELETE('/api/matches/{match_id}/analysis', { params: ofMatch(id) }));
export const lab = () => body(client.GET('/api/lab'));
export const people = (token: string) => body(client.GET('/api/lab/people', { headers: bearer(token) }));
export const studyPeople = (token: string, game: string) =>
  body(client.POST('/api/lab/people', { body: { game }, headers: bearer(token) }));
export const reports = () => body(client.GET('/api/lab/reports'));
export const reportAddress = (name: string): string => `${HOME}api/lab/reports/${encodeURIComponent(name)}`;
export const experiment = (asked: ExperimentRequest) => body(client.POST('/api/lab/runs', { body: asked }));
export const experimentProgress = (name: string) =>
  body(client.GET('/api/lab/runs/{name}', { params: { path: { name } } }));
export const cancelExperiment = (name: string) =>
  body(client.DELETE('/api/lab/runs/{name}', { params: { path: { name } } }));
