import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MatchView } from '../api/types';
import { match, aiSeat, seat } from '../../tests/matches';
import { Memory } from '../../tests/memory';
import { bestOf, noteBest, soloNote } from './you/bestScores';
import { clockText, Skew, timeLeft } from './clock';
import { seatDetail, seatNames } from './seatNames';
import { NO_WORDS, outcomeOf as outcomeIn, type GameWords } from './sentences';
import { routeOf } from './router.svelte';
import { known, refresh, rememberMade, unfinished } from './knownMatches';
import { DEFAULTS, sensible } from './settings.svelte';
import { load, save } from './storage';

beforeEach(() => vi.stubGlobal('localStorage', new Memory()));

describe('addresses', () => {
  it('lead to pages', () => {
    expect(routeOf('/')).toEqual({ page: 'menu' });
    expect(routeOf('/match/a-B_9')).toEqual({ page: 'play', id: 'a-B_9' });
    expect(routeOf('/match/a-B_9/history/')).toEqual({ page: 'history', id: 'a-B_9' });
    expect(routeOf('/rules/duel')).toEqual({ page: 'rules', game: 'duel' });
    expect(routeOf('/learn/duel')).toEqual({ page: 'tutorial', game: 'duel' });
    expect(routeOf('/join/x')).toEqual({ page: 'join', id: 'x' });
  });

  it('that are none are said to be none', () => {
    expect(routeOf('/match/')).toEqual({ page: 'missing' });
    expect(routeOf('/match/../etc')).toEqual({ page: 'missing' });
  });
});

const WORDS: GameWords = {
  ...NO_WORDS,
  reasons: { board_full: ['The board is full', 'more tiles win'], line: 'A full line' },
};
const outcomeOf = (view: MatchView, held: readonly number[]) => outcomeIn(view, held, WORDS);

describe('people', () => {
  const people = match({ mode: 'pvp', seats: [seat(1, { name: 'Ada' }), seat(2, { kind: 'invite', name: 'Bo' })] });

  it('are called by what they are to the person who looks', () => {
    expect(seatNames(match(), [1])).toEqual(['You', 'AI']);
    expect(seatNames(people, [2])).toEqual(['Ada', 'You']);
    expect(seatNames(people, [])).toEqual(['Ada', 'Bo']);
    expect(seatNames(match({ mode: 'pvp', seats: [seat(1), seat(2)] }), [1, 2])).toEqual(['Red', 'Green']);
    expect(seatNames(match({ mode: 'aivai', seats: [aiSeat(1), aiSeat(2)] }), [])).toEqual(['Red (AI)', 'Green (AI)']);
  });

  it('have their level beside the name; their sign shows what they play', () => {
    expect(seatDetail(aiSeat(2, 'hard'))).toBe('hard');
    expect(seatDetail(seat(1))).toBe('');
    expect(seatDetail(seat(2, { kind: 'invite', taken: false }))).toBe('invited');
  });

  type Result = NonNullable<MatchView['result']>;
  const ended = (result: Result, why = 'line', by: number | null = null, given: Partial<MatchView> = {}): MatchView => {
    const ended_by = why === 'agreement' || why === 'resignation' ? why : 'rules';
    return match({ result, ended_by, end: { result, by, why }, ...given });
  };

  it('hear of the end as it is for them', () => {
    expect(outcomeOf(ended('1'), [1])).toMatchObject({ ending: 'won', title: 'You win' });
    expect(outcomeOf(ended('2'), [1])).toMatchObject({ ending: 'lost', title: 'AI wins' });
    const hotSeat = { mode: 'pvp' as const, seats: [seat(1), seat(2)] };
    expect(outcomeOf(ended('1', 'line', 1, hotSeat), [1, 2])).toMatchObject({ ending: 'neutral', title: 'Red wins' });
    expect(outcomeOf(ended('draw', 'agreement'), [1])).toEqual({
      ending: 'draw',
      title: 'Draw',
      reason: 'By agreement.',
    });
    expect(outcomeOf(match(), [1])).toBeNull();
  });

  it('learn why in words: those of the game, or those for all games', () => {
    const reason = (result: Result, why: string, by: number | null = 1) =>
      outcomeOf(ended(result, why, by), [1])?.reason;
    expect(reason('1', 'board_full')).toBe('The board is full: more tiles win.');
    expect(reason('draw', 'board_full')).toBe('The board is full.');
    expect(reason('1', 'line')).toBe('A full line.');
    expect(reason('2', 'resignation', 1)).toBe('You resigned.');
    expect(reason('1', 'resignation', 2)).toBe('AI resigned.');
    expect(reason('2', 'clock', 1)).toBe('Your time ran out.');
    expect(reason('1', 'absence', 2)).toBe('AI did not come back.');
    expect(reason('draw', 'repetition')).toBe('The position came up too often.');
    expect(reason('1', 'something_new')).toBe('Something new.');
  });

  it('who play alone get titles of their game, or plain ones', () => {
    const alone = { mode: 'solo' as const, seats: [seat(1)] };
    const titles = { ...WORDS, solo: { won: 'Flooded!', lost: 'Out of moves', givenUp: 'Not flooded' } };
    expect(outcomeIn(ended('1', 'flooded', 1, alone), [1], titles)?.title).toBe('Flooded!');
    expect(outcomeIn(ended('lost', 'limit', 1, alone), [1], titles)?.title).toBe('Out of moves');
    expect(outcomeOf(ended('1', 'flooded', 1, alone), [1])?.title).toBe('Solved');
    expect(outcomeOf(ended('lost', 'resignation', 1, alone), [1])?.title).toBe('Not finished');
  });
});

