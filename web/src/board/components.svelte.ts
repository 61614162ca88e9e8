/** Board components that games bring themselves. Each is loaded once, when a match of its game is first shown. */
import { SvelteMap } from 'svelte/reactivity';
import type { BoardComponent, GamePage } from './gamePage';

/** By slug; `failed` where it could not be loaded. */
const components = new SvelteMap<string, BoardComponent | 'failed'>();
const loading: Record<string, Promise<void>> = {};

/** The game's component; undefined until it has been loaded, and for games that are drawn on a canvas. */
export function componentOf(page: GamePage): BoardComponent | 'failed' | undefined {
  loading[page.slug] ??= loadComponent(page);
  return components.get(page.slug);
}

/** Whether the board can be shown at once: a page waits for this, so that nothing jumps. */
export function isBoardReady(page: GamePage): boolean {
  return 'drawing' in page.board || componentOf(page) !== undefined;
}

export async function loadComponent({ slug, board }: GamePage): Promise<void> {
  if (!('component' in board)) return;
  try {
    components.set(slug, (await board.component()).default);
  } catch {
    components.set(slug, 'failed'); // the server cannot be reached
  }
}
