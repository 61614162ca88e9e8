import { describe, expect, it, vi } from 'vitest';
import { only } from '../../api/events';
import { FIXTURES } from '../../../tests/fixtures';
import { STEP_MS } from '../../board/spec';
import { FloodStore } from './game.svelte';
import { gamePage } from '..';
import { sentenceContext } from '../../board/sentenceContext';
import { whyOf } from '../../state/sentences';
import { costsOf, outlookOf, whyOfHint } from './hints';
import { floodDelays, freeCorners, longest } from './waves';
import { fewestWords } from './words';

const { steps, scene } = FIXTURES['flood']!;

function store(ply: number, legal: string[] = []) {
  const move = vi.fn();
  const newGame = vi.fn();
  const made = new FloodStore({ move, newGame });
  made.show(steps[ply]!.view, legal);
  return { made, move, newGame };
}

describe('the store', () => {
  it('has the grid, the moves and what follows from them', () => {
    const { made } = store(scene!.ply);
    expect(made.size).toBe(20);
    expect(made.moveCount).toBe(scene!.ply);
    expect(made.moveLimit).toBe(25);
    expect(made.currentColor).toBe('green');
    expect(made.controlledCount).toBe(steps[scene!.ply]!.view.cells.length && countOnes(scene!.ply));
    expect([made.isWon, made.isLost]).toEqual([false, false]);
  });

  it('knows a board that is won', () => {
    const { made } = store(steps.length - 1);
    expect([made.isWon, made.isLost, made.controlledCount]).toEqual([true, false, 400]);
  });

  it('knows a board that is lost: the limit is reached and not everything is controlled', () => {
    const made = new FloodStore({ move: vi.fn(), newGame: undefined });
    made.show({ ...steps[3]!.view, moves: 25 }, []);
    expect([made.isWon, made.isLost]).toEqual([false, true]);
  });

  it('sends a colour that may be selected, and no other', () => {
    const { made, move } = store(scene!.ply, scene!.legal);
    made.selectColor('green'); // the territory's own
    made.selectColor('orange'); // not on this board
    expect(move).not.toHaveBeenCalled();
    made.selectColor('blue');
    expect(move).toHaveBeenCalledExactlyOnceWith('blue');
  });

  it('asks for a new game', () => {
    const { made, newGame } = store(0);
    made.reset();
    expect(newGame).toHaveBeenCalledOnce();
  });
});

function countOnes(ply: number): number {
  return (steps[ply]!.view['controlled'] as string[]).join('').split('1').length - 1;
}

describe('a flood', () => {
  it('reaches every new cell, later waves later', () => {
    for (const { events, ply } of steps.slice(1)) {
      const delays = floodDelays(events, 1);
      expect(delays.size).toBe(countOnes(ply) - countOnes(ply - 1));
      const [flooded] = only(events, 'flooded');
      const times = flooded!.waves.map((cells) => delays.get(cells[0]!)!);
      expect(times.every((time, i) => i === 0 || time > times[i - 1]!)).toBe(true);
      expect(longest(delays)).toBeLessThanOrEqual(5 * STEP_MS);
    }
  });

  it('without animation has no delays', () => {
    expect(floodDelays(steps[5]!.events, 0).size).toBe(0);
  });

  it('rounds only the corners that stick out', () => {
    const rows = ['110', '010'];
    const inside = (row: number, col: number): boolean => rows[row]?.[col] === '1';
    expect(freeCorners(0, 0, inside)).toEqual(['tl', 'bl']);
    expect(freeCorners(0, 1, inside)).toEqual(['tr']);
    expect(freeCorners(1, 1, inside)).toEqual(['bl', 'br']);
  });
});

describe('the fewest moves', () => {
  it('are said where they are proven', () => {
    expect(fewestWords({ atLeast: 22, atMost: 22 })).toBe('best possible: 22');
  });

  it('are "at most" without a proof, and nothing where nobody knows', () => {
    expect(fewestWords({ atLeast: 58, atMost: 61 })).toBe('best possible: at most 61');
    expect(fewestWords(null)).toBe('');
  });
});

describe('a hint', () => {
  it('that is proven says best, 1 more', () => {
    const costs = costsOf(scene!.hint);
    expect(costs.get('blue')).toMatchObject({ text: 'best', words: 'costs nothing: proven best' });
    expect(costs.get('red')).toMatchObject({ text: '1 more', words: 'costs 1 more move than the best' });
    expect(outlookOf(scene!.hint)).toBe('14 moves to go, proven');
  });

  it('that is not proven says at most', () => {
    const { hint } = FIXTURES['flood-large']!.scene!;
    expect(costsOf(hint).get('red')).toMatchObject({
      text: '≤ 1 more',
      words: 'costs at most 1 more move than the best',
    });
    expect(outlookOf(hint)).toBe('at most 28 moves to go, at least 27');
  });

  it('says why with the names of the palette, in the order of the buttons', () => {
    const hint = { sure: 'proven', reason: 'in English', details: scene!.hint.details } as const;
    const inPalette = (id: string) =>
      whyOf(hint, gamePage('flood').words, sentenceContext(gamePage('flood'), [], ['You'], id, {}));
    expect(inPalette('standard')).toBe('Proven best: 14 moves to go; red +1, blue +0, yellow +1.');
    expect(inPalette('blue-yellow')).toBe('Proven best: 14 moves to go; red +1, slate +0, cream +1.');
    expect(inPalette('shades')).toBe('Proven best: 14 moves to go; charcoal +1, light grey +0, white +1.');
  });

  it('says why in the words of the server where it has no details', () => {
    const context = sentenceContext(gamePage('flood'), [], ['You'], 'shades', {});
    const hint = { sure: 'likely', reason: 'brings the most cells', details: {} } as const;
    expect(whyOf(hint, gamePage('flood').words, context)).toBe('Likely best: brings the most cells.');
  });

  it('says that the moves left are too few, and "at most" without a proof', () => {
    const pieceName = (character: string): string => character;
    const costs = { red: { extra: 0, proven: true }, blue: { extra: 1, proven: false } };
    const why = (to_go: number, at_least: number, left: number | null) =>
      whyOfHint({ details: { to_go, at_least, left, costs } }, { pieceName });
    expect(why(2, 2, 1)).toBe('2 moves to go, and only 1 left; r +0, b at most +1');
    expect(why(1, 1, 1)).toBe('1 move to go; r +0, b at most +1');
    expect(why(9, 7, null)).toBe('at most 9 moves to go, at least 7; r +0, b at most +1');
  });

  it('there is none', () => {
    expect([costsOf(null).size, outlookOf(null)]).toEqual([0, '']);
  });
});
