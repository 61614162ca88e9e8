/** Everything that this browser keeps about its owner, as a file, and back. Secrets of seats stay here. */
import type { Entry } from '../../api/types';
import { load, save } from '../storage';
import { isTable } from '../../lib/values';
import { isPlace } from '../fit';
import { isResult, journal, keep } from './journal';
import { addMistakes, isOwnMistake, ownMistakes } from './ownMistakes';
import { isPuzzleProgress, puzzleBook, type PuzzleProgress } from './puzzleBook.svelte';

const FORMAT = 'quincunx-you';
const VERSION = 1;

interface TransferFile {
  format: typeof FORMAT;
  version: number;
  results: unknown[];
  /** Fewest moves by variant. */
  best: Record<string, number>;
  /** Places on the ladders of levels. */
  fit: Record<string, unknown>;
  /** Tries at the boards of the day. */
  dailies: Record<string, string>;
  /** Ratings and answers; files of earlier versions of the pages have none. */
  puzzles?: PuzzleProgress;
  /** Moments of one's own matches. */
  mistakes?: unknown[];
  /** The logs of matches that were played without a server. */
  matches?: Entry[];
}

export class BadFile extends Error {}

/** All of it; `matches` are those that this browser keeps itself. */
export const exported = (matches?: Entry[]): TransferFile => ({
  format: FORMAT,
  version: VERSION,
  results: journal(),
  best: load<Record<string, number>>('best', {}),
  fit: load<Record<string, unknown>>('fit', {}),
  dailies: load<Record<string, string>>('dailies', {}),
  puzzles: puzzleBook.progress,
  mistakes: ownMistakes(),
  ...(matches && { matches }),
});

/** What a file has brought. */
interface Added {
  results: number;
  /** First answers to puzzles. */
  answers: number;
}

/** The matches in a file. */
export const matchesIn = (text: string): Entry[] => read(text).matches ?? [];

/** Take a file's results in: what is here stays, and what is better or newer is added. A file that Quincunx did not
 *  write is refused as a whole. */
export function imported(text: string): Added {
  const file = read(text);
  const known = new Set(journal().map((one) => one.id));
  const [results, mistakes] = [file.results.filter(isResult), (file.mistakes ?? []).filter(isOwnMistake)];
  const answers = file.puzzles ? puzzleBook.take(file.puzzles) : 0;
  const isKept = [
    puzzleBook.isKept,
    keep(results),
    addMistakes(mistakes),
    save('best', fewest(load<Record<string, number>>('best', {}), file.best)),
    save('fit', { ...file.fit, ...load<Record<string, unknown>>('fit', {}) }),
    save('dailies', { ...file.dailies, ...load<Record<string, string>>('dailies', {}) }),
  ];
  if (!isKept.every(Boolean))
    throw new BadFile('This browser did not keep all of it: its storage is full, or closed in a private window.');
  return { results: results.filter((one) => !known.has(one.id)).length, answers };
}

function read(text: string): TransferFile {
  let file: Partial<TransferFile> | null;
  try {
    file = JSON.parse(text) as Partial<TransferFile> | null;
  } catch {
    throw new BadFile('This is no export of Quincunx: it cannot be read as JSON. Choose a file that "Export" wrote.');
  }
  const isWhole =
    Array.isArray(file?.results) &&
    isTable(file.best) &&
    Object.values(file.best).every(Number.isFinite) &&
    isTable(file.fit) &&
    Object.values(file.fit).every(isPlace) &&
    isTable(file.dailies) &&
    Object.values(file.dailies).every((id) => typeof id === 'string') &&
    (file.puzzles === undefined || isPuzzleProgress(file.puzzles)) &&
    [file.mistakes, file.matches].every((list) => list === undefined || Array.isArray(list));
  if (file?.format !== FORMAT || !isWhole)
    throw new BadFile('This is no export of Quincunx. Choose a file that "Export" wrote.');
  if (file.version !== VERSION)
    throw new BadFile('This file comes from a newer Quincunx. Load this page again, and then take it in.');
  if (!file.results?.every(isResult) || !(file.mistakes ?? []).every(isOwnMistake))
    throw new BadFile('Some results in this file are damaged. Nothing was taken over; export it again.');
  return file as TransferFile;
}

function fewest(here: Record<string, number>, there: Record<string, unknown>): Record<string, number> {
  const all = { ...here };
  for (const [key, moves] of Object.entries(there))
    if (typeof moves === 'number' && moves < (all[key] ?? Infinity)) all[key] = moves;
  return all;
}
