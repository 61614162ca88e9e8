import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Memory } from '../../tests/memory';
import type { GameView, JudgementView, ReplayView } from '../api/types';
import { match, aiSeat, seat } from '../../tests/matches';
import { isRecord, lineUpTo, lineWith } from '../lib/records';
import { Playback } from './history/playback.svelte';
import { worthOf } from './history/judgements';
import { looksOf } from '../board/paint/looks';
import { gamePage } from '../games';
import { levelWords } from './rules/levelWords';
import { inlines, parse, spoken } from './rules/markdown';
import { rulesUnder } from './rules/variants';
import { optionFields, ownRules } from './setup/options';
import { withExample } from './setup/prompt';
import { FIT, freshSetup, requestOf, setupLike, type Setup } from './setup/request';
import { beginningWords } from './play/beginning';
import { forgetSetup, isChosen, rememberSetup, usualSetup } from './setup/usualSetup';

beforeEach(() => vi.stubGlobal('localStorage', new Memory()));

const SETUP: Setup = {
  game: 'duel',
  seats: 2,
  preset: 'standard',
  changes: {},
  seating: 'ai',
  starts: 'you',
  level: 'hard',
  otherLevel: 'easy',
  prompt: ' hold the edges ',
  otherPrompt: '',
  clock: '180+2',
  turn: '',
  series: '',
  board: '',
  difficulty: '' as const,
  listed: false,
  name: 'Ada',
};

describe('a set-up asks for', () => {
  it('a person against the AI, with its level and prompt, and no clock', () => {
    expect(requestOf(SETUP)).toEqual({
      game: 'duel',
      preset: 'standard',
      seats: [
        { kind: 'person', name: 'Ada' },
        { kind: 'level', level: 'hard', prompt: 'hold the edges' },
      ],
    });
  });

  it('the other side first, where it starts or the dice say so', () => {
    expect(requestOf({ ...SETUP, starts: 'other' }).seats?.[0]).toMatchObject({ kind: 'level' });
    expect(requestOf({ ...SETUP, starts: 'random' }, () => 0.9).seats?.[0]).toMatchObject({ kind: 'level' });
    expect(requestOf({ ...SETUP, starts: 'random' }, () => 0.1).seats?.[0]).toMatchObject({ kind: 'person' });
  });

  it('a clock only between people', () => {
    expect(requestOf({ ...SETUP, seating: 'invite' }).clock).toEqual({ base: 180, increment: 2 });
    expect(requestOf({ ...SETUP, seating: 'here' }).seats).toEqual([{ kind: 'person' }, { kind: 'person' }]);
    expect(requestOf({ ...SETUP, seating: 'watch' }).seats).toHaveLength(2);
  });

  it('one seat where one plays', () => {
    expect(requestOf({ ...SETUP, seats: 1 }).seats).toEqual([{ kind: 'person', name: 'Ada' }]);
    expect(requestOf({ ...SETUP, seats: 1, seating: 'watch' }).seats).toEqual([{ kind: 'level', level: 'hard' }]);
  });

  it('a limit for turns and a series, where two play', () => {
    const chosen = { ...SETUP, turn: '30', series: '2' };
    expect(requestOf(chosen)).toMatchObject({ turn_seconds: 30, series: { first_to: 2 } });
    expect(requestOf({ ...chosen, seating: 'watch' }).turn_seconds).toBeUndefined();
    const alone = requestOf({ ...chosen, seats: 1 });
    expect([alone.turn_seconds, alone.series]).toEqual([undefined, undefined]);
  });

  it('a board of a proven difficulty, unless the board is named', () => {
    const flood: Setup = { ...SETUP, game: 'flood', seats: 1 };
    for (const difficulty of ['easy', 'normal', 'hard'] as const)
      expect(requestOf({ ...flood, difficulty })).toMatchObject({ preset: 'standard', difficulty });
    expect(requestOf(flood)).not.toHaveProperty('difficulty');
    for (const board of ['42', 'q1.flood.1.standard.5'])
      expect(requestOf({ ...flood, difficulty: 'hard', board })).not.toHaveProperty('difficulty');
  });

  it('a seed, a pasted id, or what differs from the preset', () => {
    expect(requestOf({ ...SETUP, board: ' 42 ' }).seed).toBe(42);
    expect(requestOf({ ...SETUP, board: 'q1.duel.1.standard.5' })).toMatchObject({ record: 'q1.duel.1.standard.5' });
    expect(requestOf({ ...SETUP, board: 'q1.duel.1.standard.5' }).preset).toBeUndefined();
    expect(requestOf({ ...SETUP, changes: { size: 4 } })).toMatchObject({ preset: 'standard', variant: { size: 4 } });
  });
});

