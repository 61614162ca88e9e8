import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Memory } from '../../../tests/memory';
import type { GameView, MatchView } from '../../api/types';
import { load, save } from '../storage';
import { ACHIEVEMENTS } from '../../games/achievements';
import { catalogue } from '../catalogue.svelte';
import {
  allTries,
  dayAfter,
  dayBefore,
  dayOf,
  medalCounts,
  medalOf,
  noteTry,
  startOf,
  timeLeftToday,
  tryAt,
} from './daily';
import { journal, keep, noteAccuracy, noteResult, noteResumed, type Result } from './journal';
import { addMistakes, ownMistakes, type OwnMistake } from './ownMistakes';
import { accuracies, bestFeats, count, countByLevel, dayStreak, winStreak } from './progress';
import { dayText } from './share';
import { isUnsure, puzzleBook, ratingText, type RatedPuzzle } from './puzzleBook.svelte';
import { BadFile, exported, imported, matchesIn } from './transfer';

beforeEach(newBrowser);

function newBrowser(): void {
  vi.stubGlobal('localStorage', new Memory());
  puzzleBook.reload();
}

/** An answer to a puzzle, and what follows from it has been shown. */
function answered(puzzle: RatedPuzzle, right: boolean): number | null {
  const points = puzzleBook.note(puzzle, right);
  puzzleBook.show();
  return points;
}

let clock = 0;

function result(changes: Partial<Result> = {}): Result {
  clock += 1;
  return {
    id: `match${clock}`,
    game: 'duel',
    mode: 'pvai',
    preset: 'guarded',
    level: 'easy',
    ending: 'won',
    ply: 30,
    assisted: false,
    daily: null,
    feats: {},
    accuracy: null,
    series: null,
    at: clock,
    ...changes,
  };
}

const MISTAKE: OwnMistake = {
  match: 'm',
  ply: 7,
  game: 'duel',
  record: 'q1.duel.1.standard.5.c3',
  played: 'd4',
  reply: 'e5',
  best: 'b2',
  purpose: 'turns two tiles',
  loss: 0.3,
  at: 1,
  solved: false,
};

describe('puzzles', () => {
  const puzzle = { id: 'duel-a', game: 'duel', rating: 1500 };

  it('change a rating once, and surely less the more were answered', () => {
    const first = answered(puzzle, true);
    expect(first).toBeGreaterThan(0);
    expect(answered(puzzle, false)).toBeNull();
    expect(puzzleBook.answerTo('duel-a')).toBe(true);
    expect(puzzleBook.ratingOf('duel')).toMatchObject({ solved: 1, tried: 1 });
    for (let n = 0; n < 30; n++) answered({ ...puzzle, id: `duel-${n}` }, n % 2 === 0);
    const later = answered({ ...puzzle, id: 'duel-z' }, false)!;
    expect(later).toBeLessThan(0);
    expect(-later).toBeLessThan(first! / 4);
  });

  it('are kept at once, and seen when the board has shown what follows', () => {
    const before = puzzleBook.ratingOf('duel');
    puzzleBook.note(puzzle, false);
    expect(puzzleBook.answerTo('duel-a')).toBeNull();
    expect(puzzleBook.ratingOf('duel')).toEqual(before);
    expect(load('puzzles', null)).toMatchObject({ answered: { 'duel-a': false }, ratings: { duel: { tried: 1 } } });
    expect(exported().puzzles).toMatchObject({ answered: { 'duel-a': false } });
    puzzleBook.show();
    expect(puzzleBook.answerTo('duel-a')).toBe(false);
    expect(puzzleBook.ratingOf('duel').rating).toBeLessThan(before.rating);
  });

  it('are only approximate at first, swing little even then, and are certain after about ten answers', () => {
    expect(ratingText(puzzleBook.ratingOf('duel'))).toBe('about 1200');
    let answers = 0;
    let widest = 0;
    for (; isUnsure(puzzleBook.ratingOf('duel')); answers++)
      widest = Math.max(widest, Math.abs(answered({ ...puzzle, id: `duel-${answers}` }, answers % 2 === 1)!));
    expect(widest).toBeLessThan(150);
    expect(answers).toBeGreaterThanOrEqual(8);
    expect(answers).toBeLessThanOrEqual(12);
    expect(ratingText({ rating: 1423.4, deviation: 90 })).toBe('1423');
  });

  it('rate by Glicko-2: the numbers are worked out by hand', () => {
    save('puzzles', {
      ratings: { duel: { rating: 1500, deviation: 200, volatility: 0.06, solved: 0, tried: 9 } },
      answered: {},
    });
    puzzleBook.reload();
    answered({ ...puzzle, rating: 1500 }, true);
    const { rating, deviation } = puzzleBook.ratingOf('duel');
    expect(rating).toBeCloseTo(1584.5, 0);
    expect(deviation).toBeCloseTo(175.5, 0);
  });

  it('of another tab are seen, and those of a page that can keep nothing go on until it is closed', () => {
    answered(puzzle, true);
    save('puzzles', { ratings: {}, answered: { 'duel-b': false } });
    expect(answered({ ...puzzle, id: 'duel-b' }, true)).toBeNull();
    vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
      throw new DOMException('QuotaExceededError');
    });
    answered({ ...puzzle, id: 'duel-c' }, true);
    answered({ ...puzzle, id: 'duel-d' }, true);
    expect(puzzleBook.isKept).toBe(false);
    expect(puzzleBook.ratingOf('duel').tried).toBe(2);
  });

  it('forget what is damaged', () => {
    save('puzzles', { ratings: { duel: { rating: 'high' } }, answered: {} });
    puzzleBook.reload();
    expect(puzzleBook.ratingOf('duel').tried).toBe(0);
  });
});

