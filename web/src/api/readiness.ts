/** Requests to a server that is not ready yet: on its first start it compiles its rules for a minute. */
import { asRefusal, refusalText } from './refusal';

const ASK_AGAIN = 2000;

/** Asks again as long as the server says that it may well answer in a moment; `onwait` is told why. Nothing is answered
 *  once `signal` says that nobody waits any longer. */
export async function askUntilReady<T>(
  ask: () => Promise<T>,
  signal: AbortSignal,
  onwait: (why: string) => void = () => undefined,
): Promise<T | undefined> {
  while (!signal.aborted) {
    try {
      const answer = await ask();
      return signal.aborted ? undefined : answer;
    } catch (problem) {
      if (!asRefusal(problem).passing) throw problem;
      if (!signal.aborted) onwait(refusalText(problem));
    }
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN));
  }
  return undefined;
}