it('a new game is set up like the one before', () => {
  const game = {
    game: 'duel',
    seats: 2,
    default_level: 'medium',
    levels: [],
    recommended: 'standard',
    presets: { standard: { size: 6, truce: 0 } },
  };
  const before = match({
    preset: null,
    variant: { size: 4, truce: 3 }, // the board decided on a truce
    chosen_variant: { size: 4, truce: 0 },
    seats: [aiSeat(1, 'hard'), seat(2)],
  });
  expect({ ...freshSetup(game, ''), ...setupLike(before, game) }).toMatchObject({
    preset: 'standard',
    seating: 'ai',
    starts: 'other',
    level: 'hard',
  });
  expect(setupLike(before, game).changes).toEqual({ size: 4 });
  expect(setupLike(match({ mode: 'pvp', seats: [seat(1), seat(2, { kind: 'invite' })] }), game).seating).toBe('invite');
});

it('a prompt gets one more thing to ask for, unless that makes it too long', () => {
  expect(withExample('', 'hold the edges', 500)).toBe('hold the edges');
  expect(withExample(' capture, ', 'hold the edges', 500)).toBe('capture, hold the edges');
  expect(withExample('capture', 'hold the edges', 10)).toBe('capture');
});

it('a game is set up with the opponent that fits, alone with the level that it suggests, or for two people where it has none', () => {
  const levels = [{ level: 'calm' }] as GameView['levels'];
  const game = { game: 'tictactoe', seats: 2, levels, default_level: 'calm', recommended: 'odd' };
  expect(freshSetup(game, '')).toMatchObject({ seating: 'ai', level: FIT, preset: 'odd' });
  expect(freshSetup({ ...game, seats: 1 }, '')).toMatchObject({ level: 'calm' });
  expect(freshSetup({ ...game, default_level: null }, '')).toMatchObject({ seating: 'here' });
});

describe('what "Play" gives', () => {
  const game = {
    game: 'duel',
    seats: 2,
    levels: ['easy', 'medium'].map((level) => ({ level })),
    default_level: 'medium',
    recommended: 'guarded',
    presets: { standard: {}, guarded: {} },
  } as unknown as GameView;

  it('is the recommended game against the opponent that fits, until something else is chosen', () => {
    expect(usualSetup(game)).toMatchObject({ preset: 'guarded', level: FIT, seating: 'ai' });
    expect(isChosen(game)).toBe(false);
    rememberSetup({ ...usualSetup(game), preset: 'standard', level: 'medium', board: '', listed: true });
    expect(usualSetup(game)).toMatchObject({ preset: 'standard', level: 'medium', listed: false });
    expect(isChosen({ ...game, game: 'pushmine' })).toBe(false);
    forgetSetup('duel');
    expect(usualSetup(game).preset).toBe('guarded');
  });

  it('is never a show, an invitation, a pasted board, or what is no longer there', () => {
    for (const other of [{ seating: 'watch' }, { seating: 'invite' }, { board: '7' }] as const) {
      rememberSetup({ ...usualSetup(game), preset: 'standard', ...other });
      expect(isChosen(game)).toBe(false);
    }
    rememberSetup({ ...usualSetup(game), level: 'gone' });
    expect(isChosen(game)).toBe(false);
  });
});

describe('the beginning of a match', () => {
  it('says that an opening is given, and that sides have changed', () => {
    const given = match({ opening: 4, ply: 4, daily: '20261116' });
    expect(beginningWords(given, [1], true)).toBe('Today’s opening is given. You are to move.');
    expect(beginningWords({ ...given, daily: null }, [1], true)).toBe('The moment before move 5. Try another move.');
    expect(beginningWords({ ...given, ply: 6 }, [1], true)).toBeNull();
    const again = match({ previous: 'abc', seats: [aiSeat(1), seat(2)] });
    expect(beginningWords(again, [2], true)).toBe('The sides have changed: now you are Green.');
    expect(beginningWords(again, [2], false)).toBeNull();
    expect(beginningWords(match(), [1], true)).toBeNull();
  });
});