describe('the clock', () => {
  const clock = { base: 60_000, increment: 0, left: [50_000, 40_000], running: 1, since: 1000 };

  it('runs for the side to move only', () => {
    expect(timeLeft(clock, 1, 11_000)).toBe(40_000);
    expect(timeLeft(clock, 2, 11_000)).toBe(40_000);
    expect(timeLeft(clock, 1, 99_000_000)).toBe(0);
  });

  it('is written as people read it', () => {
    expect(clockText(65_000)).toBe('1:05');
    expect(clockText(9340)).toBe('9.3');
    expect(clockText(3_700_000)).toBe('1:01:40');
  });

  it('allows for a machine whose own clock is wrong', () => {
    const skew = new Skew();
    skew.heard(1000, 6200);
    skew.heard(2000, 7050);
    expect(skew.serverNow(8050)).toBe(3000);
  });
});

describe('what is kept', () => {
  it('survives nonsense in the storage', () => {
    localStorage.setItem('quincunx.matches', '{not json');
    expect(known()).toEqual([]);
    localStorage.setItem('quincunx.matches', '{"a": 1}');
    expect(known()).toEqual([]);
  });

  it('is given up where nothing can be kept', () => {
    vi.stubGlobal('localStorage', undefined);
    save('x', 1);
    expect(load('x', 2)).toBe(2);
  });

  it('lists matches to go on with, the latest first, without finished ones', () => {
    const made = (id: string, given = {}): void => {
      const view = match({ id, ply: 3, ...given });
      rememberMade({ id, creator: null, match: view, seats: [{ seat: 1, token: 't', invite: null }] });
    };
    vi.spyOn(Date, 'now').mockReturnValueOnce(1).mockReturnValueOnce(2).mockReturnValueOnce(3);
    made('a');
    made('b', { result: '1' });
    made('c');
    expect(unfinished().map((one) => one.id)).toEqual(['c', 'a']);
    refresh(match({ id: 'c', ply: 4, result: 'draw' }));
    expect(unfinished().map((one) => one.id)).toEqual(['a']);
    vi.restoreAllMocks();
  });

  it('takes over settings that are valid', () => {
    expect(sensible({ speed: 2, sound: 'loud', odd: 1 })).toEqual({ ...DEFAULTS, speed: 2 });
    expect(sensible('x')).toEqual(DEFAULTS);
  });

  it('shows legal swaps always, the last move and that the AI thinks, until something else is chosen', () => {
    expect(sensible(null)).toMatchObject({ showSwaps: 'always', showLastMove: true, showThinking: true });
    const less = { showSwaps: 'later', showLastMove: false, showThinking: false };
    expect(sensible(less)).toMatchObject(less);
  });

  it('keeps the fewest moves of matches that nobody helped with', () => {
    const won = match({ game: 'flood', mode: 'solo', result: '1', ply: 20 });
    expect(noteBest({ ...won, assisted: true })).toBe(false);
    expect(noteBest(won)).toBe(true);
    expect(noteBest({ ...won, ply: 21 })).toBe(false);
    expect(noteBest({ ...won, ply: 19 })).toBe(true);
    expect(bestOf(won)).toBe(19);
    expect(bestOf({ ...won, preset: 'hard' })).toBeNull();
  });
});

describe('what is said of a score', () => {
  const won = match({ mode: 'solo', result: '1', ply: 24 });
  const proven = { atLeast: 22, atMost: 22 };

  it('compares it with the fewest moves possible', () => {
    expect(soloNote(won, null, true, proven)).toBe('24 moves; 22 were possible. Your first score here.');
    expect(soloNote(won, 23, false, { atLeast: 20, atMost: 22 })).toBe(
      '24 moves; 22 or fewer were possible. Your best is 23.',
    );
    expect(soloNote({ ...won, result: 'lost' }, null, false, proven)).toBe('It can be done in 22 moves.');
  });

  it('calls a board that was played before a second try, and help help', () => {
    expect(soloNote({ ...won, assisted: true, second_try: true }, 23, false, null)).toBe(
      '24 moves. A second try, so it is not counted in best scores.',
    );
    expect(soloNote({ ...won, assisted: true }, 23, false, null)).toContain('With help');
  });
});
