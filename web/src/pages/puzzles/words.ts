/** Moves in the words of their game, as they stand on the pages of puzzles: who solves is always "You". */
import type { ReplayStep } from '../../api/types';
import { sentenceContext } from '../../board/sentenceContext';
import { gamePage } from '../../games';
import { PASS } from '../../lib/notation';
import { sentence } from '../../lib/text';
import { youAndTheOther } from '../../state/seatNames';
import { moveToDo, purposeOf, seatDoes, type SentenceContext } from '../../state/sentences';
import { settings } from '../../state/settings.svelte';

function contextOf(game: string, { view }: ReplayStep): SentenceContext {
  return sentenceContext(gamePage(game), view.cells, youAndTheOther(view.turn), settings.value.palette, {});
}

/** "pushed column b up" */
export function moveDone(game: string, start: ReplayStep, move: string): string {
  return gamePage(game).words.move(move, 'done', contextOf(game, start));
}

/** What a move is for: "stops the other side’s line". */
export function purposeWords(game: string, start: ReplayStep, purpose: string): string {
  return purposeOf(purpose, start.view.turn, contextOf(game, start));
}

/** What the right moves are: "push column b up". Where there are more, the board shows them. */
export function answerWords(game: string, start: ReplayStep, [first = '', ...others]: readonly string[]): string {
  const move = moveToDo(first, gamePage(game).words, contextOf(game, start));
  return others.length > 0 ? `first ${move}, then as the board shows` : move;
}

/** What the other side did in reply: "The other side pushed row 1 right."; '' where it did nothing. */
export function replyWords(game: string, start: ReplayStep, { move, seat }: ReplayStep): string {
  if (move === null || seat === null || seat === start.view.turn) return '';
  if (move === PASS)
    return sentence(seatDoes(seat, 'has no move and passes', 'have no move and pass', contextOf(game, start)));
  return `The other side ${moveDone(game, start, move)}.`;
}
