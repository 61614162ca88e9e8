import { describe, expect, it, vi } from 'vitest';
import { TextRequest } from '../transport';
import type { FromWorker, ToWorker } from './protocol';
import { LocalTransport, type Progress } from './transport';

/** A worker that answers as a test wants. */
class FakeWorker {
  heard: ToWorker[] = [];
  terminated = false;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;

  postMessage(message: ToWorker): void {
    this.heard.push(message);
  }

  terminate(): void {
    this.terminated = true;
  }

  say(message: FromWorker): void {
    this.onmessage?.(new MessageEvent('message', { data: message }));
  }
}

function setUp() {
  const workers: FakeWorker[] = [];
  const progress: Progress[] = [];
  const start = (): Worker => {
    workers.push(new FakeWorker());
    return workers.at(-1) as unknown as Worker;
  };
  const local = new LocalTransport('http://site/runtime/', start, (next) => progress.push(next));
  return { local, workers, progress };
}

const moved = () =>
  new TextRequest('http://localhost/api/matches/m/moves?x=1', {
    method: 'POST',
    body: '{"move":"a1"}',
    headers: { authorization: 'Bearer secret' },
  });

describe('requests to the worker', () => {
  it('start it once and carry path, body and token', async () => {
    const { local, workers } = setUp();
    const answers = [local.request(moved()), local.request(moved())];
    await vi.waitFor(() => expect(workers[0]?.heard).toHaveLength(3));
    const asked = { method: 'POST', path: '/api/matches/m/moves?x=1', body: '{"move":"a1"}', token: 'secret' };
    expect(workers[0]?.heard[0]).toEqual({ type: 'start', runtime: 'http://site/runtime/' });
    expect(workers[0]?.heard[1]).toEqual({ type: 'request', number: 1, asked });
    workers[0]?.say({ type: 'reply', number: 2, status: 409, body: '{"errorCode":"stale_ply"}' });
    workers[0]?.say({ type: 'reply', number: 1, status: 200, body: '{}' });
    const [first, second] = await Promise.all(answers);
    expect([first?.status, second?.status]).toEqual([200, 409]);
    expect(await second?.json()).toEqual({ errorCode: 'stale_ply' });
    expect(workers).toHaveLength(1);
  });

  it('are refused with the reason when it fails, and the next one starts another', async () => {
    const { local, workers, progress } = setUp();
    const answer = local.request(moved());
    await vi.waitFor(() => expect(workers[0]?.heard).toHaveLength(2));
    workers[0]?.say({ type: 'failed', reason: 'kernels.wasm could not be loaded (404)' });
    const refused = await answer;
    expect(refused.status).toBe(503);
    expect(((await refused.json()) as { message: string }).message).toContain('kernels.wasm could not be loaded');
    expect(workers[0]?.terminated).toBe(true);
    expect(progress.at(-1)).toHaveProperty('failed');
    void local.request(moved());
    await vi.waitFor(() => expect(workers).toHaveLength(2));
  });
});

describe('live connections', () => {
  it('hear the messages of their match until they are closed', async () => {
    const { local, workers } = setUp();
    const heard: string[] = [];
    const socket = local.openLive('m');
    socket.onmessage = (event) => heard.push(event.data);
    socket.send('{"type":"hello"}');
    expect(workers[0]?.heard.at(-1)).toEqual({ type: 'watch', match: 'm' });
    workers[0]?.say({ type: 'message', match: 'm', text: 'ours' });
    workers[0]?.say({ type: 'message', match: 'other', text: 'not ours' });
    socket.close();
    expect(workers[0]?.heard.at(-1)).toEqual({ type: 'leave', match: 'm' });
    workers[0]?.say({ type: 'message', match: 'm', text: 'too late' });
    expect(heard).toEqual(['ours']);
  });
});
