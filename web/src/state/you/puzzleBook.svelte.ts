/** A rating per game, and which puzzles were answered. A puzzle counts once, by its first answer. */
import rate from 'glicko2-lite';
import { isTable } from '../../lib/values';
import { load, save } from '../storage';

interface PuzzleRating {
  rating: number;
  /** How unsure the rating is, and how much it goes up and down: as in Glicko-2. */
  deviation: number;
  volatility: number;
  solved: number;
  tried: number;
}

/** What is kept; also in an exported file. */
export interface PuzzleProgress {
  ratings: Record<string, PuzzleRating>;
  /** By id: whether the first answer was right. The latest come last. */
  answered: Record<string, boolean>;
}

export interface RatedPuzzle {
  id: string;
  game: string;
  rating: number;
}

const KEY = 'puzzles';
/** More than all puzzles of the package. */
const MOST_ANSWERED = 10_000;
/** The rating of somebody new: below the middle of the puzzles. With Glicko-2's usual deviation of 350 the first
 *  answers would move it by 200, even to puzzles near it; with 200 they move it by up to 100. */
const NEW: PuzzleRating = { rating: 1200, deviation: 200, volatility: 0.06, solved: 0, tried: 0 };
/** From this deviation on a rating is only approximate; about ten puzzles bring somebody new below it. */
const UNSURE = 110;
/** Of the rating of a puzzle: it comes from about fifteen tries of the levels. */
const PUZZLE_DEVIATION = 100;

/** Whether it is still uncertain, so that each answer moves it far. */
export const isUnsure = ({ deviation }: Pick<PuzzleRating, 'deviation'>): boolean => deviation >= UNSURE;

/** "1423", or "about 1200" while it is still uncertain. */
export function ratingText(rating: Pick<PuzzleRating, 'rating' | 'deviation'>): string {
  return isUnsure(rating) ? `about ${10 * Math.round(rating.rating / 10)}` : `${Math.round(rating.rating)}`;
}

class PuzzleBook {
  /** As it is kept. An answer counts at once, even if the page is closed before the board has shown what follows. */
  #kept = read();
  /** As far as it may be seen: an answer, and what it did to the rating, from `show` on. */
  #shown = $state.raw<PuzzleProgress>(this.#kept);
  /** Whether the last answer was kept; else it is lost when the page is closed. */
  isKept = $state(true);

  get progress(): PuzzleProgress {
    return this.#kept;
  }

  ratingOf(game: string): PuzzleRating {
    return this.#shown.ratings[game] ?? NEW;
  }

  /** Whether the first answer to this puzzle was right; null if there was none. */
  answerTo(id: string): boolean | null {
    return this.#shown.answered[id] ?? null;
  }

  /** Notes an answer, which is not seen before `show`; returns by how many points the rating changed, or null if the
   *  puzzle had been answered before. */
  note({ id, game, rating }: RatedPuzzle, right: boolean): number | null {
    if (this.isKept) this.#kept = read();
    if (this.#kept.answered[id] !== undefined) return null;
    const before = this.#kept.ratings[game] ?? NEW;
    const after = rated(before, rating, right);
    const answered = Object.entries({ ...this.#kept.answered, [id]: right }).slice(-MOST_ANSWERED);
    this.#keep({
      ratings: { ...this.#kept.ratings, [game]: after },
      answered: Object.fromEntries(answered),
    });
    return Math.round(after.rating) - Math.round(before.rating);
  }

  /** The board has shown what follows from all answers. */
  show(): void {
    this.#shown = this.#kept;
  }

  /** Take over what another browser kept: of each game, the rating with more puzzles behind it. How many answers are
   *  new. */
  take(other: PuzzleProgress): number {
    this.reload();
    const fresh = Object.keys(other.answered).filter((id) => this.answerTo(id) === null).length;
    const ratings = { ...this.#kept.ratings };
    for (const [game, one] of Object.entries(other.ratings))
      if (one.tried > (ratings[game]?.tried ?? 0)) ratings[game] = one;
    this.#keep({ ratings, answered: { ...other.answered, ...this.#kept.answered } });
    this.show();
    return fresh;
  }

  /** Another tab may have added something. */
  reload(): void {
    this.#kept = read();
    this.show();
  }

  #keep(progress: PuzzleProgress): void {
    this.#kept = progress;
    this.isKept = save(KEY, progress);
  }
}

function rated(before: PuzzleRating, puzzle: number, right: boolean): PuzzleRating {
  const opponent: [number, number, number] = [puzzle, PUZZLE_DEVIATION, right ? 1 : 0];
  const { rating, rd, vol } = rate(before.rating, before.deviation, before.volatility, [opponent]);
  return {
    rating,
    deviation: rd,
    volatility: vol,
    solved: before.solved + (right ? 1 : 0),
    tried: before.tried + 1,
  };
}

/** What is kept, without what is damaged. */
function read(): PuzzleProgress {
  const kept = load<unknown>(KEY, null);
  return isPuzzleProgress(kept) ? kept : { ratings: {}, answered: {} };
}

export function isPuzzleProgress(value: unknown): value is PuzzleProgress {
  if (!isTable(value)) return false;
  const { ratings, answered } = value;
  return (
    isTable(ratings) &&
    Object.values(ratings).every(isRating) &&
    isTable(answered) &&
    Object.values(answered).every((right) => typeof right === 'boolean')
  );
}

function isRating(value: unknown): value is PuzzleRating {
  if (!isTable(value)) return false;
  const { rating, deviation, volatility, solved, tried } = value;
  const isPositive = (one: unknown): boolean => typeof one === 'number' && Number.isFinite(one) && one > 0;
  return (
    Number.isFinite(rating) &&
    isPositive(deviation) &&
    isPositive(volatility) &&
    Number.isInteger(solved) &&
    Number.isInteger(tried)
  );
}

export const puzzleBook = new PuzzleBook();
