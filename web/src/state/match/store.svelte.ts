/** A match as this page knows it: the connection to the server, and the commands of the people at this screen.
 *
 * Only the server changes a match. An answer and a live message may bring the same change in either order; the match's
 * version says which is newer, and an older one is dropped. `latest` is the match as the server has it, `match` as far
 * as the board has shown it.
 */
import * as api from '../../api/client';
import { asRefusal, refusalText } from '../../api/refusal';
import * as early from '../../api/prefetch';
import { Live, type Connection, type Socket } from '../../api/live';
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
import { forget, knownMatch, refresh, rememberRematch, seatsHeld, tokenOf } from '../knownMatches';
import { isComplete, seatNames } from '../seatNames';
import { actionNotice } from '../sentences';
import { answerDelay } from './answerDelay';
import { Lookback } from './lookback.svelte';
import { Presence } from './presence.svelte';
import { Previews } from './previews.svelte';
import { Showing } from './showing.svelte';

export interface Thinking {
  seat: number;
  thought: ThoughtSoFar | null;
}

interface Problem {
  code: string;
  message: string;
  /** Where it happened: while loading, on the board, or at the controls. */
  where: 'load' | 'board' | 'controls';
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

const RETRY_LOAD = 1500;

export class MatchStore {
  readonly id: string;
  latest = $state.raw<MatchView | null>(null);
  readonly showing = new Showing();
  connection = $state<Connection>('connecting');
  /** Whether the connection was there once and has been lost. */
  lost = $state(false);
  thinking = $state.raw<Thinking | null>(null);
  problem = $state.raw<Problem | null>(null);
  /** The command that has not been answered yet. */
  pending = $state<string | null>(null);
  /** Help that was asked for and would make a counted try practice. */
  help = $state.raw<(() => Promise<void>) | null>(null);
  practises = false;
  /** Has the person at this page taken something back? */
  undone = $state(false);
  /** Starting over may take two commands. */
  restarting = $state(false);
  hint = $state.raw<HintView | null>(null);
  notice = $state.raw<Notice>({ text: '', number: 0, shown: false });
  reaction = $state.raw<ShownReaction | null>(null);
  held = $state.raw<number[]>([]);
  invites = $state.raw<Record<string, string>>({});
  readonly skew = new Skew();
  readonly presence = new Presence();
  readonly previews = new Previews();
  readonly lookback = new Lookback();

  match = $derived(this.showing.match);
  over = $derived(this.match !== null && this.match.result !== null);
  complete = $derived(this.match !== null && isComplete(this.match));
  names = $derived(this.match === null ? [] : seatNames(this.match, this.held));
  /** Also once everything that is known has been shown, so that a person may act on it. */
  yourTurn = $derived(
    this.match !== null && !this.over && this.complete && this.held.includes(this.match.turn) && !this.showing.busy,
  );
  reachable = $derived(this.connection === 'live' || (this.connection !== 'offline' && !this.lost));
  interactive = $derived(this.yourTurn && this.reachable && this.lookback.ply === null && this.pending !== 'move');
  watcher = $derived(this.held.length === 0);
  /** Has the person at this page invited somebody who has not come yet? */
  isWaiting = $derived(!this.complete && !this.over && !this.watcher);
  /** Is it over, and will it stay so? One that is resigned in order to start over does not. */
  isSettled = $derived(this.over && this.latest?.result !== null && !this.restarting && this.pending === null);

  #live: Live | null = null;
  #open: () => Socket;
  #closed = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #missed: GameEvent[][] = [];

  constructor(id: string, open: () => Socket = () => openLive(id)) {
    this.id = id;
    this.#open = open;
    this.#readSeats();
  }

  async start(given: MatchView | null = null): Promise<void> {
    if (given) this.#show(given, []);
    this.#live = new Live(
      {
        since: () => this.latest?.version ?? null,
        token: () => this.#anyToken(),
        onmessage: (message) => this.#hear(message),
        onconnection: (connection) => this.#connected(connection),
      },
      this.#open,
    );
    if (!given) await this.#load();
  }