describe('a pasted text', () => {
  it('is a record or not', () => {
    expect(isRecord(' {"format": 1}')).toBe(true);
    expect(isRecord('123')).toBe(false);
  });

  it('can be cut short', () => {
    expect(lineUpTo('q1.duel.1.standard.5.c3-d3-e3', 2)).toBe('q1.duel.1.standard.5.c3-d3');
    expect(lineUpTo('q1.duel.1.standard.5.c3-d3', 0)).toBe('q1.duel.1.standard.5');
    expect(lineUpTo('q1.duel.1.standard.5@eyJ9.c3', 1)).toBe('q1.duel.1.standard.5@eyJ9.c3');
  });

  it('takes further moves', () => {
    expect(lineWith('q1.duel.1.standard.5@x', ['c3'])).toBe('q1.duel.1.standard.5@x.c3');
    expect(lineWith('q1.duel.1.standard.5@x.c3', ['d4', 'e5'])).toBe('q1.duel.1.standard.5@x.c3-d4-e5');
    expect(lineWith('q1.duel.1.standard.5@x', [])).toBe('q1.duel.1.standard.5@x');
  });
});

it('options become fields by their schema', () => {
  const game = {
    options: { size: { default: 7, allowed: 'a whole number from 5 to 7' } },
    variant_schema: {
      properties: {
        size: { type: 'integer', minimum: 5, maximum: 7, title: 'Size' },
        limit: { anyOf: [{ type: 'integer', minimum: 1, maximum: 2000 }, { type: 'null' }], title: 'Limit' },
        decay: { type: 'string', enum: ['none', 'dud'] },
        odd_one: { type: 'boolean', title: 'Odd One' },
        tokens: { type: 'array', maxItems: 4 },
      },
    },
  } as unknown as GameView;
  const words = { labels: { decay: 'Old mines' }, items: { tokens: ['triangle', 'square'] } };
  expect(optionFields(game, words)).toMatchObject([
    { kind: 'number', name: 'size', least: 5, most: 7, mayBeNone: false },
    { kind: 'number', name: 'limit', least: 1, most: 2000, mayBeNone: true },
    { kind: 'choice', label: 'Old mines', values: ['none', 'dud'] },
    { kind: 'switch', label: 'Odd one' },
    { kind: 'numbers', items: ['triangle', 'square', '3', '4'] },
  ]);
});

describe('the panel', () => {
  const facts = (game: string, variant: Record<string, unknown>, view: Record<string, unknown>) =>
    gamePage(game).facts(match({ game, variant }), { ...match().view, ...view }, looksOf(gamePage(game), 'standard'));

  it('counts down the person’s moves in mosaic', () => {
    const shown = facts('mosaic', { target: 1000, max_moves: 20 }, { scores: [412, 386], moves_made: [9, 8] });
    expect(shown.seats[0]).toEqual({ value: 412, label: 'points', part: 0.412, target: 1000 });
    expect(shown.facts).toContainEqual({ label: 'Moves left', value: '11', short: true });
  });

  it('shows how much is flooded in flood', () => {
    const shown = facts('flood', { size: 20 }, { controlled: ['11', '10'], moves: 3, limit: 25 });
    expect(shown.seats).toEqual([{ value: 3, label: 'of 25 moves', part: 0.75 }]);
  });

  it('has nothing to say of a game that it does not know', () => {
    expect(facts('sixth', {}, {}).seats).toEqual([]);
  });

  it('measures a running match of pushmine, each side for itself', () => {
    const values = { ejections_1: 2, ejections_2: 1, mines_earned_1: 2, mines_placed_2: 1 };
    const measured = gamePage('pushmine').metrics?.(match({ game: 'pushmine', ply: 9, repetitions: 2 }), values) ?? [];
    expect(measured.map((fact) => fact.value)).toEqual(['9', '2 : 1', '2 : 0', '0 : 1', '0', '2 times']);
  });
});

