/** The match as it happens: a WebSocket that notices by itself when it is dead, and comes back where it was.
 *
 * When the network is cut, a browser keeps a WebSocket open and reports nothing. So we ping, and give up a socket from
 * which nothing arrives. Every action of a match has a version; a new connection asks for everything since the last one received.
 */
import { IS_SITE } from '../lib/home';
import type { LiveMessage } from './types';

export type Connection = 'connecting' | 'live' | 'catching-up' | 'offline';

interface Listener {
  /** The last version received, or null at first. */
  since: () => number | null;
  /** The seats' tokens, if any: their holder counts as present. */
  token: () => string | null;
  onmessage: (message: LiveMessage) => void;
  onconnection: (connection: Connection) => void;
}

/** What we need of a WebSocket; tests bring their own. */
export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent<string>) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
}

export const PING_EVERY = 2500;
export const DEAD_AFTER = 6500;
const FIRST_DELAY = 300;
const LONGEST_DELAY = 5000;
const LOOK_EVERY = 1000;
const FINAL = new Set(['unknown_match']);

export class Live {
  #socket: Socket | null = null;
  #listener: Listener;
  #open: () => Socket;
  #receivedAt = 0;
  #failures = 0;
  #beat: ReturnType<typeof setInterval> | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;
  #opened = false;
  #closed = false;
  connection: Connection = 'connecting';

  constructor(listener: Listener, open: () => Socket) {
    this.#listener = listener;
    this.#open = open;
    this.#connect();
  }

  /** Look after the connection now: the page came back, or the network did. */
  wake(): void {
    if (this.#closed) return;
    if (!online()) {
      this.#lose();
    } else if (this.#socket === null) {
      this.#failures = 0;
      this.#connect();
    } else if (Date.now() - this.#receivedAt > PING_EVERY * 2) {
      this.#lose();
    } else {
      this.#ping();
    }
  }

  /** Ask for everything since the last version received, on a fresh connection. */
  resume(): void {
    if (!this.#closed) this.#lose(0);
  }

  close(): void {
    this.#closed = true;
    this.#drop();
    clearTimeout(this.#again);
  }

  #connect(): void {
    clearTimeout(this.#again);
    if (!online()) {
      // Retrying is pointless; `wake` is called when the network is back, and we look ourselves.
      this.#become('offline');
      this.#again = setTimeout(() => this.#connect(), LOOK_EVERY);
      return;
    }
    const socket = this.#open();
    this.#socket = socket;
    this.#opened = false;
    this.#receivedAt = Date.now();
    socket.onopen = () => {
      if (socket !== this.#socket) return;
      this.#opened = true;
      this.#become('catching-up');
      const since = this.#listener.since();
      const token = this.#listener.token();
      socket.send(JSON.stringify({ type: 'hello', ...(since !== null && { since }), ...(token && { token }) }));
    };
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#hear(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#lose(undefined, FINAL.has(event.reason));
    };
    this.#beat = setInterval(() => this.#check(), PING_EVERY);
  }

  #check(): void {
    if (Date.now() - this.#receivedAt > DEAD_AFTER) this.#lose();
    else this.#ping();
  }

  #ping(): void {
    if (!this.#opened) return; // a socket that is still connecting cannot send, and needs no question
    try {
      this.#socket?.send('{"type":"ping"}');
    } catch {
      this.#lose();
    }
  }

  #hear(message: LiveMessage): void {
    this.#receivedAt = Date.now();
    if (message.type === 'match') {
      this.#failures = 0;
      this.#become('live');
    }
    this.#listener.onmessage(message);
  }

  #lose(delay = this.#delay(), final = false): void {
    this.#drop();
    this.#failures += 1;
    this.#become(this.#failures > 1 || !online() ? 'offline' : 'connecting');
    if (!final) this.#again = setTimeout(() => this.#connect(), delay);
  }

  #drop(): void {
    clearInterval(this.#beat);
    const socket = this.#socket;
    this.#socket = null;
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      // A browser complains about a socket that is closed while it connects: such a socket is closed once it is open.
      if (this.#opened) socket.close();
      else socket.onopen = () => socket.close();
    }
  }

  /** Twice as long after every failure, and never at the same moment as everyone else. */
  #delay(): number {
    const most = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** this.#failures);
    return most * (0.6 + 0.4 * Math.random());
  }

  #become(connection: Connection): void {
    if (connection === this.connection) return;
    this.connection = connection;
    this.#listener.onconnection(connection);
  }
}

/** A worker in this browser is reached without a network. */
const online = (): boolean => IS_SITE || typeof navigator === 'undefined' || navigator.onLine !== false;
