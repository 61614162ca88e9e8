/** Sheets that can be opened from anywhere, and the keys that the present page adds to the list of keys. */

export interface KeyLine {
  keys: string[];
  does: string;
}

class Overlays {
  keys = $state(false);
  settings = $state(false);
  /** A heading and its keys, of the page that is shown. */
  pageKeys = $state.raw<{ title: string; lines: KeyLine[] }[]>([]);
}

export const overlays = new Overlays();
