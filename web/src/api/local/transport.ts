/** Requests and live connections to the worker in this browser. The worker is started by the first of them. */
import { ORIGIN } from '../../lib/home';
import { unpack } from '../../lib/packed';
import type { Socket } from '../live';
import type { TextRequest, Transport } from '../transport';
import { LIST, type Runtime } from './files';
import type { Asked, FromWorker, ToWorker } from './protocol';

/** Answered from a file, so that the menu, the rules and the lessons need not wait for the worker. */
const FROM_FILE = /^\/api\/games(\/[a-z0-9_-]+)?(\/lessons)?$/;
const CATALOGUE = 'catalogue.json';
const BEARER = /^Bearer /;

export type Progress =
  { loaded: number; total: number } | 'starting' | 'ready' | { notice: string } | { failed: string };

async function readCatalogue(runtime: string): Promise<Record<string, unknown>> {
  const { files } = (await (await fetch(runtime + LIST)).json()) as Runtime;
  const answer = await fetch(runtime + files[CATALOGUE]?.address);
  const contents = await unpack(new Uint8Array(await answer.arrayBuffer()));
  return JSON.parse(new TextDecoder().decode(contents)) as Record<string, unknown>;
}

const refusal = (message: string): Response => Response.json({ errorCode: 'internal_error', message }, { status: 503 });

class LocalSocket implements Socket {
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent<string>) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;

  constructor(
    readonly match: string,
    private readonly local: LocalTransport,
  ) {
    setTimeout(() => this.onopen?.(new Event('open')));
  }

  send(text: string): void {
    const { type } = JSON.parse(text) as { type: string };
    if (type === 'hello') this.local.watch(this.match);
    else this.hear('{"type":"heartbeat","at_version":0}');
  }

  hear(text: string): void {
    this.onmessage?.(new MessageEvent('message', { data: text }));
  }

  close(): void {
    this.local.leave(this);
  }
}

export class LocalTransport implements Transport {
  #worker: Worker | null = null;
  #catalogue: Promise<Record<string, unknown>> | null = null;
  #waiting = new Map<number, (answer: Response) => void>();
  #asked = 0;
  #sockets = new Set<LocalSocket>();

  constructor(
    private readonly runtime: string,
    /** Null in a browser that cannot run it. */
    private readonly startWorker: (() => Worker) | null,
    private readonly onprogress: (progress: Progress) => void,
  ) {}

  request(request: TextRequest): Promise<Response> {
    const path = request.url.slice(ORIGIN.length);
    const [pathname = ''] = path.split('?');
    if (request.method === 'GET' && FROM_FILE.test(pathname)) return this.#fromFile(pathname);
    const token = (request.headers.get('authorization') ?? '').replace(BEARER, '');
    return this.#ask({ method: request.method, path, body: request.content, token });
  }

  openLive(match: string): Socket {
    const socket = new LocalSocket(match, this);
    this.#sockets.add(socket);
    return socket;
  }

  watch(match: string): void {
    this.#send({ type: 'watch', match });
  }

  leave(socket: LocalSocket): void {
    this.#sockets.delete(socket);
    const isWatched = [...this.#sockets].some(({ match }) => match === socket.match);
    if (this.#worker && !isWatched) this.#send({ type: 'leave', match: socket.match });
  }

  async #fromFile(path: string): Promise<Response> {
    this.#catalogue ??= readCatalogue(this.runtime);
    const catalogue = await this.#catalogue.catch((problem: unknown) => {
      this.#catalogue = null; // the next request tries again
      throw problem;
    });
    return path in catalogue
      ? Response.json(catalogue[path])
      : Response.json({ errorCode: 'unknown_game', message: 'there is no such game' }, { status: 404 });
  }

  #ask(asked: Asked): Promise<Response> {
    if (!this.startWorker) return Promise.resolve(refusal('this browser cannot run the games'));
    const number = (this.#asked += 1);
    return new Promise((resolve) => {
      this.#waiting.set(number, resolve);
      this.#send({ type: 'request', number, asked });
    });
  }

  #send(message: ToWorker): void {
    if (!this.startWorker) return;
    if (!this.#worker) {
      this.#worker = this.startWorker();
      this.#worker.onmessage = (event: MessageEvent<FromWorker>) => this.#hear(event.data);
      this.#worker.onerror = (event) => this.#fail(event.message);
      this.#worker.postMessage({ type: 'start', runtime: this.runtime } satisfies ToWorker);
    }
    this.#worker.postMessage(message);
  }

  #hear(message: FromWorker): void {
    if (message.type === 'progress') this.onprogress(message);
    else if (message.type === 'starting' || message.type === 'ready') this.onprogress(message.type);
    else if (message.type === 'unkept')
      this.onprogress({
        notice: `This browser cannot keep matches now (${message.reason}). They last as long as this page is open.`,
      });
    else if (message.type === 'failed') this.#fail(message.reason);
    else if (message.type === 'reply') this.#answer(message.number, message.status, message.body);
    else for (const socket of this.#sockets) if (socket.match === message.match) socket.hear(message.text);
  }

  #answer(number: number, status: number, body: string): void {
    const headers = { 'content-type': 'application/json' };
    this.#waiting.get(number)?.(new Response(body, { status, headers }));
    this.#waiting.delete(number);
  }

  /** The worker cannot go on: everyone who waits is told, and the next request starts another one. */
  #fail(reason: string): void {
    this.#worker?.terminate();
    this.#worker = null;
    const message = `the games have stopped in this browser (${reason}); what was played before is kept; reload the page to continue`;
    for (const resolve of this.#waiting.values()) resolve(refusal(message));
    this.#waiting.clear();
    this.onprogress({ failed: message });
  }
}
