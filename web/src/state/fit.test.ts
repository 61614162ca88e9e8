import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { GameView, MatchView } from '../api/types';
import CASES from '../../../tests/search/fit_cases.json';
import { Memory } from '../../tests/memory';
import { countResult, fits, fittingLevel, isFitting, levelLabel, noteFitting, noteRestart, standing } from './fit';
import { save } from './storage';

const GAME = {
  game: 'duel',
  seats: 2,
  levels: ['easy', 'easy2', 'medium', 'hard'].map((level) => ({ level, named: level !== 'easy2' })),
  fit: { start: 1, win: 0.9, draw: -0.1, loss: -1.1 },
} as unknown as GameView;

beforeEach(() => vi.stubGlobal('localStorage', new Memory()));

const over = (id: string, result: string, assisted = false): MatchView =>
  ({ id, game: 'duel', result, assisted, seats: [{}, {}] }) as unknown as MatchView;

function playing(number: number, ...ids: string[]): void {
  const matches = ids.map((id) => ({ id, counted: false }));
  save('fit', { duel: { number, before: number, streak: 0, matches } });
}

const level = (): string => fittingLevel(GAME);

describe('the opponent that fits', () => {
  it('starts a newcomer at the weakest level', () => {
    expect(level()).toBe('easy');
    expect(standing(GAME)).toBe('Level 1 of 4: it follows your results.');
  });

  it('goes up with wins and down with losses, each match counted once', () => {
    playing(1, 'a', 'b', 'c');
    expect(countResult(over('a', '1'), GAME, [1])).toBe('Level 2 of 4: you won once, so it goes up.');
    expect(countResult(over('a', '1'), GAME, [1])).toBe('Level 2 of 4: you won once, so it goes up.');
    expect(countResult(over('b', '1'), GAME, [1])).toBe('Level 3 of 4: you won twice, so it goes up.');
    expect(level()).toBe('medium');
    expect(countResult(over('c', '2'), GAME, [1])).toBe('Level 2 of 4: you lost once, so it goes down.');
    expect(level()).toBe('easy2');
  });

  it('stays for matches with help, for watchers and for other opponents', () => {
    playing(2, 'a');
    expect(countResult(over('a', '1', true), GAME, [1])).toBe('You had help, so your level stays.');
    expect(countResult(over('a', '1'), GAME, [1, 2])).toBe('');
    expect(countResult(over('other', '1'), GAME, [1])).toBe('');
    expect(level()).toBe('easy2');
    expect(isFitting(over('other', '1'))).toBe(false);
  });

  it('stays where somebody chose another level during the match', () => {
    const against = (id: string, chosen: string): MatchView =>
      ({ ...over(id, '2'), seats: [{ kind: 'person' }, { kind: 'level', level: chosen }] }) as unknown as MatchView;
    noteFitting(GAME, 'a');
    expect(countResult(against('a', 'hard'), GAME, [1])).toBe('You chose another level, so yours stays.');
    expect(standing(GAME)).toBe('Level 1 of 4: it follows your results.');
    expect(countResult(against('a', 'easy'), GAME, [1])).toBe(
      'Level 1 of 4: you lost once, but this is the easiest level.',
    );
  });

  it('stays for a match that was begun again, whether or not its first end was counted', () => {
    playing(2, 'a', 'b');
    noteRestart(over('a', ''));
    expect(countResult(over('a', '1'), GAME, [1])).toBe('The same match again, so your level stays.');
    expect(countResult(over('b', '2'), GAME, [1])).toBe('Level 1 of 4: you lost once, so it goes down.');
    noteRestart(over('b', ''));
    noteRestart(over('other', ''));
    expect(countResult(over('b', '1'), GAME, [1])).toBe('The same match again, so your level stays.');
    expect(level()).toBe('easy');
  });

  it('stays on the ladder, whatever was kept', () => {
    playing(9, 'a');
    expect(level()).toBe('hard');
    expect(countResult(over('a', '1'), GAME, [1])).toBe('Level 4 of 4: you won once, and this is the hardest level.');
    save('fit', { duel: { number: 'high' } });
    expect(level()).toBe('easy');
  });

  it('is for games of two with levels', () => {
    expect(fits(GAME)).toBe(true);
    expect(fits({ ...GAME, seats: 1 })).toBe(false);
    expect(fits({ ...GAME, levels: [] })).toBe(false);
  });
});

it('a level is known by its place on the ladder, and by the name that a specification gives it', () => {
  expect(levelLabel(GAME, 'easy2')).toBe('Level 2 of 4');
  expect(levelLabel(GAME, 'medium')).toBe('Level 3 of 4, medium');
  expect(levelLabel(GAME, 'gone')).toBe('gone');
  expect(levelLabel(undefined, 'easy')).toBe('easy');
});

describe('the place on the ladder', () => {
  it.each(CASES)('follows the results as on the server: $results', ({ rungs, results, levels }) => {
    const levelsOffered = Array.from({ length: rungs }, (_, at) => ({ ...GAME.levels[0]!, level: `${at + 1}` }));
    const game = { ...GAME, levels: levelsOffered };
    const reached = results.map((result, at) => {
      noteFitting(game, `${at}`);
      countResult(over(`${at}`, { 1: '1', 0: '2' }[result] ?? 'draw'), game, [1]);
      return Number(fittingLevel(game));
    });
    expect([1, ...reached]).toEqual(levels);
  });
});
