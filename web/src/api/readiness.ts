/** Requests to a server that is not ready yet: on its first start it compiles its rules for a minute. */
import { asRefusal, refusalText, type Refused } from './refusal';

/** Milliseconds before the second question; each pause is twice as long as the one before, up to the longest. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 3000;

/** Somebody who waits: until when, and where to say what for. */
export interface Waiting {
  signal: AbortSignal;
  onwait: (why: string) => void;
}

/** Asks again as long as the server says that it may well answer in a moment; `onwait` is told why. Nothing is answered
 *  once `signal` says that nobody waits any longer. */
export async function askUntilReady<T>(
  ask: () => Promise<T>,
  signal: AbortSignal,
  onwait: (why: string) => void = () => undefined,
  mayPass: (refused: Refused) => boolean = (refused) => refused.passing,
): Promise<T | undefined> {
  for (let pause = FIRST_PAUSE; !signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      const answer = await ask();
      return signal.aborted ? undefined : answer;
    } catch (problem) {
      if (!mayPass(asRefusal(problem))) throw problem;
      if (!signal.aborted) onwait(refusalText(problem));
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return undefined;
}

/** The same for what may be done only once: it is asked again only where the server says that it has done nothing. */
export const doOnceReady = <T>(act: () => Promise<T>, { signal, onwait }: Waiting): Promise<T | undefined> =>
  askUntilReady(act, signal, onwait, ({ errorCode }) => errorCode === 'not_ready');
