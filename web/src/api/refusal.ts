/** What the server refuses, or cannot be asked because it cannot be reached. */
import { sentence } from '../lib/text';
import type { ErrorAnswer, MatchView } from './types';

/** The server said no, or could not be reached (`offline`). */
export class Refused extends Error {
  constructor(
    readonly errorCode: string,
    message: string,
    readonly status = 0,
    readonly match: MatchView | null = null,
  ) {
    super(message);
  }

  /** Whether the same request may well succeed in a moment. */
  get passing(): boolean {
    return this.errorCode === 'offline' || this.status === 503 || this.status === 429;
  }
}

export const unreachable = (): Refused =>
  new Refused('offline', 'the server cannot be reached; check that it runs and that you are online');

/** The refusal that an answer is. */
export async function refusalOf(answer: Response): Promise<Refused> {
  try {
    const { errorCode, message, match }: ErrorAnswer = await answer.json();
    return new Refused(errorCode, message, answer.status, match ?? null);
  } catch {
    return new Refused('offline', `the server answered ${answer.status} and nothing else; try again`, answer.status);
  }
}

/** A problem as a refusal; anything else is a fault in the page, and is thrown again. */
export function asRefusal(problem: unknown): Refused {
  if (problem instanceof Refused) return problem;
  throw problem;
}

/** Why something was refused, as a sentence for people. */
export const refusalText = (problem: unknown): string => sentence(asRefusal(problem).message);