  stop(): void {
    this.#closed = true;
    this.#live?.close();
    clearTimeout(this.#retry);
    this.previews.stop();
    this.showing.stop();
  }

  wake(): void {
    this.#live?.wake();
  }

  // What a person does.

  async play(text: string): Promise<void> {
    const match = this.latest;
    if (!match || !this.interactive) return;
    const token = tokenOf(this.id, match.turn);
    if (token) await this.#act('move', 'board', () => api.move(this.id, text, match.ply, token));
  }

  fill = (): Promise<void> => this.#command('fill', (token) => api.fill(this.id, token));
  async undo(): Promise<void> {
    if (this.#wouldCost(() => this.undo())) return;
    this.undone = true;
    return this.#command('undo', (token) => api.undo(this.id, token));
  }
  redo = (): Promise<void> => this.#command('redo', (token) => api.redo(this.id, token));

  offer(what: 'draw' | 'takeback' | 'restart', answer: api.OfferAnswer = 'offer'): Promise<void> {
    return this.#command(what, (token) => api[what](this.id, answer, token));
  }

  resign(): Promise<void> {
    const { latest, held } = this;
    const seat = latest && held.includes(latest.turn) ? latest.turn : (held[0] ?? null);
    return this.#command('resign', (token) => api.resign(this.id, seat, token));
  }

  /** Start over: at once where the rules allow it, else by resigning first. */
  async restart(): Promise<void> {
    if (this.#wouldCost(() => this.restart())) return;
    this.restarting = true;
    if (!this.latest?.can.restart && this.latest?.result === null) await this.resign();
    if (this.latest?.can.restart) await this.offer('restart');
    this.restarting = false;
  }

  claim = (result: 'win' | 'draw'): Promise<void> =>
    this.#command('claim', (token) => api.claim(this.id, result, token));
  async changeLevel(seat: number, level: string): Promise<void> {
    if (this.#isBegun && this.#wouldCost(() => this.changeLevel(seat, level))) return;
    return this.#command('level', (token) => api.changeLevel(this.id, seat, level, token));
  }
  async changePrompt(seat: number, prompt: string): Promise<void> {
    if (this.#wouldCost(() => this.changePrompt(seat, prompt))) return;
    return this.#command('prompt', (token) => api.changePrompt(this.id, seat, prompt, token));
  }
  stopShow = (): Promise<void> => this.#command('stop', (token) => api.stop(this.id, token));

  /** The id of the match that follows this one; null where the other side has to agree first. */
  async rematch(answer: api.OfferAnswer = 'offer'): Promise<string | null> {
    const token = this.#anyToken();
    if (!token) return this.match?.rematch ?? null;
    this.pending = 'rematch';
    this.problem = null;
    try {
      const made = await api.rematch(this.id, answer, token);
      if (made.id === null) {
        this.#show(made.match, []);
        return null;
      }
      const used = this.held[0];
      const after = made.seats[0]?.seat;
      const swapped = used !== undefined && after !== undefined && used !== after;
      rememberRematch(this.id, made.match, (seat) => (swapped ? 3 - seat : seat));
      return made.id;
    } catch (problem) {
      this.#refuse(problem, 'controls');
      return null;
    } finally {
      this.pending = null;
    }
  }

  /** The seat that offers something now; null where nobody does. */
  offeredBy(what: OfferView['offer']): number | null {
    return this.match?.offers.find((one) => one.offer === what)?.seat ?? null;
  }

  async react(reaction: Reaction): Promise<void> {
    const token = this.#anyToken();
    if (!token) return;
    try {
      await api.react(this.id, reaction, token);
    } catch (problem) {
      this.#refuse(problem, 'controls');
    }
  }

  async askHint(): Promise<void> {
    if (this.#wouldCost(() => this.askHint())) return;
    const token = this.latest && tokenOf(this.id, this.latest.turn);
    if (!token) return;
    this.pending = 'hint';
    this.problem = null;
    const ply = this.latest?.ply;
    try {
      const hint = await api.hint(this.id, token);
      if (this.latest?.ply !== ply) return;
      this.#show(hint.match, []);
      this.hint = hint;
    } catch (problem) {
      this.#refuse(problem, 'controls');
    } finally {
      this.pending = null;
    }
  }

  /** What a move would do; null when nobody points at one any more. */
  askPreview(text: string | null): void {
    this.previews.ask(text, this.reachable ? this.latest : null);
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
      this.#refuse(problem, 'controls');
    }
  }

  dismiss(): void {
    this.problem = null;
  }

  /** Has anybody moved, after an opening that was given? */
  get #isBegun(): boolean {
    return this.match !== null && this.match.ply > this.match.opening;
  }

  /** Would it make a counted try at a board of the day practice? Then it waits until that was agreed to. */
  #wouldCost(run: () => Promise<void>): boolean {
    const { match } = this;
    const isTry = match?.daily != null && !match.assisted && !this.watcher; // also when it is over: its result would go
    if (!isTry || this.practises) return false;
    this.help = run;
    return true;
  }

  /** Go on with what would have cost the try. */
  practise(): void {
    this.practises = true;
    void this.help?.();
    this.help = null;
  }

  // What the server says.

  #hear(message: LiveMessage): void {
    switch (message.type) {
      case 'action':
        this.skew.heard(message.action.at);
        if (message.match) this.#show(message.match, message.events, message.action.kind);
        else if (message.version > (this.latest?.version ?? -1)) this.#missed.push(message.events);
        this.#notice(message.action);
        break;
      case 'match': {
        // One missed action is shown as it happened; of several, only where they led.
        const missed = this.#missed.length === 1 ? (this.#missed[0] ?? []) : [];
        this.#missed = [];
        this.#show(message.match, missed);
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
        if (this.latest && message.at_version > this.latest.version) this.#live?.resume();
        break;
      case 'error':
        if (message.errorCode === 'unknown_match') this.#gone(message.message);
        break;
      case 'progress':
        break;
    }
  }

  #connected(connection: Connection): void {
    if (this.connection === 'live' && connection !== 'live') this.lost = true;
    if (connection === 'offline') this.lost = true;
    if (connection === 'live') {
      this.lost = false;
      if (this.problem?.code === 'offline') this.problem = null;
    }
    this.connection = connection;
  }

  /** How many moves ahead the AI player to move has looked: as far as it has said, or, once its move is here and waits to
   *  be shown, as far as it did. */
  get thoughtDepth(): number {
    const waiting = this.latest?.history[this.match?.ply ?? 0];
    return waiting?.thought?.depth ?? this.thinking?.thought?.depth ?? 0;
  }

  #show(match: MatchView, events: GameEvent[], action = ''): void {
    const before = this.latest;
    if (before && match.version < before.version) return;
    if (before && match.version === before.version) events = []; // the same once more; what it did is being shown
    const moved = before === null || match.ply !== before.ply || action === 'restarted' || match.turn !== before.turn;
    this.latest = match;
    this.showing.add({ match, events, pause: answerDelay(match, before, this.held) });
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

  async #load(): Promise<void> {
    try {
      this.#show(await early.match(this.id), []);
    } catch (problem) {
      if (this.#closed || this.latest) return;
      const refused = asRefusal(problem);
      if (refused.errorCode === 'unknown_match') this.#gone(refused.message);
      else this.#refuse(refused, 'load');
      if (refused.passing) this.#retry = setTimeout(() => void this.#load(), RETRY_LOAD);
    }
  }

  #gone(message: string): void {
    forget(this.id);
    this.problem = { code: 'unknown_match', message, where: 'load' };
    this.#live?.close();
  }

  // How a command is carried out.

  #command(name: string, run: (token: string) => Promise<{ match: MatchView; events: GameEvent[] }>): Promise<void> {
    const token = (this.latest && tokenOf(this.id, this.latest.turn)) ?? this.#anyToken();
    return token ? this.#act(name, 'controls', () => run(token)) : Promise.resolve();
  }

  async #act(
    name: string,
    where: 'board' | 'controls',
    run: () => Promise<{ match: MatchView; events: GameEvent[] }>,
  ): Promise<void> {
    if (this.pending === name) return;
    this.pending = name;
    this.problem = null;
    try {
      const acted = await run();
      this.#show(acted.match, acted.events, name === 'restart' ? 'restarted' : '');
    } catch (problem) {
      this.#refuse(problem, where);
    } finally {
      this.pending = null;
    }
  }

  #refuse(problem: unknown, where: Problem['where']): void {
    const { errorCode, match } = asRefusal(problem);
    if (match) this.#show(match, []);
    this.problem = { code: errorCode, message: refusalText(problem), where };
    if (errorCode === 'offline') this.#live?.wake();
  }

  #readSeats(): void {
    this.held = seatsHeld(this.id);
    this.invites = knownMatch(this.id)?.invites ?? {};
  }

  #anyToken(): string | null {
    const tokens = knownMatch(this.id)?.tokens ?? {};
    return tokens[this.held[0] ?? 0] ?? tokens[0] ?? null;
  }
}
