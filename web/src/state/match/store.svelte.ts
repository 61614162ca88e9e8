/** A match as this page knows it.
 *
 * Only the server changes a match. An answer and a live message may bring the same change in either order; the match's
 * version says which is newer, and an older one is dropped. `latest` is the match as the server has it, `match` as far
 * as the board has shown it.
 */
import { asRefusal, refusalText, type Refused } from '../../api/refusal';
import type { Socket } from '../../api/live';
import { openLive } from '../../api/transport';
import type {
  GameEvent,
  HintView,
  JudgementView,
  LiveAction,
  LiveMessage,
  MatchView,
  OfferView,
  Reaction,
  ThoughtSoFar,
} from '../../api/types';
import { Skew } from '../clock';
import { forget, knownMatch, refresh, seatsHeld } from '../knownMatches';
import { isComplete, seatNames } from '../seatNames';
import { actionNotice } from '../sentences';
import { answerDelay } from './answerDelay';
import { Commands, type CommandPlace } from './commands.svelte';
import { MatchConnection } from './connection.svelte';
import { Lookback } from './lookback.svelte';
import { Presence } from './presence.svelte';
import { Previews } from './previews.svelte';
import { Presentation } from './presentation.svelte';

export interface Thinking {
  seat: number;
  thought: ThoughtSoFar | null;
}

interface Problem {
  code: string;
  message: string;
  /** Where it happened: while loading, on the board, or at the controls. */
  where: 'load' | CommandPlace;
}

interface Notice {
  text: string;
  /** Grows with every notice, so that the same words can be said again. */
  number: number;
  /** Whether it is shown for some seconds, beside being said to screen readers. */
  shown: boolean;
}

interface ShownReaction {
  seat: number;
  reaction: Reaction;
  number: number;
}

export class MatchStore {
  readonly id: string;
  latest = $state.raw<MatchView | null>(null);
  readonly presentation = new Presentation();
  thinking = $state.raw<Thinking | null>(null);
  problem = $state.raw<Problem | null>(null);
  hint = $state.raw<HintView | null>(null);
  notice = $state.raw<Notice>({ text: '', number: 0, shown: false });
  reaction = $state.raw<ShownReaction | null>(null);
  held = $state.raw<number[]>([]);
  invites = $state.raw<Record<string, string>>({});
  readonly skew = new Skew();
  readonly presence = new Presence();
  readonly previews = new Previews();
  readonly lookback = new Lookback();
  readonly commands: Commands = new Commands(this);
  readonly connection: MatchConnection;

  match = $derived(this.presentation.match);
  over = $derived(this.match !== null && this.match.result !== null);
  complete = $derived(this.match !== null && isComplete(this.match));
  names = $derived(this.match === null ? [] : seatNames(this.match, this.held));
  /** Also once everything that is known has been shown, so that a person may act on it. */
  yourTurn = $derived(
    this.match !== null &&
      !this.over &&
      this.complete &&
      this.held.includes(this.match.turn) &&
      !this.presentation.busy,
  );
  interactive: boolean = $derived.by(
    () => this.yourTurn && this.connection.reachable && this.lookback.ply === null && this.commands.pending !== 'move',
  );
  watcher = $derived(this.held.length === 0);
  /** Has the person at this page invited somebody who has not come yet? */
  isWaiting = $derived(!this.complete && !this.over && !this.watcher);
  /** Is it over, and will it stay so? One that is resigned in order to start over does not. */
  isSettled = $derived(
    this.over && this.latest?.result !== null && !this.commands.restarting && this.commands.pending === null,
  );

  #missed: GameEvent[][] = [];

  constructor(id: string, open: () => Socket = () => openLive(id)) {
    this.id = id;
    this.connection = new MatchConnection(this, open);
    this.#readSeats();
  }

  async start(given: MatchView | null = null): Promise<void> {
    if (given) this.show(given, []);
    await this.connection.start();
  }

  stop(): void {
    this.connection.stop();
    this.previews.stop();
    this.presentation.stop();
  }

  /** The seat that offers something now; null where nobody does. */
  offeredBy(what: OfferView['offer']): number | null {
    return this.match?.offers.find((one) => one.offer === what)?.seat ?? null;
  }

  /** What a move would do; null when nobody points at one any more. */
  askPreview(text: string | null): void {
    this.previews.ask(text, this.connection.reachable ? this.latest : null);
  }

