/** How a game is drawn on a canvas, for tests. */
import type { Drawing } from '../src/board/drawing';
import { gamePage } from '../src/games';

export function drawingOf(game: string): Drawing {
  const { board } = gamePage(game);
  if (!('drawing' in board)) throw new Error(`${game} is not drawn on a canvas`);
  return board.drawing;
}
