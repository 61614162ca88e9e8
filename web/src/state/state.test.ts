import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MatchView } from '../api/types';
import { match, aiSeat, seat } from '../../tests/matches';
import { Memory } from '../../tests/memory';
import { bestOf, noteBest } from './bestScores';
import { clockText, Skew, timeLeft } from './clock';
import { seatDetail, seatNames } from './seatNames';
import { outcomeOf as outcomeIn, type GameWords } from './sentences';
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
  events: {},
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

  it('have their level or colour beside the name', () => {
    expect(seatDetail(match(), aiSeat(2, 'hard'), [1])).toBe('hard');
    expect(seatDetail(match(), seat(1), [1])).toBe('Red');
    expect(seatDetail(people, seat(2, { kind: 'invite', taken: false }), [1])).toBe('invited');
  });

  it('hear of the end as it is for them', () => {
    const won = { result: '1', status: 'won', winner: 1, ended_by: 'rules' } as const;
    expect(outcomeOf(match(won), [1])).toMatchObject({ ending: 'won', title: 'You win' });
    expect(outcomeOf(match({ ...won, result: '2', winner: 2 }), [1])).toMatchObject({
      ending: 'lost',
      title: 'AI wins',
    });
    expect(outcomeOf(match({ ...won, mode: 'pvp', seats: [seat(1), seat(2)] }), [1, 2])).toMatchObject({
      ending: 'neutral',
      title: 'Red wins',
    });
    expect(outcomeOf(match({ result: 'draw', status: 'draw', ended_by: 'agreement' }), [1])).toEqual({
      ending: 'draw',
      title: 'Draw',
      reason: 'By agreement.',
    });
    const last = { ply: 3, seat: 1, move: 'a1', events: [], told: 'Red takes a1; draw (board full)' };
    expect(outcomeOf(match({ result: 'draw', status: 'draw', ended_by: 'rules', last_move: last }), [1])?.reason).toBe(
      'The board is full.',
    );
    expect(outcomeOf(match({ ...won, result: '2', winner: 2, ended_by: 'resignation' }), [1])?.reason).toBe(
      'You resigned.',
    );
    expect(outcomeOf(match(), [1])).toBeNull();
  });

  it('learn why in words', () => {
    const ended = { result: '1', status: 'won', winner: 1, ended_by: 'rules' } as const;
    const reason = (told: string) =>
      outcomeOf(match({ ...ended, last_move: { ply: 3, seat: 1, move: 'a1', events: [], told } }), [1])?.reason;
    expect(reason('Red takes a1; Red wins (board full)')).toBe('The board is full: more tiles win.');
    expect(reason('X pushes 3>; X wins (line)')).toBe('A full line.');
    expect(reason('O wins (something new)')).toBe('Something new.');
    expect(reason('3 clear for 30')).toBe('');
  });

  it('who play alone get titles of their game, or plain ones', () => {
    const solo = match({ mode: 'solo', seats: [seat(1)], result: '1', status: 'won', winner: 1, ended_by: 'rules' });
    const titles = { won: 'Flooded!', lost: 'Out of moves', givenUp: 'Not flooded' };
    expect(outcomeIn(solo, [1], { ...WORDS, solo: titles })?.title).toBe('Flooded!');
    expect(outcomeIn({ ...solo, result: 'lost' }, [1], { ...WORDS, solo: titles })?.title).toBe('Out of moves');
    expect(outcomeOf(solo, [1])?.title).toBe('Solved');
    expect(outcomeOf({ ...solo, result: 'lost', ended_by: 'resignation' }, [1])?.title).toBe('Not finished');
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
