/** The puzzles of one game that somebody can solve: today's three, moments of their own matches, and practice. */
import * as api from '../../api/client';
import type { PuzzleView } from '../../api/types';
import { mistakeId, noteSolved, ownMistakes, type OwnMistake } from '../../state/you/ownMistakes';
import { puzzleBook } from '../../state/you/puzzleBook.svelte';
import { ownQuestion, packagedQuestion, type Question } from './question';
import { nextLeft, ownHash, PRACTICE, type PuzzleAddress } from './address';

const HIGHEST_RATING = 4000;
/** How much further from one's rating to look for a puzzle where those near it are used up, and how far at most. */
const STEP = 60;
const FURTHEST = 600;

export class PuzzleSet {
  readonly game: string;
  today = $state.raw<PuzzleView[]>([]);
  own = $state.raw<OwnMistake[]>([]);

  constructor(game: string) {
    this.game = game;
    this.own = ownMistakes().filter((one) => one.game === game);
  }

  async load(): Promise<void> {
    if (this.today.length === 0) this.today = (await api.dailyPuzzles(this.game)).puzzles;
  }

  /** The first of today's that was not answered yet; practice after the last one. */
  get first(): string {
    const open = this.today.findIndex(({ id }) => puzzleBook.answerTo(id) === null);
    return open < 0 ? PRACTICE : String(open + 1);
  }

  /** What is asked; null where there is nothing of one's own. `solving` is the puzzle that is on the board now. */
  async find(wanted: PuzzleAddress, solving: string | null): Promise<Question | null> {
    if (wanted.kind === 'daily') return packagedQuestion(this.today[wanted.number - 1] ?? this.today[0]!);
    if (wanted.kind === 'practice') return packagedQuestion(await this.#freshPuzzle(solving));
    if (wanted.kind === 'one') return packagedQuestion(await api.puzzle(this.game, wanted.id));
    const mistake =
      wanted.id === null
        ? (this.own.find(({ solved }) => !solved) ?? this.own[0])
        : this.own.find((one) => mistakeId(one) === wanted.id);
    return mistake ? ownQuestion(mistake) : null;
  }

  /** What comes after it in the round of today's or of one's own; null if that is practice. */
  after(which: PuzzleAddress | null, solving: string | null): string | null {
    if (which?.kind === 'practice') return null;
    if (which?.kind === 'own') {
      const left = nextLeft(
        this.own.map(({ solved }) => !solved),
        this.own.findIndex((one) => mistakeId(one) === solving),
      );
      return left === null ? null : ownHash(mistakeId(this.own[left]!));
    }
    const open = this.today.map(({ id }) => puzzleBook.answerTo(id) === null);
    const left = nextLeft(open, which?.kind === 'daily' ? which.number - 1 : -1);
    return left === null ? null : String(left + 1);
  }

  /** Notes that a moment of one's own was solved; returns whether the browser keeps that. */
  noteSolved(id: string): boolean {
    this.own = this.own.map((one) => (mistakeId(one) === id ? { ...one, solved: true } : one));
    return noteSolved(id);
  }

  /** A puzzle near one's rating that was not answered before; further away from it where those are used up. */
  async #freshPuzzle(solving: string | null): Promise<PuzzleView> {
    const { rating } = puzzleBook.ratingOf(this.game);
    for (let spread = 0; ; spread += STEP) {
      const wanted = Math.round(rating + spread * (2 * Math.random() - 1));
      const puzzle = await api.practicePuzzle(this.game, Math.min(HIGHEST_RATING, Math.max(0, wanted)));
      const isNew = puzzleBook.answerTo(puzzle.id) === null && puzzle.id !== solving;
      if (isNew || spread > FURTHEST) return puzzle;
    }
  }
}
