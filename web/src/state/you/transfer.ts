/** Everything that this browser keeps about its owner, as a file, and back. Secrets of seats stay here. */
import { load, save } from '../storage';
import { isResult, journal, keep } from './journal';

const FORMAT = 'quincunx-you';
const VERSION = 1;

export interface TransferFile {
  format: typeof FORMAT;
  version: number;
  results: unknown[];
  /** Fewest moves by variant. */
  best: Record<string, number>;
  /** Places on the ladders of levels. */
  fit: Record<string, unknown>;
  /** Tries at the boards of the day. */
  dailies: Record<string, string>;
}

export class BadFile extends Error {}

export const exported = (): TransferFile => ({
  format: FORMAT,
  version: VERSION,
  results: journal(),
  best: load<Record<string, number>>('best', {}),
  fit: load<Record<string, unknown>>('fit', {}),
  dailies: load<Record<string, string>>('dailies', {}),
});

/** Take a file in: what is here stays, and what is better or newer is added. How many results were new.
 *  A file that is not ours is refused whole. */
export function imported(text: string): number {
  const file = read(text);
  const known = new Set(journal().map((one) => one.id));
  const results = file.results.filter(isResult);
  if (results.length < file.results.length)
    throw new BadFile('Some results in this file are damaged. Nothing was taken over; export it again.');
  keep(results);
  save('best', fewest(load<Record<string, number>>('best', {}), file.best));
  save('fit', { ...file.fit, ...load<Record<string, unknown>>('fit', {}) });
  save('dailies', { ...file.dailies, ...load<Record<string, string>>('dailies', {}) });
  return results.filter((one) => !known.has(one.id)).length;
}

function read(text: string): TransferFile {
  let file: Partial<TransferFile> | null;
  try {
    file = JSON.parse(text) as Partial<TransferFile> | null;
  } catch {
    throw new BadFile('This is no export of Quincunx: it cannot be read as JSON. Choose a file that "Export" wrote.');
  }
  if (file?.format !== FORMAT || !Array.isArray(file.results) || ![file.best, file.fit, file.dailies].every(isTable))
    throw new BadFile('This is no export of Quincunx. Choose a file that "Export" wrote.');
  if (file.version !== VERSION)
    throw new BadFile('This file comes from a newer Quincunx. Load this page again, and then take it in.');
  return file as TransferFile;
}

const isTable = (value: unknown): value is Record<string, never> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function fewest(here: Record<string, number>, there: Record<string, unknown>): Record<string, number> {
  const all = { ...here };
  for (const [key, moves] of Object.entries(there))
    if (typeof moves === 'number' && moves < (all[key] ?? Infinity)) all[key] = moves;
  return all;
}
