/** Keys of the board's page, with what they do; a board takes its own first. */
import type { GamePage } from '../../board/gamePage';
import { isSheetOpen, isTyping } from '../../lib/typing';
import type { MatchStore } from '../../state/match/store.svelte';
import type { KeyGroup } from '../../state/overlays.svelte';

/** What the page can do beside the match's own commands. */
interface Reach {
  focusBoard: () => void;
  newGame: () => void;
  again: () => void;
}

interface Shortcut {
  /** As the list of keys shows them. */
  keys: string[];
  does: string;
  matches: (event: KeyboardEvent) => boolean;
  /** What it does now; null where that is not possible. */
  run: (store: MatchStore, reach: Reach) => (() => void) | null;
}

const letter =
  (key: string) =>
  (event: KeyboardEvent): boolean =>
    !withControl(event) && event.key === key;

const withControl = (event: KeyboardEvent): boolean => event.ctrlKey || event.metaKey;

const look =
  (by: number): Shortcut['run'] =>
  (store) => {
    const shown = store.lookback.ply ?? store.match?.ply ?? 0;
    return () => void store.look(shown + by);
  };

const SHORTCUTS: readonly Shortcut[] = [
  { keys: ['B'], does: 'Go to the board', matches: letter('b'), run: (_store, reach) => reach.focusBoard },
  {
    keys: ['H'],
    does: 'Hint',
    matches: letter('h'),
    run: (store) => (store.match?.can.hint && store.yourTurn ? () => void store.commands.askHint() : null),
  },
  {
    keys: ['F'],
    does: 'Fill the rest, once it is certain',
    matches: letter('f'),
    run: (store) => (store.match?.can.fill && store.yourTurn ? () => void store.commands.fill() : null),
  },
  {
    keys: ['U', 'Ctrl Z'],
    does: 'Undo',
    matches: (event) => (withControl(event) ? event.key.toLowerCase() === 'z' && !event.shiftKey : event.key === 'u'),
    run: (store) => (store.match?.can.undo && !store.watcher ? () => void store.commands.undo() : null),
  },
  {
    keys: ['Ctrl Y'],
    does: 'Redo',
    matches: (event) =>
      withControl(event) && (event.key.toLowerCase() === 'y' || (event.key.toLowerCase() === 'z' && event.shiftKey)),
    run: (store) => (store.match?.can.redo && !store.watcher ? () => void store.commands.redo() : null),
  },
  { keys: ['['], does: 'Look one move back', matches: letter('['), run: look(-1) },
  { keys: [']'], does: 'Look one move forward', matches: letter(']'), run: look(1) },
  {
    keys: ['R'],
    does: 'Rematch, when the match is over',
    matches: letter('r'),
    run: (store, reach) => (store.over && !store.watcher ? reach.again : null),
  },
  { keys: ['N'], does: 'New game', matches: letter('n'), run: (_store, reach) => reach.newGame },
];

/** What a key does now; null where it does nothing. */
export function shortcutOf(event: KeyboardEvent, store: MatchStore, reach: Reach): (() => void) | null {
  if (!store.match || event.defaultPrevented || event.altKey || isTyping(event.target) || isSheetOpen()) return null;
  return SHORTCUTS.find((shortcut) => shortcut.matches(event))?.run(store, reach) ?? null;
}

export const boardKeys = (page: GamePage): KeyGroup => ({ title: 'On the board', lines: [...page.keys] });

/** The board's own keys first, then those of the match. */
export const matchKeys = (page: GamePage): KeyGroup[] => [
  boardKeys(page),
  { title: 'The match', lines: SHORTCUTS.map(({ keys, does }) => ({ keys, does })) },
];
