/** Board components that games bring themselves. Each is loaded once, when a match of its game is first shown. */
import { SvelteMap } from 'svelte/reactivity';
import type { BoardComponent, GamePage } from './gamePage';

const loaded = new SvelteMap<string, BoardComponent>();
const loading = new Set<string>();

/** The game's component; undefined until it has been loaded, and for games that are drawn on a canvas. */
export function componentOf({ slug, board }: GamePage): BoardComponent | undefined {
  const component = loaded.get(slug);
  if (!component && 'component' in board && !loading.has(slug)) {
    loading.add(slug);
    void board
      .component()
      .then((module) => loaded.set(slug, module.default))
      .finally(() => loading.delete(slug));
  }
  return component;
}

/** Whether the board can be shown at once: a page waits for this, so that nothing jumps. */
export function isBoardReady(page: GamePage): boolean {
  return 'drawing' in page.board || componentOf(page) !== undefined;
}
