/** The logs of matches in this browser: one record per entry, by match and number. */
import type { Entry } from '../types';

const NAME = 'quincunx';
const STORE = 'entries';
const VERSION = 1;

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the database gave no reason'));
  });
}

export async function open(): Promise<IDBDatabase> {
  if (!globalThis.indexedDB) throw new Error('its storage is switched off');
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(STORE, { keyPath: ['match', 'number'] });
  };
  const database = await done(request);
  if (database.objectStoreNames.contains(STORE)) return database;
  database.close();
  throw new Error('its database belongs to another program');
}

export const all = (database: IDBDatabase): Promise<Entry[]> =>
  done(database.transaction(STORE).objectStore(STORE).getAll() as IDBRequest<Entry[]>);

/** All entries or none; they are on the disk when it resolves. */
export function add(database: IDBDatabase, entries: Entry[]): Promise<void> {
  if (!entries.length) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, 'readwrite', { durability: 'strict' });
    transaction.oncomplete = () => resolve();
    // Every error ends in it, and only then is its reason known.
    transaction.onabort = () => reject(transaction.error ?? new Error('the database gave no reason'));
    for (const entry of entries) transaction.objectStore(STORE).add(entry);
    transaction.commit(); // at once, so that the entries are kept even if the page is closed now
  });
}