const over = (id: string, won: string, updated_at: number, changes: Partial<MatchView> = {}): MatchView =>
  ({
    ...{ id, game: 'duel', result: won, updated_at, ply: 30, assisted: false, daily: null, preset: null, history: [] },
    seats: [{}, {}],
    ...changes,
  }) as unknown as MatchView;

const reached = (results: readonly Result[]): string[] =>
  ACHIEVEMENTS.filter((one) => one.isReached(results)).map(({ title }) => title);

describe('the journal', () => {
  it('has one entry per match, the latest first, and keeps what an analysis said', () => {
    const first = result();
    keep([first, result({ id: 'b' })]);
    noteAccuracy(first.id, 71);
    keep([{ ...first, at: first.at + 100 }]);
    expect(journal().map(({ id, ply, accuracy }) => [id, ply, accuracy])).toEqual([
      ['b', 30, null],
      [first.id, 30, 71],
    ]);
  });

  it('keeps a match that is looked at again in its place', () => {
    noteResult(over('lost', '2', 100), [1]);
    noteResult(over('won', '1', 200), [1]);
    noteResult(over('lost', '2', 300), [1]);
    expect(journal().map(({ id, at }) => [id, at])).toEqual([
      ['won', 200],
      ['lost', 100],
    ]);
    expect(winStreak(journal()).now).toBe(1);
  });

  it('keeps the first result of a match that goes on, and what follows is no new one', () => {
    noteResult(over('a', '2', 100), [1]);
    noteAccuracy('a', 40);
    noteResumed('a');
    noteResult(over('a', '1', 300, { assisted: true, ply: 33 }), [1]);
    noteAccuracy('a', 99);
    expect(journal()).toHaveLength(1);
    expect(journal()[0]).toMatchObject({ ending: 'lost', ply: 30, assisted: false, accuracy: 40, at: 100 });
    expect(winStreak(journal())).toEqual({ now: 0, best: 0 });
    expect(reached(journal())).toEqual([]);
  });

  it('sees that a match went on while no page of this browser was open', () => {
    noteResult(over('a', '2', 100), [1]);
    noteResult(over('a', '1', 300), [1]);
    noteAccuracy('a', 99);
    expect(journal()[0]).toMatchObject({ ending: 'lost', accuracy: null, resumed: true });
  });

  it('reads what earlier pages kept, which knew nothing of matches that go on', () => {
    const early = result({ id: 'a', ending: 'lost' });
    save('journal', [early]);
    expect(journal()).toEqual([early]);
    noteResumed('a');
    expect(journal()).toEqual([{ ...early, resumed: true }]);
    save('journal', [{ ...early, resumed: 'yes' }]);
    expect(journal()).toEqual([]);
  });

  it('reads around what is damaged', () => {
    save('journal', [{ id: 5 }, null, result({ id: 'good' })]);
    expect(journal().map(({ id }) => id)).toEqual(['good']);
    save('journal', { no: 'list' });
    expect(journal()).toEqual([]);
  });
});

