/** The worker: CPython, the kernels and the host. It answers one request after the other. */
import * as database from './database';
import { bytesOf, LIST, load, type Runtime } from './files';
import type { Entry, HostReply } from '../types';
import type { FromWorker, ToWorker } from './protocol';

interface Host {
  handle(method: string, path: string, body: string, token: string): string;
  think(match: string): string;
  work(): string;
  watch(match: string): string;
  leave(match: string): string;
}

interface Python {
  FS: { writeFile(path: string, contents: Uint8Array): void };
  unpackArchive(contents: ArrayBuffer, kind: string): void;
  globals: { set(name: string, value: unknown): void };
  runPython(program: string): unknown;
}

const PACKAGES = 'packages.zip';
const KERNELS = 'kernels.wasm';
const CATALOGUE = 'catalogue.json';
const ELSEWHERE = 'the match was continued in another tab or window';
const WASM = 'application/wasm';

interface Loader {
  loadPyodide(options: { indexURL: string; lockFileContents: unknown }): Promise<Python>;
}

const HOST = 'from quincunx.offline.host.worker import WorkerHost; WorkerHost(catalogue, entries)';
/** How long an AI player that plays against another waits before it moves. */
const BETWEEN_AI_PLAYERS = 400;

let host: Host | null = null;
let kept: IDBDatabase | null = null;
/** Why nothing can be kept; matches then last only as long as the page. */
let denied = '';
/** What could not be written. It is tried again with the next entries, so that no log ever has a gap. */
let unwritten: Entry[] = [];
let turn: Promise<unknown> = Promise.resolve();

const say = (message: FromWorker): void => self.postMessage(message);
const reasonOf = (problem: unknown): string => (problem instanceof Error ? problem.message : String(problem));

/** Requests one after the other. After a failure the page starts another worker, which reads what was written. */
function queue(task: () => Promise<void>): void {
  turn = turn.then(task).catch((problem: unknown) => say({ type: 'failed', reason: reasonOf(problem) }));
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => queue(() => hear(data));

async function hear(message: ToWorker): Promise<void> {
  if (message.type === 'start') {
    host = await start(message.runtime);
    say({ type: 'ready' });
    if (denied) say({ type: 'unkept', reason: denied });
  } else if (message.type === 'watch') {
    await publish(running().watch(message.match));
  } else if (message.type === 'leave') {
    await publish(running().leave(message.match));
  } else {
    const { method, path, body, token } = message.asked;
    const reply = read(running().handle(method, path, body, token));
    const written = write(reply.entries); // begun, and in its place before any other
    say({ type: 'reply', number: message.number, status: reply.status, body: reply.body });
    announce(reply);
    await written;
  }
}

function running(): Host {
  if (!host) throw new Error('the runtime is not loaded');
  return host;
}

/** Write entries before anything else happens. Where the disk is full the match goes on, and the person is told. */
async function write(entries: Entry[]): Promise<void> {
  if (!kept || !entries.length) return;
  const failedBefore = unwritten.length > 0;
  unwritten.push(...entries);
  try {
    await database.add(kept, unwritten);
  } catch (problem) {
    if ((problem as Error).name === 'ConstraintError') throw new Error(ELSEWHERE, { cause: problem });
    say({ type: 'unkept', reason: reasonOf(problem) });
    return;
  }
  unwritten = [];
  if (failedBefore) say({ type: 'ready' });
}

/** The host's reply: it comes as a text. */
const read = (text: string): HostReply => JSON.parse(text) as HostReply;

async function publish(text: string): Promise<void> {
  const reply = read(text);
  await write(reply.entries);
  announce(reply);
}

/** Work that nobody waits for is done in parts, and requests come first. */
let isWorkDue = false;

function workSoon(): void {
  if (isWorkDue) return;
  isWorkDue = true;
  setTimeout(() => {
    isWorkDue = false;
    queue(() => publish(running().work()));
  });
}

function announce(reply: HostReply): void {
  if (reply.working) workSoon();
  for (const { match, text } of reply.messages) say({ type: 'message', match, text });
  for (const match of reply.thinkers) {
    setTimeout(() => {
      queue(() => publish(running().think(match)));
    }, BETWEEN_AI_PLAYERS);
  }
}

async function start(runtime: string): Promise<Host> {
  const list = (await (await fetch(runtime + LIST)).json()) as Runtime;
  const total = bytesOf(list);
  say({ type: 'progress', loaded: 0, total });
  const loader = import(/* @vite-ignore */ `${runtime}pyodide.mjs`) as Promise<Loader>;
  const [{ loadPyodide }, files] = await Promise.all([
    loader,
    load(runtime, list, (loaded) => say({ type: 'progress', loaded, total })),
  ]);
  say({ type: 'starting' });
  answerLoader(runtime, files);
  const python = await loadPyodide({ indexURL: runtime, lockFileContents: list.lock });
  const contents = (name: string): Uint8Array<ArrayBuffer> => files.get(name) ?? new Uint8Array();
  python.unpackArchive(contents(PACKAGES).buffer, 'zip');
  python.FS.writeFile('/kernels.wasm', contents(KERNELS));
  kept = await database.open().catch((problem: unknown) => {
    denied = reasonOf(problem);
    return null;
  });
  const entries = kept ? await database.all(kept) : [];
  python.globals.set('catalogue', new TextDecoder().decode(contents(CATALOGUE)));
  python.globals.set('entries', JSON.stringify(entries));
  return python.runPython(HOST) as Host;
}

/** CPython's loader fetches its files by name: they are here already. */
function answerLoader(runtime: string, files: Map<string, Uint8Array<ArrayBuffer>>): void {
  const plainFetch = self.fetch.bind(self);
  self.fetch = (asked, options) => {
    const name = (asked instanceof Request ? asked.url : String(asked)).slice(runtime.length);
    const contents = files.get(name);
    if (!contents) return plainFetch(asked, options);
    return Promise.resolve(new Response(contents, { headers: name.endsWith('.wasm') ? { 'content-type': WASM } : {} }));
  };
}
