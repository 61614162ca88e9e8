/** What an analysis says about the moments that mattered. */
import type { JudgementView } from '../../api/types';
import { PASS } from '../../lib/notation';

/** A smaller change than this, as a part of a win, is neither a turning point nor a mistake. */
const WORTH_SAYING = 0.1;

const EVEN = 0.5;

/** The winner's move at which its chances had grown most, by that move or by the mistake that it answers, and were not
 * given away again by the answer. What came before the winner was ahead for good decided nothing: the graph would say
 * otherwise. Nobody chooses to pass: a pass decides nothing.
 *
 * Null where no single move decided it; the last mistake where it needed no answer. */
export function turningPoint(judgements: readonly JudgementView[], winner: number): JudgementView | null {
  const chances = judgements.map((one) => (one.seat === winner ? one.expected : 1 - one.expected));
  const answers = judgements.map((_, index) => answerTo(judgements, index, winner));
  const notAhead = chances.findLastIndex((chance, index) => chance <= EVEN && judgements[index]!.move !== PASS);
  const gains = judgements.map((one, index) =>
    one.move === PASS || index < notAhead
      ? 0
      : (chances[(answers[index] ?? judgements.length) + 1] ?? 1) - chances[index]!,
  );
  const most = Math.max(...gains, 0);
  if (most < WORTH_SAYING) return null;
  const index = gains.indexOf(most);
  return judgements[answers[index] ?? index] ?? null;
}

/** The winner's move from here on, where it makes one. */
function answerTo(judgements: readonly JudgementView[], from: number, winner: number): number | null {
  const index = judgements.findIndex((one, place) => place >= from && one.seat === winner && one.move !== PASS);
  return index < 0 ? null : index;
}

/** The move by which a side lost most; null where it made no mistake. */
export function worstMistake(judgements: readonly JudgementView[], seat: number): JudgementView | null {
  const own = judgements.filter((one) => one.seat === seat && one.loss >= WORTH_SAYING);
  return own.reduce<JudgementView | null>((worst, one) => (worst && worst.loss >= one.loss ? worst : one), null);
}
