/** What a person has chosen about the look and feel; kept in this browser. */
import { load, save } from './storage';

export type Theme = 'system' | 'light' | 'dark';

export interface Settings {
  theme: Theme;
  palette: string;
  /** `auto`: as the palette has it by default. */
  symbols: 'auto' | 'on' | 'off';
  /** 1 is the specified speed, 0 none. */
  speed: number;
  /** Less motion than the system asks for; never more. */
  reduceMotion: boolean;
  confirmMove: boolean;
  /** Whether somebody was asked about it. */
  confirmOffered: boolean;
  sound: boolean;
  /** Whether somebody was asked about it. */
  soundOffered: boolean;
  /** 0 to 1. */
  volume: number;
  /** Where the device can. */
  vibration: boolean;
  /** When legal swaps are shown. */
  showSwaps: 'always' | 'later' | 'never';
  showLastMove: boolean;
  /** Whether it is shown that the AI thinks, and how far it looks. */
  showThinking: boolean;
  /** A notification of the system when it is your turn and the page is hidden. */
  notify: boolean;
  /** Whether the menu opens where everything runs in this browser. */
  withoutServer: boolean;
  name: string;
}

export const DEFAULTS: Settings = {
  theme: 'system',
  palette: 'standard',
  symbols: 'auto',
  speed: 1,
  reduceMotion: false,
  confirmMove: false,
  confirmOffered: false,
  sound: false,
  soundOffered: false,
  volume: 1,
  vibration: true,
  showSwaps: 'always',
  showLastMove: true,
  showThinking: true,
  notify: false,
  withoutServer: false,
  name: '',
};

const KEY = 'settings';

/** The stored settings that are valid, and defaults for the others. */
export function sensible(kept: unknown): Settings {
  const result: Settings = { ...DEFAULTS };
  if (typeof kept !== 'object' || kept === null) return result;
  const given = kept as Record<string, unknown>;
  for (const key of Object.keys(DEFAULTS) as (keyof Settings)[]) {
    if (typeof given[key] === typeof DEFAULTS[key]) Object.assign(result, { [key]: given[key] });
  }
  return result;
}

class Chosen {
  value = $state<Settings>(sensible(load(KEY, null)));
  systemDark = $state(false);
  systemStill = $state(false);

  theme = $derived<'light' | 'dark'>(
    this.value.theme === 'system' ? (this.systemDark ? 'dark' : 'light') : this.value.theme,
  );
  still = $derived(this.value.reduceMotion || this.systemStill);

  set<K extends keyof Settings>(key: K, value: Settings[K]): void {
    this.value[key] = value;
    save(KEY, $state.snapshot(this.value));
  }

  /** Follow the system's wishes. */
  listen(): () => void {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const still = matchMedia('(prefers-reduced-motion: reduce)');
    const read = (): void => {
      this.systemDark = dark.matches;
      this.systemStill = still.matches;
    };
    read();
    dark.addEventListener('change', read);
    still.addEventListener('change', read);
    return () => {
      dark.removeEventListener('change', read);
      still.removeEventListener('change', read);
    };
  }
}

export const settings = new Chosen();
