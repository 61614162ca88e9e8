/** Sheets that can be opened from anywhere, and the keys that the present page adds to the list of keys. */

import type { MatchView } from '../api/types';

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
  help = $state(false);
  settings = $state(false);
  /** The game whose rules the help explains: that of the page that is shown. */
  game = $state<string | null>(null);
  /** The match that is shown: the help says by which rules it is played. */
  match = $state.raw<Pick<MatchView, 'preset' | 'variant'> | null>(null);
  /** Of the page that is shown. */
  pageKeys = $state.raw<KeyGroup[]>([]);
}

export const overlays = new Overlays();
