/** What this browser keeps. Storage may be full, forbidden or tampered with; then the pages go on without it. */

const PREFIX = 'quincunx.';

export function load<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

/** Whether it was kept; if not, the page still works until it is closed. */
export function save(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Can anything be kept here? */
export const isStorageOpen = (): boolean => save('open', true);