describe('progress', () => {
  it('counts by level in the order of the ladder, people last', () => {
    const all = [result({ level: null, mode: 'pvp' }), result({ level: 'hard', ending: 'lost' }), result()];
    expect(countByLevel(all, ['easy', 'medium', 'hard'])).toEqual([
      ['easy', { matches: 1, won: 1, helped: 0, drawn: 0, lost: 0 }],
      ['hard', { matches: 1, won: 0, helped: 0, drawn: 0, lost: 1 }],
      [null, { matches: 1, won: 1, helped: 0, drawn: 0, lost: 0 }],
    ]);
    expect(count(all)).toEqual({ matches: 3, won: 2, helped: 0, drawn: 0, lost: 1 });
  });

  it('knows wins in a row, now and at best', () => {
    const endings = ['won', 'won', 'lost', 'won', 'won', 'won', 'draw'] as const; // the latest first
    expect(winStreak(endings.map((ending) => result({ ending })))).toEqual({ now: 2, best: 3 });
  });

  it('counts a win with help apart, and neither ends a streak with it nor makes it longer', () => {
    const all = [result(), result({ assisted: true, feats: { waves: 9 }, accuracy: 99 }), result()];
    expect(count(all)).toEqual({ matches: 3, won: 2, helped: 1, drawn: 0, lost: 0 });
    expect(winStreak(all)).toEqual({ now: 2, best: 2 });
    expect(bestFeats(all)).toEqual({});
    expect(reached([1, 2, 3, 4, 5].map(() => result({ assisted: true, accuracy: 99, feats: { turned: 4 } })))).toEqual(
      [],
    );
    expect(reached([result({ accuracy: 99 })])).toContain('Sharp eye');
  });

  it('keeps a streak of days alive until a whole day is missed', () => {
    const days = ['20260301', '20260228', '20260227', '20260220'].map((daily) => result({ daily }));
    expect(dayStreak(days, '20260301')).toEqual({ now: 3, best: 3 });
    expect(dayStreak(days, '20260302')).toEqual({ now: 3, best: 3 });
    expect(dayStreak(days, '20260303')).toEqual({ now: 0, best: 3 });
    expect(dayStreak([], '20260303')).toEqual({ now: 0, best: 0 });
  });

  it('has the best of each feat, and accuracies in the order of time', () => {
    const all = [
      result({ feats: { waves: 3 }, accuracy: 80 }),
      result({ feats: { waves: 5, points: 60 }, accuracy: 60 }),
    ];
    expect(bestFeats(all)).toEqual({ waves: 5, points: 60 });
    expect(accuracies(all)).toEqual([60, 80]);
  });
});

describe('achievements', () => {
  it('are not there at the beginning, and need wins without help', () => {
    expect(reached([])).toEqual([]);
    expect(reached([result({ assisted: true })])).toEqual([]);
    expect(reached([result()])).toEqual(['First win']);
    expect(reached([result({ ending: 'lost', daily: '20260301' })])).toEqual(['Good morning']);
  });

  it('are there for levels by their place on the ladder of their game', () => {
    const levels = ['easy', 'calm', 'calm2', 'fierce'].map((level) => ({ level }));
    catalogue.games = [{ game: 'duel', levels, default_level: 'calm' }] as GameView[];
    const beaten = (level: string): string[] => reached([result({ level })]).slice(2);
    expect(reached([result()]).slice(0, 2)).toEqual(['First win', 'All rounder']);
    expect(beaten('easy')).toEqual([]);
    expect(beaten('calm')).toEqual(['Well matched']);
    expect(beaten('calm2')).toEqual(['Well matched']);
    expect(beaten('fierce')).toEqual(['Well matched', 'Top of the ladder']);
    expect(beaten('gone')).toEqual([]);
    catalogue.games = [];
  });

  it('are there for feats in the games that count them', () => {
    const lost = (game: string, feats: Record<string, number>): string[] =>
      reached([result({ game, ending: 'lost', feats })]);
    expect(lost('mosaic', { waves: 5, points: 300 })).toEqual(['Landslide', 'Three hundred']);
    expect(lost('cascade', { waves: 6, points: 300 })).toEqual(['Landslide']);
    expect(lost('duel', { turned: 4, waves: 6 })).toEqual(['Turncoat']);
    expect(lost('duel', { turned: 3 })).toEqual([]);
  });
});

