import { beforeEach, expect, it, vi } from 'vitest';
import { Memory } from '../../../tests/memory';
import * as api from '../../api/client';
import type { ReplayStep, ReplayView } from '../../api/types';
import type { OwnMistake } from '../../state/you/ownMistakes';
import { ownQuestion } from './question';
import { nextLeft } from './address';
import { answerWords, moveDone, replyWords } from './words';

beforeEach(() => {
  vi.stubGlobal('localStorage', new Memory());
  vi.restoreAllMocks();
});

const step = (changes: Partial<ReplayStep>, turn = 2): ReplayStep => ({
  ply: 0,
  move: null,
  seat: null,
  view: { cells: Array<string>(5).fill('.....'), turn } as unknown as ReplayStep['view'],
  events: [],
  told: '',
  length: 0,
  ...changes,
});

it('moves are said in words: what was played, the answer, and what the other side did', () => {
  const start = step({});
  expect(moveDone('pushmine', start, '3>')).toBe('pushed row 3 right');
  expect(answerWords('pushmine', start, ['b^'])).toBe('push column b up');
  expect(answerWords('pushmine', start, ['*c4', 'b^'])).toBe('first lay a mine on c4, then as the board shows');
  expect(replyWords('pushmine', start, step({ move: '1<', seat: 1 }))).toBe('The other side pushed row 1 left.');
  expect(replyWords('pushmine', start, step({ move: '1<', seat: 2 }))).toBe('');
  expect(replyWords('cascade', start, step({ move: 'pass', seat: 1 }))).toBe('The other side has no move and passes.');
});

const MISTAKE: OwnMistake = {
  match: 'm',
  ply: 1,
  game: 'pushmine',
  record: 'q1.pushmine.2.standard.5.3r',
  played: '2>',
  reply: 'av',
  best: 'b^',
  purpose: "stops {opponent's} line",
  loss: 0.27,
  at: 1,
  solved: false,
};

it('a moment of one’s own is asked and judged without a code of a move', async () => {
  const steps = [step({}), step({ ply: 1 })];
  vi.spyOn(api, 'replayRecord').mockResolvedValue({ variant: {}, steps, legal: [] } as unknown as ReplayView);
  const question = await ownQuestion(MISTAKE);
  expect(question.text).toBe('You pushed row 2 right here. What is better?');
  const reasons = await Promise.all(['b^', '2>', '5<'].map(async (move) => (await question.judge([move])).reason));
  expect(reasons).toEqual([
    'It stops the other side’s line. In the match you pushed row 2 right: it gave away about 3 wins in 10.',
    'That is what you played in the match: it gave away about 3 wins in 10.',
    'The analysis prefers another move. It has not looked at this one.',
  ]);
  const lost = await (await ownQuestion({ ...MISTAKE, loss: 1 })).judge(['2>']);
  expect(lost.reason).toContain('it turned a win into a loss');
});

it('what is skipped comes again after all others that are left', () => {
  expect(nextLeft([true, true, true], 0)).toBe(1);
  expect(nextLeft([true, true, true], 1)).toBe(2);
  expect(nextLeft([true, false, true], 2)).toBe(0);
  expect(nextLeft([true, false, false], 0)).toBeNull();
  expect(nextLeft([true, true], -1)).toBe(0);
});
