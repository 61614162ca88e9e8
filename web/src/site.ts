/** The pages on a plain web space: requests go to a worker, and a bar shows how far its files have come. */
import { mount } from 'svelte';
import { LocalTransport } from './api/local/transport';
import { use } from './api/transport';
import { ORIGIN } from './lib/home';
import RuntimeProgress from './pages/RuntimeProgress.svelte';
import { runtime } from './api/local/progress.svelte';

const startWorker = (): Worker => new Worker(new URL('./api/local/worker.ts', import.meta.url), { type: 'module' });

/** The smallest module with an instruction on vectors: (module (func (result v128) i32.const 0 i8x16.splat)). */
const WITH_VECTORS = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11,
];
const CANNOT =
  'This browser cannot run the games: it has no WebAssembly with SIMD. Use a newer one, or play on a server.';

const canRun = (): boolean =>
  typeof WebAssembly === 'object' && WebAssembly.validate(new Uint8Array(WITH_VECTORS)) && typeof Worker === 'function';

export function prepare(): void {
  const files = `${ORIGIN}/runtime/`;
  use(new LocalTransport(files, canRun() ? startWorker : null, (progress) => (runtime.progress = progress)));
  mount(RuntimeProgress, { target: document.body });
  if (!canRun()) runtime.progress = { failed: CANNOT };
}
