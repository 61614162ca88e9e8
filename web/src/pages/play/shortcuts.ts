/** Keys of the board's page; a board takes its own first. */
import type { MatchStore } from '../../state/match/store.svelte';

export interface Reach {
  focusBoard: () => void;
  newGame: () => void;
  again: () => void;
}

export function shortcutOf(event: KeyboardEvent, store: MatchStore, reach: Reach): (() => void) | null {
  const match = store.match;
  if (!match || event.defaultPrevented || event.altKey || isWriting(event.target)) return null;
  const sits = !store.watcher;
  if (event.ctrlKey || event.metaKey) return undoing(event, store);
  const shown = store.looking ?? match.ply;
  switch (event.key) {
    case 'b':
      return reach.focusBoard;
    case 'h':
      return match.can.hint && store.yourTurn ? () => void store.askHint() : null;
    case 'u':
      return match.can.undo && sits ? () => void store.undo() : null;
    case 'r':
      return store.over && sits ? reach.again : null;
    case 'n':
      return reach.newGame;
    case '[':
      return () => void store.look(shown - 1);
    case ']':
      return () => void store.look(shown + 1);
    default:
      return null;
  }
}

function undoing(event: KeyboardEvent, store: MatchStore): (() => void) | null {
  const can = store.match?.can;
  const key = event.key.toLowerCase();
  if (store.watcher || !can) return null;
  if (key === 'z' && !event.shiftKey) return can.undo ? () => void store.undo() : null;
  if (key === 'y' || key === 'z') return can.redo ? () => void store.redo() : null;
  return null;
}

/** Whether somebody is typing, or a sheet lies over the page. */
function isWriting(target: EventTarget | null): boolean {
  const field = target instanceof HTMLElement && target.matches('input:not([type=range]), textarea, select');
  return field || document.querySelector('dialog[open]') !== null;
}
