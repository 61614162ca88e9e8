/** Requests to the server. Whatever is refused is thrown as a `Refused`, with a sentence for people. */
import type {
  ActedView,
  AdviceView,
  AnalysisView,
  DailyView,
  ErrorAnswer,
  ExperimentRequest,
  ExperimentView,
  GameView,
  HintView,
  JoinedSeat,
  LessonView,
  MadeView,
  MatchView,
  MetricView,
  NewMatch,
  PreviewView,
  RecordView,
  ReplayView,
  ReportView,
  Score,
  Summary,
} from './types';

export type OfferAnswer = 'offer' | 'accept' | 'decline';

/** The server said no, or could not be reached (`offline`). */
export class Refused extends Error {
  constructor(
    readonly errorCode: string,
    message: string,
    readonly status = 0,
    readonly match: MatchView | null = null,
    readonly retryAfter = 0,
  ) {
    super(message);
  }

  /** Whether the same request may well succeed in a moment. */
  get passing(): boolean {
    return this.errorCode === 'offline' || this.status === 503 || this.status === 429;
  }
}

export const OFFLINE = 'the server cannot be reached; check that it runs and that you are online';

interface Options {
  body?: unknown;
  token?: string | null | undefined;
  signal?: AbortSignal | undefined;
  method?: string;
}

/** A random name for this browser, so that people behind one address are told apart. */
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

async function request<T>(path: string, { body, token, signal, method }: Options = {}): Promise<T> {
  const headers: Record<string, string> = { 'quincunx-client': clientName() };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (token) headers['authorization'] = `Bearer ${token}`;
  const init: RequestInit = { method: method ?? (body === undefined ? 'GET' : 'POST'), headers };
  if (body !== undefined) init.body = JSON.stringify(body);
  if (signal) init.signal = signal;
  const answer = await fetch(`/api${path}`, init).catch((problem: unknown) => {
    if (problem instanceof DOMException && problem.name === 'AbortError') throw problem;
    throw new Refused('offline', OFFLINE);
  });
  if (!answer.ok) throw await refusal(answer);
  return (await answer.json()) as T;
}

async function refusal(answer: Response): Promise<Refused> {
  const retry = Number(answer.headers.get('retry-after') ?? 0);
  try {
    const told = (await answer.json()) as ErrorAnswer;
    return new Refused(told.errorCode, told.message, answer.status, (told.match as MatchView | null) ?? null, retry);
  } catch {
    return new Refused('offline', `the server answered ${answer.status} and nothing else; try again`, answer.status);
  }
}

const post = <T>(path: string, body: unknown = {}, token?: string | null): Promise<T> =>
  request<T>(path, { body, token });

export const games = (): Promise<GameView[]> => request('/games');
export const game = (slug: string): Promise<GameView> => request(`/games/${slug}`);
export const lessons = (slug: string): Promise<LessonView[]> => request(`/games/${slug}/lessons`);
export const daily = (slug: string): Promise<DailyView> => request(`/games/${slug}/daily`);
/** The fewest moves; of a preset, or of a variant as JSON. */
export const scores = (slug: string, preset: string, limit = 5): Promise<Score[]> =>
  request(`/games/${slug}/scores?preset=${encodeURIComponent(preset)}&limit=${limit}`);
export const advice = (slug: string, prompt: string, signal?: AbortSignal): Promise<AdviceView> =>
  request(`/games/${slug}/advice`, { body: { prompt }, signal });
export const recent = (limit = 6): Promise<Summary[]> => request(`/matches?status=playing&limit=${limit}`);

export const makeMatch = (asked: Partial<NewMatch> & { game: string }): Promise<MadeView> => post('/matches', asked);
export const match = (id: string): Promise<MatchView> => request(`/matches/${id}`);
export const record = (id: string): Promise<RecordView> => request(`/matches/${id}/record`);
export const replay = (id: string): Promise<ReplayView> => request(`/matches/${id}/replay`);
export const replayRecord = (text: string): Promise<ReplayView> => post('/replay', { record: text });
export const join = (id: string, invite: string, name: string | null): Promise<JoinedSeat> =>
  post(`/matches/${id}/join`, { invite, name });

export const move = (id: string, text: string, ply: number, token: string): Promise<ActedView> =>
  post(`/matches/${id}/moves`, { move: text, ply }, token);
export const preview = (id: string, text: string, ply: number, signal: AbortSignal): Promise<PreviewView> =>
  request(`/matches/${id}/preview`, { body: { move: text, ply }, signal });
export const hint = (id: string, token: string): Promise<HintView> => post(`/matches/${id}/hint`, {}, token);
export const undo = (id: string, token: string): Promise<ActedView> => post(`/matches/${id}/undo`, {}, token);
export const redo = (id: string, token: string): Promise<ActedView> => post(`/matches/${id}/redo`, {}, token);
export const offer = (
  id: string,
  what: 'draw' | 'takeback' | 'restart',
  answer: OfferAnswer,
  token: string,
): Promise<ActedView> => post(`/matches/${id}/${what}`, { answer }, token);
export const resign = (id: string, seat: number | null, token: string): Promise<ActedView> =>
  post(`/matches/${id}/resign`, { seat }, token);
export const claim = (id: string, result: 'win' | 'draw', token: string): Promise<ActedView> =>
  post(`/matches/${id}/claim`, { result }, token);
export const changeLevel = (id: string, seat: number, level: string, token: string): Promise<ActedView> =>
  post(`/matches/${id}/level`, { seat, level }, token);
export const stop = (id: string, token: string): Promise<ActedView> => post(`/matches/${id}/stop`, {}, token);
export const rematch = (id: string, token: string): Promise<MadeView> => post(`/matches/${id}/rematch`, {}, token);

export const analysis = (id: string): Promise<AnalysisView> => request(`/matches/${id}/analysis`);
export const analyse = (id: string): Promise<AnalysisView> => post(`/matches/${id}/analysis`);
export const cancelAnalysis = (id: string): Promise<AnalysisView> =>
  request(`/matches/${id}/analysis`, { method: 'DELETE' });

export const metrics = (id: string): Promise<Record<string, MetricView>> => request(`/matches/${id}/metrics`);
export const reports = (): Promise<ReportView[]> => request('/lab/reports');
export const reportAddress = (name: string): string => `/api/lab/reports/${encodeURIComponent(name)}`;
export const experiment = (asked: Partial<ExperimentRequest> & { game: string }): Promise<ExperimentView> =>
  post('/lab/runs', asked);
export const experimentProgress = (name: string): Promise<ExperimentView> =>
  request(`/lab/runs/${encodeURIComponent(name)}`);
export const cancelExperiment = (name: string): Promise<ExperimentView> =>
  request(`/lab/runs/${encodeURIComponent(name)}`, { method: 'DELETE' });