describe('playback', () => {
  const replay = {
    game: 'duel',
    variant: {},
    plies: 3,
    legal: [],
    steps: [0, 1, 2, 3].map((ply) => ({
      ply,
      view: match().view,
      events: ply ? [{ kind: 'placed', cell: 0, seat: 1 }] : [],
      move: ply ? 'a1' : null,
      seat: 1,
      told: '',
      length: 180,
    })),
  } as ReplayView;

  it('animates a single step forward, and nothing else', () => {
    const playback = new Playback(replay, 0);
    playback.go(1);
    expect(playback.events).toEqual([{ kind: 'placed', cell: 0, seat: 1 }]);
    playback.go(3);
    expect(playback.events).toEqual([]);
    playback.go(2);
    expect(playback.events).toEqual([]);
  });

  it('goes on when the board has come to rest, and not before', () => {
    vi.useFakeTimers();
    const playback = new Playback(replay, 0);
    playback.play();
    vi.advanceTimersByTime(60_000);
    expect(playback.ply).toBe(1);
    playback.settle();
    vi.advanceTimersByTime(60_000);
    expect(playback.ply).toBe(2);
    playback.pause();
    playback.settle();
    vi.advanceTimersByTime(60_000);
    expect(playback.ply).toBe(2);
    vi.useRealTimers();
  });

  it('stays within the match', () => {
    const playback = new Playback(replay, 99);
    expect(playback.ply).toBe(3);
    playback.go(-5);
    expect(playback.ply).toBe(0);
    playback.go(Number.NaN);
    expect(playback.ply).toBe(0);
  });
});

it('the graph shows the match as the first side sees it', () => {
  const judged = (ply: number, seat: number, expected: number): JudgementView => ({
    ply,
    seat,
    move: '',
    best: '',
    purpose: '',
    expected,
    loss: 0,
    label: 'best',
  });
  expect(worthOf([judged(0, 1, 0.75), judged(1, 2, 0.75)], 'draw')).toEqual([
    { ply: 0, worth: 0.75 },
    { ply: 1, worth: 0.25 },
    { ply: 2, worth: 0.5 },
  ]);
  expect(worthOf([], null)).toEqual([]);
});

describe('Markdown', () => {
  it('knows headings, paragraphs, lists and tables', () => {
    const blocks = parse('# A b\n\nOne\ntwo.\n\n- x\n  y\n- z\n\n1. first\n\n| a | b |\n|---|---|\n| 1 | 2 |\n');
    expect(blocks.map((block) => block.kind)).toEqual(['heading', 'paragraph', 'list', 'list', 'table']);
    expect(blocks[0]).toMatchObject({ level: 1, id: 'a-b' });
    expect(blocks[1]).toEqual({ kind: 'paragraph', inlines: [{ kind: 'text', text: 'One two.' }] });
    expect(blocks[2]).toMatchObject({
      ordered: false,
      items: [[{ kind: 'text', text: 'x y' }], [{ kind: 'text', text: 'z' }]],
    });
  });

  it('draws boards, side by side where they follow each other', () => {
    const [block] = parse('```board Before …\nXX.\n.O.\n```\n\n```board After.\nXXX\n```');
    expect(block).toEqual({
      kind: 'boards',
      boards: [
        { cells: ['XX.', '.O.'], caption: [{ kind: 'text', text: 'Before …' }] },
        { cells: ['XXX'], caption: [{ kind: 'text', text: 'After.' }] },
      ],
    });
  });

  it('knows strong, emphasis, code and links within the site; no others, and no HTML', () => {
    expect(inlines('a **b** *c* `d` [e](/f) [g](https://h) <b>')).toEqual([
      { kind: 'text', text: 'a ' },
      { kind: 'strong', text: 'b' },
      { kind: 'text', text: ' ' },
      { kind: 'emphasis', text: 'c' },
      { kind: 'text', text: ' ' },
      { kind: 'code', text: 'd' },
      { kind: 'text', text: ' ' },
      { kind: 'link', text: 'e', address: '/f' },
      { kind: 'text', text: ' ' },
      { kind: 'text', text: 'g' },
      { kind: 'text', text: ' <b>' },
    ]);
    expect(inlines('[x](//evil) [y](javascript:alert)')).not.toContainEqual(expect.objectContaining({ kind: 'link' }));
  });
});

