/** A WebSocket that the test opens, speaks through and cuts. */
import type { Socket } from '../src/api/live';
import type { LiveMessage } from '../src/api/types';

export class FakeSocket implements Socket {
  sent: string[] = [];
  opened = false;
  closed = false;
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;

  send(text: string): void {
    if (!this.opened) throw new Error('InvalidStateError: still in CONNECTING state');
    this.sent.push(text);
  }

  close(): void {
    this.closed = true;
  }

  open(): void {
    this.opened = true;
    this.onopen?.(new Event('open'));
  }

  hear(message: LiveMessage): void {
    this.onmessage?.(new MessageEvent('message', { data: JSON.stringify(message) }));
  }

  die(reason = ''): void {
    this.onclose?.({ code: 1006, reason } as CloseEvent);
  }
}
