/** What the boards need of the settings. */
import type { BoardSettings } from './props';
import { settings } from '../state/settings.svelte';

export function boardSettings(): BoardSettings {
  const { palette, symbols, speed, confirmMove, sound } = settings.value;
  return {
    palette,
    symbols: symbols === 'auto' ? 'auto' : symbols === 'on',
    speed,
    reducedMotion: settings.still,
    confirmMove,
    sound,
    theme: settings.theme,
  };
}
