/** What sentences about a match of a game need to know. */
import type { SentenceContext } from '../state/sentences';
import type { GamePage, Variant } from './gamePage';
import { looksOf } from './paint/looks';

export function sentenceContext(
  page: GamePage,
  cells: readonly string[],
  seatNames: readonly string[],
  palette: string,
  variant: Variant,
): SentenceContext {
  const looks = looksOf(page, palette);
  return { cols: cells[0]?.length ?? 1, variant, seatNames, pieceName: (character) => looks(character).name };
}
