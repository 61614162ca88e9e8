/** What a person at this page does in a match: each command is sent with a token of their seats, and its answer is shown. */
import * as api from '../../api/client';
import { asRefusal } from '../../api/refusal';
import type { GameEvent, HintView, MatchView, Reaction } from '../../api/types';
import { rememberRematch, tokenOf } from '../knownMatches';

/** The status with which a server refuses requests that come too often. */
const TOO_MANY_REQUESTS = 429;

/** Where a command was refused: on the board, or at the controls. */
export type CommandPlace = 'board' | 'controls';

/** The match that the commands are for. */
interface Commanded {
  readonly id: string;
  readonly latest: MatchView | null;
  readonly match: MatchView | null;
  readonly held: readonly number[];
  readonly watcher: boolean;
  readonly interactive: boolean;
  hint: HintView | null;
  token(): string | null;
  dismiss(): void;
  say(text: string, shown?: boolean): void;
  show(match: MatchView, events: GameEvent[], action?: string): void;
  refuse(problem: unknown, where: CommandPlace): void;
}

type Acted = Promise<{ match: MatchView; events: GameEvent[] }>;

export class Commands {
  /** The command that has not been answered yet. */
  pending = $state<string | null>(null);
  /** Help that was requested, and that would turn a counted try into practice. */
  help = $state.raw<(() => Promise<void>) | null>(null);
  /** Has the person at this page taken something back? */
  undone = $state(false);
  /** Starting over may take two commands. */
  restarting = $state(false);
  #practises = false;
  #of: Commanded;

  constructor(commanded: Commanded) {
    this.#of = commanded;
  }

  async play(text: string): Promise<void> {
    const match = this.#of.latest;
    if (!match || !this.#of.interactive) return;
    const token = tokenOf(this.#of.id, match.turn);
    if (token) await this.#act('move', 'board', () => api.move(this.#of.id, text, match.ply, token));
  }

  fill = (): Promise<void> => this.#command('fill', (token) => api.fill(this.#of.id, token));

  async undo(): Promise<void> {
    if (this.#wouldCost(() => this.undo())) return;
    this.undone = true;
    return this.#command('undo', (token) => api.undo(this.#of.id, token));
  }

  redo = (): Promise<void> => this.#command('redo', (token) => api.redo(this.#of.id, token));

  offer(what: 'draw' | 'takeback' | 'restart', answer: api.OfferAnswer = 'offer'): Promise<void> {
    return this.#command(what, (token) => api[what](this.#of.id, answer, token));
  }

  resign(): Promise<void> {
    const { latest, held } = this.#of;
    const seat = latest && held.includes(latest.turn) ? latest.turn : (held[0] ?? null);
    return this.#command('resign', (token) => api.resign(this.#of.id, seat, token));
  }

  /** Start over: at once where the rules allow it, else by resigning first. */
  async restart(): Promise<void> {
    if (this.#wouldCost(() => this.restart())) return;
    this.restarting = true;
    if (!this.#of.latest?.can.restart && this.#of.latest?.result === null) await this.resign();
    if (this.#of.latest?.can.restart) await this.offer('restart');
    this.restarting = false;
  }

  claim = (result: 'win' | 'draw'): Promise<void> =>
    this.#command('claim', (token) => api.claim(this.#of.id, result, token));

  async changeLevel(seat: number, level: string): Promise<void> {
    if (this.#isBegun && this.#wouldCost(() => this.changeLevel(seat, level))) return;
    return this.#command('level', (token) => api.changeLevel(this.#of.id, seat, level, token));
  }

  async changePrompt(seat: number, prompt: string): Promise<void> {
    if (this.#wouldCost(() => this.changePrompt(seat, prompt))) return;
    return this.#command('prompt', (token) => api.changePrompt(this.#of.id, seat, prompt, token));
  }

  stopShow = (): Promise<void> => this.#command('stop', (token) => api.stop(this.#of.id, token));

  /** The id of the match that follows this one; null where the other side has to agree first. */
  async rematch(answer: api.OfferAnswer = 'offer'): Promise<string | null> {
    const token = this.#of.token();
    if (!token) return this.#of.match?.rematch ?? null;
    return this.#carryOut('rematch', 'controls', null, async () => {
      const made = await api.rematch(this.#of.id, answer, token);
      if (made.id === null) {
        this.#of.show(made.match, []);
        return null;
      }
      const used = this.#of.held[0];
      const after = made.seats[0]?.seat;
      const swapped = used !== undefined && after !== undefined && used !== after;
      rememberRematch(this.#of.id, made.match, (seat) => (swapped ? 3 - seat : seat));
      return made.id;
    });
  }

  async react(reaction: Reaction): Promise<void> {
    const token = this.#of.token();
    if (!token) return;
    try {
      await api.react(this.#of.id, reaction, token);
    } catch (problem) {
      if (asRefusal(problem).status === TOO_MANY_REQUESTS) this.#of.say('Wait a second between reactions.', true);
      else this.#of.refuse(problem, 'controls');
    }
  }

  async askHint(): Promise<void> {
    if (this.#wouldCost(() => this.askHint())) return;
    const token = this.#of.latest && tokenOf(this.#of.id, this.#of.latest.turn);
    if (!token) return;
    const ply = this.#of.latest?.ply;
    await this.#carryOut('hint', 'controls', undefined, async () => {
      const hint = await api.hint(this.#of.id, token);
      if (this.#of.latest?.ply !== ply) return;
      this.#of.show(hint.match, []);
      this.#of.hint = hint;
    });
  }

  /** Go on with what would have cost the try. */
  practise(): void {
    this.#practises = true;
    void this.help?.();
    this.help = null;
  }

  /** Has anybody moved, after an opening that was given? */
  get #isBegun(): boolean {
    const { match } = this.#of;
    return match !== null && match.ply > match.opening;
  }

  /** Would it turn a counted try at a board of the day into practice? Then it waits until the person agrees. */
  #wouldCost(run: () => Promise<void>): boolean {
    const { match, watcher } = this.#of;
    const isTry = match?.daily != null && !match.assisted && !watcher; // also when it is over: others would see practice
    if (!isTry || this.#practises) return false;
    this.help = run;
    return true;
  }

  #command(name: string, run: (token: string) => Acted): Promise<void> {
    const { id, latest } = this.#of;
    const token = (latest && tokenOf(id, latest.turn)) ?? this.#of.token();
    return token ? this.#act(name, 'controls', () => run(token)) : Promise.resolve();
  }

  async #act(name: string, where: CommandPlace, run: () => Acted): Promise<void> {
    if (this.pending === name) return;
    await this.#carryOut(name, where, undefined, async () => {
      const acted = await run();
      this.#of.show(acted.match, acted.events, name === 'restart' ? 'restarted' : '');
    });
  }

  /** Runs a command; returns its result, or `otherwise` where it was refused. */
  async #carryOut<T>(name: string, where: CommandPlace, otherwise: T, run: () => Promise<T>): Promise<T> {
    this.pending = name;
    this.#of.dismiss();
    try {
      return await run();
    } catch (problem) {
      this.#of.refuse(problem, where);
      return otherwise;
    } finally {
      this.pending = null;
    }
  }
}
