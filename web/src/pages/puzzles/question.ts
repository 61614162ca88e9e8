/** What is asked on a board: a puzzle of the package, or a moment of one's own match. */
import * as api from '../../api/client';
import type { PuzzleJudgement, PuzzleView, ReplayStep, ReplayView } from '../../api/types';
import { lineWith } from '../../lib/records';
import { plural } from '../../lib/text';
import { catalogue } from '../../state/catalogue.svelte';
import { mistakeId, type OwnMistake } from '../../state/you/ownMistakes';
import type { RatedPuzzle } from '../../state/you/puzzleBook.svelte';
import { moveDone, purposeWords } from './words';

/** What an answer is worth. */
export type Judgement = Pick<PuzzleJudgement, 'right' | 'done' | 'solution' | 'reason' | 'line' | 'replay'>;

export interface Question {
  id: string;
  game: string;
  variant: Record<string, unknown>;
  text: string;
  /** How many moves are asked for. */
  length: number;
  start: ReplayStep;
  legal: string[];
  /** What it counts for; null where nothing is rated. */
  rated: RatedPuzzle | null;
  /** How hard it is, from 1 to 5, and how the answer is known; '' and null for one's own moments. */
  grade: number | null;
  known: string;
  judge: (moves: string[]) => Promise<Judgement>;
}

const KNOWN: Readonly<Record<PuzzleView['verified'], string>> = {
  'exhaustive search': 'The answer is proven: every move was searched to the end.',
  'naive game': 'The answer is certain: everything that counts can be seen.',
  'fresh samples': 'Best on average: what is hidden was drawn a thousand times.',
};

export function packagedQuestion(puzzle: PuzzleView): Question {
  const { id, game, variant, question, length, rating, grade, view, legal, verified } = puzzle;
  return {
    id,
    game,
    variant,
    text: question,
    length,
    start: { ply: 0, move: null, seat: null, view, events: [], told: '', length: 0 },
    legal,
    rated: { id, game, rating },
    grade,
    known: KNOWN[verified],
    judge: (moves) => api.answerPuzzle(game, id, moves),
  };
}

export async function ownQuestion(mistake: OwnMistake): Promise<Question> {
  const replay = await api.replayRecord(mistake.record);
  const start = replay.steps.at(-1)!;
  const played = moveDone(mistake.game, start, mistake.played);
  return {
    id: mistakeId(mistake),
    game: mistake.game,
    variant: replay.variant,
    text: `You ${played} here. What is better?`,
    length: 1,
    start,
    legal: replay.legal,
    rated: null,
    grade: null,
    known: 'Judged by the analysis of your match.',
    judge: ([move = '']) => judgeOwn(mistake, played, purposeWords(mistake.game, start, mistake.purpose), move),
  };
}

/** The analysis knows the best move and the one that was played; `playedWords` says what that one did, and `purpose`
 *  what the best one is for. */
async function judgeOwn(mistake: OwnMistake, playedWords: string, purpose: string, move: string): Promise<Judgement> {
  const { record, played, reply, best } = mistake;
  const follows = move === played && reply !== null ? [reply] : [];
  const replay: ReplayView = await api.replayRecord(lineWith(record, [move, ...follows]));
  const reason =
    move === best
      ? `${purpose && `It ${purpose}. `}In the match you ${playedWords}: ${cost(mistake)}.`
      : move === played
        ? `That is what you played in the match: ${cost(mistake)}.`
        : 'The analysis prefers another move. It has not looked at this one.';
  return {
    right: move === best,
    done: true,
    solution: [best],
    reason,
    line: replay.steps.length - follows.length,
    replay,
  };
}

/** A loss in expected result, as wins per ten matches. */
function cost({ game, loss }: OwnMistake): string {
  if (catalogue.find(game)?.seats === 1) return 'there was a shorter way';
  const wins = Math.max(1, Math.round(10 * loss));
  return wins === 10 ? 'it turned a win into a loss' : `it gave away about ${plural(wins, 'win')} in 10`;
}
