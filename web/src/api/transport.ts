/** Where requests go: to the server, or to the worker that stands in for it in this browser. */
import { ORIGIN } from '../lib/home';
import type { Socket } from './live';

/** A request that still knows its text. A browser gives the body of a request back by a stream, some tasks later; a move
 *  would wait for that on its way to the worker. */
export class TextRequest extends Request {
  readonly content: string;

  constructor(address: RequestInfo | URL, options?: RequestInit) {
    super(address, options);
    this.content = typeof options?.body === 'string' ? options.body : '';
  }
}

export interface Transport {
  request: (request: TextRequest) => Promise<Response>;
  openLive: (matchId: string) => Socket;
}

const remote: Transport = {
  request: (request) => fetch(request),
  openLive: (matchId) => {
    return new WebSocket(`${ORIGIN.replace(/^http/, 'ws')}/api/matches/${matchId}/live`);
  },
};

let current: Transport = remote;

/** From now on requests go there. */
export function use(transport: Transport): void {
  current = transport;
}

export const request = (asked: TextRequest): Promise<Response> => current.request(asked);
export const openLive = (matchId: string): Socket => current.openLive(matchId);