  /** Look at an earlier position, perhaps with the move that was better there; null goes back to the present. */
  async look(ply: number | null, compared: JudgementView | null = null): Promise<void> {
    if (ply === null || !this.match) {
      this.lookback.end();
      return;
    }
    try {
      await this.lookback.go(ply, this.match, compared);
    } catch (problem) {
      this.refuse(problem, 'controls');
    }
  }

  dismiss(): void {
    this.problem = null;
  }

  // What the server says.

  onmessage(message: LiveMessage): void {
    switch (message.type) {
      case 'action':
        this.skew.heard(message.action.at);
        if (message.match) this.show(message.match, message.events, message.action.kind);
        else if (message.version > (this.latest?.version ?? -1)) this.#missed.push(message.events);
        this.#notice(message.action);
        break;
      case 'match': {
        // One missed action is shown as it happened; of several, only where they led.
        const missed = this.#missed.length === 1 ? (this.#missed[0] ?? []) : [];
        this.#missed = [];
        this.show(message.match, missed);
        break;
      }
      case 'thinking':
        if (message.at_version === this.latest?.version)
          this.thinking = { seat: message.seat, thought: message.thought };
        break;
      case 'reaction':
        this.reaction = {
          seat: message.seat,
          reaction: message.reaction,
          number: (this.reaction?.number ?? 0) + 1,
        };
        break;
      case 'presence':
        this.presence.update(message, this.latest, this.held);
        break;
      case 'heartbeat':
        if (this.latest && message.at_version > this.latest.version) this.connection.resume();
        break;
      case 'error':
        if (message.errorCode === 'unknown_match') this.#gone(message.message);
        break;
      case 'progress':
        break;
    }
  }

  onlive(): void {
    if (this.problem?.code === 'offline') this.problem = null;
  }

  onloaded(match: MatchView): void {
    this.show(match, []);
  }

  onrefused(refused: Refused): void {
    if (refused.errorCode === 'unknown_match') this.#gone(refused.message);
    else this.refuse(refused, 'load');
  }

  /** How many moves ahead the AI player to move has looked: as far as it has said, or, once its move is here and waits to
   *  be shown, as far as it did. */
  get thoughtDepth(): number {
    const waiting = this.latest?.history[this.match?.ply ?? 0];
    return waiting?.thought?.depth ?? this.thinking?.thought?.depth ?? 0;
  }

  show(match: MatchView, events: GameEvent[], action = ''): void {
    const before = this.latest;
    if (before && match.version < before.version) return;
    if (before && match.version === before.version) events = []; // the same version again; its events are already being shown
    const moved = before === null || match.ply !== before.ply || action === 'restarted' || match.turn !== before.turn;
    this.latest = match;
    const pause = answerDelay(match, before, this.held);
    this.presentation.add({ match, events, pause, mayHurry: this.watcher });
    if (before && match.version === before.version) return;
    if (moved || match.result !== null) {
      this.hint = null;
      this.previews.clear();
      this.lookback.end();
    }
    this.thinking = match.thinking ? { seat: match.turn, thought: null } : null;
    this.problem = null;
    refresh(match);
  }

  #notice(action: LiveAction): void {
    const isOwn = this.held.includes(action.seat) && this.held.length === 1;
    const text = actionNotice(action, this.names[action.seat - 1] ?? '', isOwn);
    if (text) this.say(text, action.kind === 'declined' || action.kind === 'joined');
  }

  say(text: string, shown = false): void {
    this.notice = { text, number: this.notice.number + 1, shown };
  }

  #gone(message: string): void {
    forget(this.id);
    this.problem = { code: 'unknown_match', message, where: 'load' };
    this.connection.end();
  }

  refuse(problem: unknown, where: Problem['where']): void {
    const { errorCode, match } = asRefusal(problem);
    if (match) this.show(match, []);
    this.problem = { code: errorCode, message: refusalText(problem), where };
    if (errorCode === 'offline') this.connection.wake();
  }

  #readSeats(): void {
    this.held = seatsHeld(this.id);
    this.invites = knownMatch(this.id)?.invites ?? {};
  }

  token(): string | null {
    const tokens = knownMatch(this.id)?.tokens ?? {};
    return tokens[this.held[0] ?? 0] ?? tokens[0] ?? null;
  }
}
