/** Sheets that can be opened from anywhere, and the keys that the present page adds to the list of keys. */

export interface KeyLine {
  keys: string[];
  does: string;
}

/** A heading and its keys. */
export interface KeyGroup {
  title: string;
  lines: KeyLine[];
}

class Overlays {
  keys = $state(false);
  settings = $state(false);
  /** Of the page that is shown. */
  pageKeys = $state.raw<KeyGroup[]>([]);
}

export const overlays = new Overlays();
