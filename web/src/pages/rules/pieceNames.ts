/** The names of pieces in rules and lessons. There a piece is named by a placeholder, the name that the server gives its
 *  look (`texts_for_people.py`): "{green}", and "{Green}" where a sentence begins. */
import type { GameView } from '../../api/types';
import { looksOf } from '../../board/paint/looks';
import { gamePage } from '../../games';
import { capital, small } from '../../lib/text';

const PIECE = /\{([A-Za-z][A-Za-z -]*)\}/g;

/** The text with what people call its pieces in a palette. */
export function withPieceNames(text: string, game: Pick<GameView, 'game' | 'looks'>, palette: string): string {
  const looks = looksOf(gamePage(game.game), palette);
  const characters = new Map(Object.entries(game.looks).map(([character, { name }]) => [name, character]));
  return text.replace(PIECE, (_, written: string) => {
    const character = characters.get(small(written));
    if (character === undefined) return written;
    const { name } = looks(character);
    return written === small(written) ? name : capital(name);
  });
}
