/** What boards need to know of the settings. */
import { settings } from '../state/settings.svelte';

export interface BoardSettings {
  /** An id of `PALETTES` in paint/palettes.ts. */
  palette: string;
  /** Symbols on pieces; `auto`: as the game and the palette want it. */
  symbols: boolean | 'auto';
  /** 1 is the specified speed (180 ms per step), 2 twice as fast, 0 no animation. */
  speed: number;
  reducedMotion: boolean;
  /** A move is shown first, and played when it is confirmed. */
  confirmMove: boolean;
  sound: boolean;
  volume: number;
  vibration: boolean;
  /** When legal swaps are shown: always, after a while without a move, or only those of the token in question. */
  showSwaps: 'always' | 'later' | 'never';
  showLastMove: boolean;
  /** Left out: as `data-theme` of the document says, or the system. */
  theme?: 'light' | 'dark' | undefined;
}

export function boardSettings(): BoardSettings {
  const { palette, symbols, speed, confirmMove, sound, volume, vibration, showSwaps, showLastMove } = settings.value;
  return {
    palette,
    symbols: symbols === 'auto' ? 'auto' : symbols === 'on',
    speed,
    reducedMotion: settings.still,
    confirmMove,
    sound,
    volume,
    vibration,
    showSwaps,
    showLastMove,
    theme: settings.theme,
  };
}