describe('the boards of a day', () => {
  it('have one try each: the first match that was begun', () => {
    expect(tryAt('20260301', 'duel')).toEqual({ id: null, result: null, standing: 'open' });
    noteTry('20260301', 'duel', 'left before the first move');
    expect(tryAt('20260301', 'duel').standing).toBe('open');
    noteTry('20260301', 'duel', 'a');
    save('matches', [{ id: 'a', ply: 4, opening: 4, daily: '20260301' }]);
    expect(tryAt('20260301', 'duel').standing).toBe('open'); // the opening is nobody's move
    save('matches', [{ id: 'a', ply: 5, opening: 4, daily: '20260301' }]);
    noteTry('20260301', 'duel', 'b');
    expect(tryAt('20260301', 'duel')).toEqual({ id: 'a', result: null, standing: 'begun' });
    keep([result({ id: 'a', daily: '20260301', ending: 'lost' })]);
    expect(tryAt('20260301', 'duel').standing).toBe('lost');
    keep([result({ id: 'a', daily: '20260301', assisted: true })]);
    expect(tryAt('20260301', 'duel').standing).toBe('lost'); // the first result stands
    keep([result({ id: 'c', daily: '20260302', assisted: true })]);
    noteTry('20260302', 'flood', 'c');
    expect(tryAt('20260302', 'flood').standing).toBe('practice');
    expect(tryAt('20260302', 'duel').standing).toBe('open');
  });

  it('give medals for what was won', () => {
    expect(medalOf(['won', 'won', 'won', 'won', 'won'])).toBe('gold');
    expect(medalOf(['won', 'won', 'won', 'lost', 'practice'])).toBe('silver');
    expect(medalOf(['open', 'won', 'open', 'open', 'open'])).toBe('bronze');
    expect(medalOf(['draw', 'lost', 'open', 'open', 'open'])).toBeNull();
  });

  it('are listed by day, with the medals of all days', () => {
    noteTry('20260301', 'duel', 'a');
    noteTry('20260302', 'flood', 'b');
    keep([result({ id: 'a', daily: '20260301' }), result({ id: 'b', game: 'flood', ending: 'lost' })]);
    const days = allTries(['duel', 'flood']);
    expect([...days]).toEqual([
      ['20260301', ['won', 'open']],
      ['20260302', ['open', 'lost']],
    ]);
    expect(medalCounts(days.values())).toEqual({ gold: 0, silver: 0, bronze: 1 });
  });

  it('are told without a word about the boards', () => {
    const text = dayText(
      '20260301',
      [
        {
          name: 'Flood-It',
          standing: 'won',
          result: { game: 'flood', level: null, ply: 24 },
          fewest: { atLeast: 22, atMost: 22 },
        },
        { name: 'Pushmine', standing: 'lost', result: { game: 'pushmine', level: 'medium', ply: 30 } },
        { name: 'Duel', standing: 'open', result: null },
      ],
      'https://example.org/day/20260301',
    );
    expect(text.split('\n').slice(1)).toEqual([
      '🟩 Flood-It: 24 moves; 22 were possible',
      '🟥 Pushmine: lost against medium',
      'https://example.org/day/20260301',
    ]);
  });

  it('last until midnight by UTC', () => {
    const evening = Date.UTC(2026, 2, 1, 22, 30);
    expect(dayOf(evening)).toBe('20260301');
    expect(timeLeftToday(evening)).toBe('1 h 30 min');
    expect([dayBefore('20260301'), dayAfter('20261231')]).toEqual(['20260228', '20270101']);
    expect(startOf('nonsense')).toBeNaN();
  });
});

