/** How far the worker that stands in for the server has come. */
import type { Progress } from './transport';

class Runtime {
  /** Null before anybody has asked it anything. */
  progress = $state.raw<Progress | null>(null);
}

export const runtime = new Runtime();
