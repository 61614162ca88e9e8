/** Somebody's attempt at a question: moves are judged one by one, and the board shows what follows from them. */
import { refusalText } from '../../api/refusal';
import type { ReplayStep } from '../../api/types';
import type { Judgement, Question } from './question';
import { answerWords, replyWords } from './words';

/** Between two moves that the board shows by itself. */
const PAUSE = 700;

export type Standing =
  /** A move is asked for. */
  | 'open'
  /** The answer is on its way, or the board shows what follows from it. */
  | 'showing'
  | 'right'
  | 'wrong'
  /** The answer was shown. */
  | 'revealed';

interface Asked {
  step: ReplayStep;
  legal: string[];
  /** Its place in a replay from the start. */
  ply: number;
  /** The right moves that led there. */
  given: string[];
}

export class Attempt {
  readonly question: Question;
  standing = $state<Standing>('open');
  /** What the board shows. */
  step = $state.raw<ReplayStep>()!;
  reason = $state('');
  problem = $state('');
  /** The position in which a move is asked for. */
  #asked = $state.raw<Asked>()!;
  #judgement: Judgement | null = null;
  /** Moves that the board is yet to show, and what comes after them. */
  #line: ReplayStep[] = [];
  #end: () => void = () => undefined;
  #isMoving = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #onanswer: (right: boolean) => void;
  readonly #onverdict: () => void;

  /** `onanswer` hears of an answer that decides it, at once; `onverdict` when the board has shown what follows. */
  constructor(question: Question, onanswer: (right: boolean) => void, onverdict: () => void = () => undefined) {
    this.question = question;
    this.#onanswer = onanswer;
    this.#onverdict = onverdict;
    this.#asked = { step: question.start, legal: question.legal, ply: question.start.ply, given: [] };
    this.step = question.start;
  }

  get legal(): string[] {
    return this.standing === 'open' ? this.#asked.legal : [];
  }

  get isAnswered(): boolean {
    return this.standing === 'right' || this.standing === 'wrong' || this.standing === 'revealed';
  }

  /** How many right moves have been found, where more are asked for. */
  get found(): number {
    return this.#asked.given.length;
  }

  async play(text: string): Promise<void> {
    if (this.standing !== 'open') return;
    const given = [...this.#asked.given, text];
    const judgement = await this.#judge(given);
    if (!judgement) return;
    this.#judgement = judgement;
    if (judgement.done) this.#onanswer(judgement.right);
    this.#show(judgement.replay.steps.slice(judgement.line - 1), () => this.#settleOn(judgement, given));
  }

  /** Back to where the move was asked for. */
  retry(): void {
    this.stop();
    this.reason = '';
    this.step = still(this.#asked.step);
    this.standing = 'open';
  }

  async reveal(): Promise<void> {
    const solution = this.#judgement?.solution;
    if (!solution || this.standing !== 'wrong') return;
    const judgement = await this.#judge(solution);
    if (!judgement) return;
    this.step = still(this.#asked.step);
    this.reason = '';
    const line = judgement.replay.steps.slice(this.#asked.ply + 1);
    this.#show(line, () => this.#close('revealed', this.#solutionWords(solution, judgement)), PAUSE);
  }

  /** The board has come to rest. */
  settle(): void {
    if (!this.#isMoving) return;
    this.#isMoving = false;
    if (this.#line.length > 0) this.#timer = setTimeout(() => this.#next(), PAUSE);
    else this.#end();
  }

  /** Somebody does not want to wait; returns whether there was anything to wait for. */
  hurry(): boolean {
    if (this.standing !== 'showing' || this.#isMoving || this.#line.length === 0) return false;
    clearTimeout(this.#timer);
    this.#next();
    return true;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#line = [];
    this.#isMoving = false;
  }

  async #judge(moves: string[]): Promise<Judgement | null> {
    const before = this.standing;
    this.problem = '';
    this.standing = 'showing';
    try {
      return await this.question.judge(moves);
    } catch (refused) {
      this.problem = refusalText(refused);
      this.standing = before;
      return null;
    }
  }

  #show(line: ReplayStep[], end: () => void, wait = 0): void {
    this.#line = line;
    this.#end = end;
    if (wait) this.#timer = setTimeout(() => this.#next(), wait);
    else this.#next();
  }

  #next(): void {
    const step = this.#line.shift();
    if (!step) return this.#end();
    this.#isMoving = true;
    this.step = step;
  }

  #settleOn(judgement: Judgement, given: string[]): void {
    const { steps, legal } = judgement.replay;
    if (judgement.right && judgement.done) return this.#close('right', judgement.reason);
    const reply = this.#reply(steps[judgement.line]);
    if (judgement.done) return this.#close('wrong', `${judgement.reason} ${reply}`.trim());
    this.#asked = { step: steps.at(-1)!, legal, ply: steps.length - 1, given };
    this.#close('open', reply);
  }

  /** What the other side answered. */
  #reply(step: ReplayStep | undefined): string {
    const { game, start } = this.question;
    return step ? replyWords(game, start, step) : '';
  }

  /** The answer in words, and what it is worth where it is one move. */
  #solutionWords(solution: string[], { reason }: Judgement): string {
    const { game, start } = this.question;
    const left = solution.slice(this.found);
    return `${answerWords(game, start, left)}. ${left.length === 1 ? reason : ''}`.trim();
  }

  #close(standing: Standing, reason: string): void {
    this.reason = reason;
    this.standing = standing;
    if (this.isAnswered) this.#onverdict();
  }
}

/** A position to go back to: nothing moves on the way there. */
const still = (step: ReplayStep): ReplayStep => ({ ...step, events: [] });
