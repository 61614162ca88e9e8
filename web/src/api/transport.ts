/** Where requests go: to the server, or to the worker that stands in for it in this browser. */
import { ORIGIN } from '../lib/home';
import type { Socket } from './live';

export interface Transport {
  request: (request: Request) => Promise<Response>;
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

export const request = (asked: Request): Promise<Response> => current.request(asked);
export const openLive = (matchId: string): Socket => current.openLive(matchId);
