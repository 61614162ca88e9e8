import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Memory } from '../../../tests/memory';
import { load, save } from '../storage';
import { ACHIEVEMENTS } from './achievements';
import { dayAfter, dayBefore, dayOf, medalOf, noteTry, startOf, timeLeftToday, tryAt } from './daily';
import { journal, keep, noteAccuracy, unnote, type Result } from './journal';
import { accuracies, bestFeats, count, countByLevel, dayStreak, winStreak } from './progress';
import { dayText } from './share';
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
  const reached = (results: Result[]): string[] =>
    ACHIEVEMENTS.filter((one) => one.isReached(results)).map(({ title }) => title);

  it('are not there at the beginning, and need wins without help', () => {
    expect(reached([])).toEqual([]);
    expect(reached([result({ assisted: true })])).toEqual([]);
    expect(reached([result({ level: 'medium' })])).toEqual(['First win', 'Over medium']);
    expect(reached([result({ ending: 'lost', feats: { waves: 6 }, daily: '20260301' })])).toEqual([
      'Landslide',
      'Good morning',
    ]);
  });
});

describe('the boards of a day', () => {
  it('have one try each: the first match that was begun', () => {
    expect(tryAt('20260301', 'duel')).toEqual({ id: null, result: null, standing: 'open' });
    noteTry('20260301', 'duel', 'left before the first move');
    expect(tryAt('20260301', 'duel').standing).toBe('open');
    noteTry('20260301', 'duel', 'a');
    save('matches', [{ id: 'a', ply: 1 }]);
    noteTry('20260301', 'duel', 'b');
    expect(tryAt('20260301', 'duel')).toEqual({ id: 'a', result: null, standing: 'begun' });
    keep([result({ id: 'a', daily: '20260301', ending: 'lost' })]);
    expect(tryAt('20260301', 'duel').standing).toBe('lost');
    keep([result({ id: 'a', daily: '20260301', assisted: true })]);
    expect(tryAt('20260301', 'duel').standing).toBe('practice');
    expect(tryAt('20260302', 'duel').standing).toBe('open');
  });

  it('give medals for what was won', () => {
    expect(medalOf(['won', 'won', 'won', 'won', 'won'])).toBe('gold');
    expect(medalOf(['won', 'won', 'won', 'lost', 'practice'])).toBe('silver');
    expect(medalOf(['open', 'won', 'open', 'open', 'open'])).toBe('bronze');
    expect(medalOf(['draw', 'lost', 'open', 'open', 'open'])).toBeNull();
  });

  it('are told without a word about the boards', () => {
    const text = dayText(
      '20260301',
      [
        { name: 'Flood-It', standing: 'won', result: { level: null, ply: 24 } },
        { name: 'Pushmine', standing: 'lost', result: { level: 'medium', ply: 30 } },
        { name: 'Duel', standing: 'open', result: null },
      ],
      'https://example.org/day/20260301',
    );
    expect(text.split('\n').slice(1)).toEqual([
      '🟩 Flood-It: solved in 24 moves',
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
    expect(imported(file)).toBe(1);
    expect(imported(file)).toBe(0);
    expect(new Set(journal().map(({ id }) => id))).toEqual(new Set(['here', 'there']));
    expect(load('best', {})).toEqual({ 'flood standard': 22, 'flood easy': 9 });
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
  ])('refuses %s whole', (text, words) => {
    keep([result({ id: 'here' })]);
    const before = exported();
    expect(() => imported(text)).toThrow(BadFile);
    expect(() => imported(text)).toThrow(words);
    expect(exported()).toEqual(before);
  });
});
