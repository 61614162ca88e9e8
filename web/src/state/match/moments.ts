/** What an analysis says about the moments that mattered. */
import type { JudgementView } from '../../api/types';
import { PASS } from '../../lib/notation';

/** Less than this, as a part of a win, is no turning point and no mistake. */
const WORTH_SAYING = 0.1;

/** The winner's move at which its chances had grown most, by that move or by the mistake that it answers. Nobody
 * chooses to pass: a pass decides nothing.
 *
 * Null where no single move decided it; the last mistake where it needed no answer. */
export function turningPoint(judgements: readonly JudgementView[], winner: number): JudgementView | null {
  const chances = judgements.map((one) => (one.seat === winner ? one.expected : 1 - one.expected));
  const gains = judgements.map((one, index) => (one.move === PASS ? 0 : (chances[index + 1] ?? 1) - chances[index]!));
  const most = Math.max(...gains, 0);
  if (most < WORTH_SAYING) return null;
  const index = gains.indexOf(most);
  const answer = judgements.slice(index).find((one) => one.seat === winner && one.move !== PASS);
  return answer ?? judgements[index] ?? null;
}

/** The move by which a side lost most; null where it made no mistake. */
export function worstMistake(judgements: readonly JudgementView[], seat: number): JudgementView | null {
  const own = judgements.filter((one) => one.seat === seat && one.loss >= WORTH_SAYING);
  return own.reduce<JudgementView | null>((worst, one) => (worst && worst.loss >= one.loss ? worst : one), null);
}