describe('taking it along', () => {
  it('adds what is new, keeps what is here, and takes the fewer moves', () => {
    keep([result({ id: 'there' })]);
    save('best', { 'flood standard': 22 });
    const file = JSON.stringify(exported());
    vi.stubGlobal('localStorage', new Memory());
    keep([result({ id: 'here' })]);
    save('best', { 'flood standard': 24, 'flood easy': 9 });
    expect(imported(file)).toEqual({ results: 1, answers: 0 });
    expect(imported(file)).toEqual({ results: 0, answers: 0 });
    expect(new Set(journal().map(({ id }) => id))).toEqual(new Set(['here', 'there']));
    expect(load('best', {})).toEqual({ 'flood standard': 22, 'flood easy': 9 });
  });

  it('brings ratings, answers to puzzles, and moments of one’s own matches', () => {
    answered({ id: 'duel-a', game: 'duel', rating: 1500 }, true);
    addMistakes([MISTAKE]);
    const rating = puzzleBook.ratingOf('duel');
    const file = JSON.stringify(exported());
    newBrowser();
    answered({ id: 'flood-a', game: 'flood', rating: 1500 }, false);
    expect(imported(file)).toEqual({ results: 0, answers: 1 });
    expect(puzzleBook.ratingOf('duel')).toEqual(rating);
    expect(puzzleBook.ratingOf('flood').tried).toBe(1);
    expect(puzzleBook.answerTo('duel-a')).toBe(true);
    expect(ownMistakes()).toEqual([MISTAKE]);
  });

  it('takes a file of an earlier version, without puzzles', () => {
    const early = { ...exported(), puzzles: undefined, mistakes: undefined };
    expect(imported(JSON.stringify(early))).toEqual({ results: 0, answers: 0 });
  });

  it('carries the logs of matches that this browser keeps', () => {
    const entries = [{ match: 'm', number: 0, body: '{}' }];
    expect(matchesIn(JSON.stringify(exported(entries)))).toEqual(entries);
    expect(matchesIn(JSON.stringify(exported()))).toEqual([]);
  });

  it('says so where nothing can be kept', () => {
    keep([result()]);
    const file = JSON.stringify(exported());
    newBrowser();
    vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
      throw new DOMException('QuotaExceededError');
    });
    expect(() => imported(file)).toThrow('did not keep');
  });

  it.each([
    ['no json', 'cannot be read'],
    ['[]', 'no export'],
    ['{"format": "other", "results": []}', 'no export'],
    ['{"format": "quincunx-you", "version": 9, "results": [], "best": {}, "fit": {}, "dailies": {}}', 'newer'],
    [
      '{"format": "quincunx-you", "version": 1, "results": [{"id": 1}], "best": {}, "fit": {}, "dailies": {}}',
      'damaged',
    ],
    [
      '{"format": "quincunx-you", "version": 1, "results": [], "best": {}, "fit": {"duel": 7}, "dailies": {}}',
      'no export',
    ],
    [
      '{"format": "quincunx-you", "version": 1, "results": [], "best": {}, "fit": {}, "dailies": {"20260301 duel": 7}}',
      'no export',
    ],
    [
      '{"format": "quincunx-you", "version": 1, "results": [], "best": {"flood standard": "few"}, "fit": {}, "dailies": {}}',
      'no export',
    ],
    [
      '{"format": "quincunx-you", "version": 1, "results": [], "best": {}, "fit": {}, "dailies": {}, "matches": 5}',
      'no export',
    ],
    [
      '{"format": "quincunx-you", "version": 1, "results": [], "best": {}, "fit": {}, "dailies": {}, "mistakes": [7]}',
      'damaged',
    ],
    [
      '{"format": "quincunx-you", "version": 1, "results": [], "best": {}, "fit": {}, "dailies": {}, "puzzles": {"ratings": {"duel": 1}}}',
      'no export',
    ],
  ])('refuses %s whole', (text, words) => {
    keep([result({ id: 'here' })]);
    const before = exported();
    expect(() => imported(text)).toThrow(BadFile);
    expect(() => imported(text)).toThrow(words);
    expect(exported()).toEqual(before);
  });
});
