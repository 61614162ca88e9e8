/** The worker: CPython, the kernels and the host. It answers one request after the other. */
import * as database from './database';
import type { Entry, FromWorker, ToWorker } from './protocol';

interface Host {
  handle(method: string, path: string, body: string, token: string): string;
  think(match: string): string;
  watch(match: string): string;
}

interface Reply {
  status: number;
  body: string;
  entries: Entry[];
  messages: [match: string, text: string][];
  thinkers: string[];
}

interface Python {
  FS: { writeFile(path: string, contents: Uint8Array): void };
  unpackArchive(contents: ArrayBuffer, kind: string): void;
  globals: { set(name: string, value: unknown): void };
  runPython(program: string): unknown;
}

const SIZES = 'sizes.json';
const PACKAGES = 'packages.zip';
const KERNELS = 'kernels.wasm';
const CATALOGUE = 'catalogue.json';
const HOST = 'from quincunx.offline.host.worker import WorkerHost; WorkerHost(catalogue, entries)';
/** So long an AI player that plays against another waits before it moves. */
const BETWEEN_AI_PLAYERS = 400;

let host: Host | null = null;
let kept: IDBDatabase | null = null;
let turn: Promise<unknown> = Promise.resolve();

const say = (message: FromWorker): void => self.postMessage(message);
const reasonOf = (problem: unknown): string => (problem instanceof Error ? problem.message : String(problem));

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  turn = turn.then(() => hear(data)).catch((problem: unknown) => say({ type: 'failed', reason: reasonOf(problem) }));
};

async function hear(message: ToWorker): Promise<void> {
  if (message.type === 'start') {
    host = await start(message.runtime);
    say({ type: 'ready' });
  } else if (message.type === 'watch') {
    await publish(JSON.parse(running().watch(message.match)) as Reply);
  } else {
    const { method, path, body, token } = message.asked;
    const reply = JSON.parse(running().handle(method, path, body, token)) as Reply;
    const refused = await written(reply.entries);
    say({ type: 'reply', number: message.number, status: refused ? 503 : reply.status, body: refused ?? reply.body });
    if (!refused) announce(reply);
  }
}

function running(): Host {
  if (!host) throw new Error('the runtime is not loaded');
  return host;
}

/** Write entries; the refusal to answer with if that fails. */
async function written(entries: Entry[]): Promise<string | null> {
  if (!kept) return null; // storage is denied: matches live as long as the page
  try {
    await database.add(kept, entries);
    return null;
  } catch (problem) {
    const message = `this browser could not keep the match (${reasonOf(problem)}); free some space and reload`;
    return JSON.stringify({ errorCode: 'storage_unavailable', message });
  }
}

async function publish(reply: Reply): Promise<void> {
  if (await written(reply.entries)) return;
  announce(reply);
}

function announce(reply: Reply): void {
  for (const [match, text] of reply.messages) say({ type: 'message', match, text });
  for (const match of reply.thinkers) {
    setTimeout(() => {
      turn = turn.then(() => publish(JSON.parse(running().think(match)) as Reply));
    }, BETWEEN_AI_PLAYERS);
  }
}

async function start(runtime: string): Promise<Host> {
  const files = await fetchAll(runtime);
  const module = (await import(/* @vite-ignore */ `${runtime}pyodide.mjs`)) as {
    loadPyodide(options: { indexURL: string }): Promise<Python>;
  };
  const python = await module.loadPyodide({ indexURL: runtime });
  python.unpackArchive(files.get(PACKAGES) ?? new ArrayBuffer(0), 'zip');
  python.FS.writeFile('/kernels.wasm', new Uint8Array(files.get(KERNELS) ?? new ArrayBuffer(0)));
  kept = await database.open().catch(() => null);
  const entries = kept ? await database.all(kept) : [];
  python.globals.set('catalogue', new TextDecoder().decode(files.get(CATALOGUE)));
  python.globals.set('entries', JSON.stringify(entries));
  return python.runPython(HOST) as Host;
}

/** All files of the runtime, with progress: those that CPython's loader fetches itself are in the cache then. */
async function fetchAll(runtime: string): Promise<Map<string, ArrayBuffer>> {
  const sizes = (await (await fetch(runtime + SIZES)).json()) as Record<string, number>;
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  let loaded = 0;
  const fetched = Object.entries(sizes).map(async ([name, size]): Promise<[string, ArrayBuffer]> => {
    const answer = await fetch(runtime + name);
    if (!answer.ok) throw new Error(`${name} could not be loaded (${answer.status})`);
    const contents = await answer.arrayBuffer();
    loaded += size;
    say({ type: 'progress', loaded, total });
    return [name, contents];
  });
  return new Map(await Promise.all(fetched));
}
