/** What the controls of a match ask the page to open. */
import type { Confirmable } from './sheets/ConfirmAction.svelte';

export interface Commands {
  onask: (what: Confirmable | 'new') => void;
  onshare: () => void;
  onsettings: () => void;
}
