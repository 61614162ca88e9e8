import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Memory } from '../../../tests/memory';
import { load, save } from '../storage';
import { ACHIEVEMENTS } from './achievements';
import { journal, keep, noteAccuracy, unnote, type Result } from './journal';
import { accuracies, bestFeats, count, countByLevel, dayStreak, winStreak } from './progress';
import { BadFile, exported, imported } from './transfer';

beforeEach(() => vi.stubGlobal('localStorage', new Memory()));

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

describe('the journal', () => {
  it('has one entry per match, the latest first, and keeps what an analysis said', () => {
    const first = result();
    keep([first, result({ id: 'b' })]);
    noteAccuracy(first.id, 71);
    keep([{ ...first, ply: 31, at: first.at + 100 }]);
    expect(journal().map(({ id, ply, accuracy }) => [id, ply, accuracy])).toEqual([
      [first.id, 31, 71],
      ['b', 30, null],
    ]);
  });

  it('forgets a match that goes on', () => {
    keep([result({ id: 'a' }), result({ id: 'b' })]);
    unnote('a');
    expect(journal().map(({ id }) => id)).toEqual(['b']);
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
      ['easy', { matches: 1, won: 1, drawn: 0, lost: 0 }],
      ['hard', { matches: 1, won: 0, drawn: 0, lost: 1 }],
      [null, { matches: 1, won: 1, drawn: 0, lost: 0 }],
    ]);
    expect(count(all)).toEqual({ matches: 3, won: 2, drawn: 0, lost: 1 });
  });

  it('knows wins in a row, now and at best', () => {
    const endings = ['won', 'won', 'lost', 'won', 'won', 'won', 'draw'] as const; // the latest first
    expect(winStreak(endings.map((ending) => result({ ending })))).toEqual({ now: 2, best: 3 });
  });

  it('keeps a streak of days alive until a whole day is missed', () => {
    const days = ['2026-03-01', '2026-02-28', '2026-02-27', '2026-02-20'].map((daily) => result({ daily }));
    expect(dayStreak(days, '2026-03-01')).toEqual({ now: 3, best: 3 });
    expect(dayStreak(days, '2026-03-02')).toEqual({ now: 3, best: 3 });
    expect(dayStreak(days, '2026-03-03')).toEqual({ now: 0, best: 3 });
    expect(dayStreak([], '2026-03-03')).toEqual({ now: 0, best: 0 });
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
  const reached = (results: Result[]): string[] =>
    ACHIEVEMENTS.filter((one) => one.isReached(results)).map(({ title }) => title);

  it('are not there at the beginning, and need wins without help', () => {
    expect(reached([])).toEqual([]);
    expect(reached([result({ assisted: true })])).toEqual([]);
    expect(reached([result({ level: 'medium' })])).toEqual(['First win', 'Over medium']);
    expect(reached([result({ ending: 'lost', feats: { waves: 6 }, daily: '2026-03-01' })])).toEqual([
      'Landslide',
      'Good morning',
    ]);
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
    expect(imported(file)).toBe(1);
    expect(imported(file)).toBe(0);
    expect(new Set(journal().map(({ id }) => id))).toEqual(new Set(['here', 'there']));
    expect(load('best', {})).toEqual({ 'flood standard': 22, 'flood easy': 9 });
  });

  it.each([
    ['no json', 'cannot be read'],
    ['[]', 'no export'],
    ['{"format": "other", "results": []}', 'no export'],
    ['{"format": "quincunx-you", "version": 9, "results": [], "best": {}, "fit": {}}', 'newer'],
    ['{"format": "quincunx-you", "version": 1, "results": [{"id": 1}], "best": {}, "fit": {}}', 'damaged'],
  ])('refuses %s whole', (text, words) => {
    keep([result({ id: 'here' })]);
    const before = exported();
    expect(() => imported(text)).toThrow(BadFile);
    expect(() => imported(text)).toThrow(words);
    expect(exported()).toEqual(before);
  });
});
