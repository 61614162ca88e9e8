/** Requests to a server that is not ready yet: on its first start it compiles its rules for a minute. */
import { asRefusal, refusalText } from './refusal';

/** Milliseconds before the second question; each pause is twice as long as the one before, up to the longest. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 3000;

/** Asks again as long as the server says that it may well answer in a moment; `onwait` is told why. Nothing is answered
 *  once `signal` says that nobody waits any longer. */
export async function askUntilReady<T>(
  ask: () => Promise<T>,
  signal: AbortSignal,
  onwait: (why: string) => void = () => undefined,
): Promise<T | undefined> {
  for (let pause = FIRST_PAUSE; !signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      const answer = await ask();
      return signal.aborted ? undefined : answer;
    } catch (problem) {
      if (!asRefusal(problem).passing) throw problem;
      if (!signal.aborted) onwait(refusalText(problem));
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return undefined;
}
