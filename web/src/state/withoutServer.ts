/** Playing without the server: the same pages with everything in this browser, under `offline/` of the server. */
import * as api from '../api/client';
import { HOME, IS_SITE } from '../lib/home';

export const OFFLINE = `${HOME}offline/`;

/** Where a person goes who plays on the server again. */
export const SERVER = HOME.replace(/offline\/$/, '');

/** Whether these pages run without a server, and one of its addresses is where they came from. */
export const isBesideServer = IS_SITE && SERVER !== HOME;

/** What has to be loaded, in bytes; null if the server has nothing to offer. */
export async function offlineBytes(): Promise<number | null> {
  return (await api.offline().catch(() => null))?.bytes ?? null;
}

/** Whether this browser has kept it, so that it opens without the server. */
export async function isOfflineKept(): Promise<boolean> {
  if (IS_SITE || !('serviceWorker' in navigator)) return false;
  const kept = await navigator.serviceWorker.getRegistration(OFFLINE).catch(() => undefined);
  return kept?.active != null && new URL(kept.scope).pathname === OFFLINE;
}
