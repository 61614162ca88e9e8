/** The games that the pages know, one folder each; any other game gets a plain page (see `plain.ts`). */
import type { GameView } from '../api/types';
import type { GamePage } from '../board/gamePage';
import { catalogue } from '../state/catalogue.svelte';
import { paletteOf } from '../board/paint/palettes';
import { nameSides } from '../state/sides.svelte';
import { plainPage } from './plain';

const modules = import.meta.glob<{ page: GamePage }>('./*/index.ts', { eager: true });

/** By slug. */
export const GAME_PAGES: Readonly<Record<string, GamePage>> = Object.fromEntries(
  Object.values(modules).map(({ page }) => [page.slug, page]),
);

for (const page of Object.values(GAME_PAGES)) {
  nameSides(page.slug, (palette) => page.signs(paletteOf(palette)).map(({ name }) => name));
}

export function gamePage(slug: string): GamePage {
  return GAME_PAGES[slug] ?? plainPage(slug, catalogue.find(slug));
}

/** The games of the server in the order in which the pages list them; those that the pages do not know come last. */
export function listedGames(): GameView[] {
  return catalogue.games.toSorted((a, b) => gamePage(a.game).order - gamePage(b.game).order);
}
