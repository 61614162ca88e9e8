/** The connection to a match on the server: its first load, tried again while that fails, and the live messages. */
import { Live, type Connection, type Socket } from '../../api/live';
import * as early from '../../api/prefetch';
import { asRefusal, type Refused } from '../../api/refusal';
import type { LiveMessage, MatchView } from '../../api/types';

const RETRY_LOAD = 1500;

/** What the connection asks of the match that it serves, and what it reports to it. */
interface Served {
  readonly id: string;
  readonly latest: MatchView | null;
  token(): string | null;
  onmessage(message: LiveMessage): void;
  onloaded(match: MatchView): void;
  onrefused(refused: Refused): void;
  /** The connection is open, for the first time or again. */
  onlive(): void;
}

export class MatchConnection {
  state = $state<Connection>('connecting');
  /** Whether the connection was open once and has been lost. */
  lost = $state(false);
  reachable = $derived(this.state === 'live' || (this.state !== 'offline' && !this.lost));

  #served: Served;
  #open: () => Socket;
  #live: Live | null = null;
  #closed = false;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(served: Served, open: () => Socket) {
    this.#served = served;
    this.#open = open;
  }

  async start(): Promise<void> {
    this.#live = new Live(
      {
        since: () => this.#served.latest?.version ?? null,
        token: () => this.#served.token(),
        onmessage: (message) => this.#served.onmessage(message),
        onconnection: (connection) => this.#changed(connection),
      },
      this.#open,
    );
    if (!this.#served.latest) await this.#load();
  }

  /** Closes the connection; the answer to a load that is under way is ignored. */
  stop(): void {
    this.#closed = true;
    this.end();
    clearTimeout(this.#retry);
  }

  /** The match no longer exists. */
  end(): void {
    this.#live?.close();
  }

  wake(): void {
    this.#live?.wake();
  }

  /** Ask for what was missed. */
  resume(): void {
    this.#live?.resume();
  }

  #changed(connection: Connection): void {
    if (this.state === 'live' && connection !== 'live') this.lost = true;
    if (connection === 'offline') this.lost = true;
    if (connection === 'live') {
      this.lost = false;
      this.#served.onlive();
    }
    this.state = connection;
  }

  async #load(): Promise<void> {
    try {
      this.#served.onloaded(await early.match(this.#served.id));
    } catch (problem) {
      if (this.#closed || this.#served.latest) return;
      const refused = asRefusal(problem);
      this.#served.onrefused(refused);
      if (refused.passing) this.#retry = setTimeout(() => void this.#load(), RETRY_LOAD);
    }
  }
}
