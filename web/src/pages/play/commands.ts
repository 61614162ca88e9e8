/** What the controls of a match ask the page to open. */
import type { Question } from './sheets/ConfirmAction.svelte';

export interface Commands {
  onask: (what: Question | 'new') => void;
  onshare: () => void;
  onsettings: () => void;
}
