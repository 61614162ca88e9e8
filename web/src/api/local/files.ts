/** The files of the runtime: fetched once, kept by this browser, unpacked. */
import { unpack } from '../../lib/packed';

/** What `make site` says about them in `files.json`. */
export interface Runtime {
  files: Record<string, { address: string; bytes: number }>;
  /** What CPython's loader wants to know about itself. */
  lock: unknown;
}

type Contents = Uint8Array<ArrayBuffer>;

export const LIST = 'files.json';
const KEPT = 'quincunx-runtime';

/** Browsers keep files only for pages that come encrypted, or from this machine. */
const openCache = async (): Promise<Cache | null> => ('caches' in self ? caches.open(KEPT).catch(() => null) : null);

export const bytesOf = ({ files }: Runtime): number => Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0);

/** All files by name, with progress. Their addresses have a digest, so that a kept one is never out of date. */
export async function load(
  folder: string,
  { files }: Runtime,
  onprogress: (loaded: number) => void,
): Promise<Map<string, Contents>> {
  const cache = await openCache();
  let loaded = 0;
  const advance = (bytes: number): void => onprogress((loaded += bytes));
  const one = async ([name, { address }]: [string, { address: string }]): Promise<[string, Contents]> => {
    const url = folder + address;
    const kept = await cache?.match(url);
    const contents = await read(kept ?? (await fetched(url, name)), advance);
    if (cache && !kept) void cache.put(url, new Response(contents.slice())).catch(() => undefined); // the disk may be full
    return [name, await unpack(contents)];
  };
  const all = new Map(await Promise.all(Object.entries(files).map(one)));
  if (cache) void forgetOthers(cache, new Set(Object.values(files).map(({ address }) => folder + address)));
  return all;
}

async function fetched(url: string, name: string): Promise<Response> {
  const answer = await fetch(url).catch(() => null);
  if (!answer?.ok) throw new Error(`${name} could not be loaded: ${answer?.status ?? 'there is no connection'}`);
  return answer;
}

async function read(answer: Response, advance: (bytes: number) => void): Promise<Contents> {
  const parts: Contents[] = [];
  const reader = answer.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    parts.push(part.value);
    advance(part.value.length);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Files of earlier versions. */
async function forgetOthers(cache: Cache, wanted: Set<string>): Promise<void> {
  for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request);
}