describe('words for screen readers and for choosing a level', () => {
  it('speaks a lesson without its marks', () => {
    expect(spoken('Swap **b5** and *c5*.')).toBe('Swap b5 and c5.');
  });

  it('says of every level what it does', () => {
    const words = (algorithm: string, depth: number): string => levelWords({ algorithm, depth, milliseconds: 1500 });
    expect(words('random', 0)).toBe('plays at random');
    expect(words('rules', 1)).toBe('looks at its own move only');
    expect(words('negamax', 4)).toBe('looks 4 moves ahead');
    expect(words('negamax', 64)).toBe('looks as far ahead as it can in 1.5 s');
    expect(words('mcts', 0)).toBe('plays many matches to their end, for 1.5 s at most');
    expect(words('exact', 0)).toBe('finds the shortest way');
  });
});

describe('the rules under a variant', () => {
  const text = [
    'Each token pays 10.',
    '<!-- if pay=1: Each token pays 1 point. -->',
    '<!-- if pay!=10 or bonus!=2: Each pays {pay}, and {bonus} more in',
    'each wave. -->',
    '',
    '- Twenty swaps.',
    '- Then the higher',
    '  score wins.',
    '<!-- if end=draw: Then it is a draw. -->',
    '- Few tokens win by the count.',
    '<!-- if end=draw and pay=1: -->',
    '',
    '```board <!-- a caption',
    '..',
    '```',
  ].join('\n');
  const under = (variant: Record<string, unknown>) => rulesUnder(text, variant);

  it('are the text as it stands without its comments, where nothing differs or no match is meant', () => {
    const plain = text.replace(/<!-- if[^]*?-->\n/g, '');
    expect(under({})).toBe(plain);
    expect(under({ pay: 10, bonus: 2, end: 'count' })).toBe(plain);
  });

  it('have the first sentence that holds in place of the one before', () => {
    expect(under({ pay: 1, bonus: 0, end: 'count' })).toMatch(/^Each token pays 1 point\.\n\n- Twenty/);
    expect(under({ pay: 5, bonus: 3 })).toMatch(/^Each pays 5, and 3 more in each wave\.\n/);
  });

  it('keep the points of a list, and leave out what has nothing in its place', () => {
    expect(under({ pay: 10, bonus: 2, end: 'draw' })).toContain(
      '- Twenty swaps.\n- Then it is a draw.\n- Few tokens win by the count.\n',
    );
    expect(under({ pay: 1, end: 'draw' })).toContain('- Twenty swaps.\n- Then it is a draw.\n\n```board');
  });
});

describe('what is special about the rules of a match', () => {
  const standard = { tokens: [12, 13], no_moves: 'count', vanish: 'wins', courtesy: false };
  const literal = { ...standard, no_moves: 'draw' };
  const game = {
    recommended: 'standard',
    presets: { standard, literal, twin: standard },
    preset_words: { literal: { label: 'Word for word', description: 'The first rules word for word.' } },
    options: {},
    variant_schema: {
      properties: {
        tokens: { type: 'array', maxItems: 2 },
        no_moves: { enum: ['count', 'draw'] },
        vanish: { enum: ['wins', 'none'] },
        courtesy: { type: 'boolean' },
      },
    },
  } as unknown as GameView;
  const words = gamePage('cascade').options;

  it('is the preset with its line, and every option that differs, in words', () => {
    expect(ownRules(game, words, { preset: 'literal', variant: literal })).toEqual({
      preset: 'Word for word. The first rules word for word.',
      options: [{ label: 'When nobody can swap', value: 'draw' }],
    });
    const changed = { tokens: [6, 7], no_moves: 'count', vanish: 'none', courtesy: true };
    expect(ownRules(game, words, { preset: null, variant: changed })).toEqual({
      preset: 'Its own rules',
      options: [
        { label: 'Tokens', value: '6 triangle, 7 square' },
        { label: 'Losing your last token', value: 'changes nothing' },
        { label: 'The AI leaves you a win in one', value: 'yes' },
      ],
    });
  });

  it('is nothing where the rules are those that the text describes', () => {
    expect(ownRules(game, words, { preset: 'standard', variant: standard })).toBeNull();
    expect(ownRules(game, words, { preset: 'twin', variant: standard })).toBeNull();
  });
});
