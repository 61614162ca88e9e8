/** What an analysis says about the moments that mattered. */
import type { JudgementView } from '../../api/types';

/** Less than this, as a part of a win, is no turning point and no mistake. */
const WORTH_SAYING = 0.1;

/** The move after which the chances of the side that won had grown most; null where no single move decided it. */
export function turningPoint(judgements: readonly JudgementView[], winner: number): JudgementView | null {
  const chances = judgements.map((one) => (one.seat === winner ? one.expected : 1 - one.expected));
  const gains = chances.map((chance, index) => (chances[index + 1] ?? 1) - chance);
  const most = Math.max(...gains, 0);
  return most < WORTH_SAYING ? null : (judgements[gains.indexOf(most)] ?? null);
}

/** The move by which a side lost most; null where it made no mistake. */
export function worstMistake(judgements: readonly JudgementView[], seat: number): JudgementView | null {
  const own = judgements.filter((one) => one.seat === seat && one.loss >= WORTH_SAYING);
  return own.reduce<JudgementView | null>((worst, one) => (worst && worst.loss >= one.loss ? worst : one), null);
}
