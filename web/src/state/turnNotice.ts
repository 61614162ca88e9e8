/** Notifies people who are looking at another page that it is their turn. */
import { settings } from './settings.svelte';

export function titleFor(name: string, yourTurn: boolean, over: string | null): string {
  if (over) return `${over} · ${name}`;
  return yourTurn ? `● Your turn · ${name}` : `${name} · Quincunx`;
}

export function notifyTurn(game: string): void {
  if (!document.hidden || !settings.value.notify || !('Notification' in window)) return;
  if (Notification.permission !== 'granted') return;
  try {
    const shown = new Notification('Your turn', { body: game, icon: '/icon-192.png', tag: 'quincunx-turn' });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // Some systems only notify through a service worker; the title says it too.
  }
}
