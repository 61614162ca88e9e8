import { beforeEach, describe, expect, it } from 'vitest';
import { drawingOf } from '../../tests/drawings';
import { centreOf, type Point } from '../board/geometry';
import { Hand, type InputState } from '../board/input/hand.svelte';
import { FIXTURES } from '../../tests/fixtures';
import type { Spot } from '../board/input/spots';

let did: string[];
beforeEach(() => (did = []));

/** A hand at a recorded position. */
function at(name: string, change: Partial<InputState> = {}) {
  const { game, variant, steps, scene } = FIXTURES[name]!;
  const drawing = drawingOf(game);
  const view = steps[scene!.ply]!.view;
  const grid = drawing.grid(view, variant);
  const state: InputState = {
    drawing,
    view,
    grid,
    spots: drawing.spots(grid),
    legal: new Set(scene!.legal),
    interactive: true,
    confirm: false,
    ...change,
  };
  const hand = new Hand(() => state, {
    play: (move) => did.push(`play ${move}`),
    propose: (move) => did.push(`propose ${move}`),
    refuse: (move) => did.push(`refuse ${move}`),
    takeBack: () => did.push('take back'),
    picked: (spot) => did.push(`picked ${spot.name}`),
    hurry: () => false,
  });
  const spot = (text: string): Spot => state.spots.all.find((one) => one?.name === text)!;
  const middle = (text: string): Point => centreOf(spot(text).box);
  return {
    hand,
    state,
    spot,
    middle,
    click(text: string) {
      hand.press(middle(text));
      hand.release(middle(text), false);
    },
    key(key: string, on: string, shift = false): string {
      let went = on;
      hand.focusOn(spot(on), true);
      hand.key({ key, shift, control: false }, spot(on), (to) => {
        went = to.name;
        hand.focusOn(to, true);
      });
      return went;
    },
  };
}

describe('pointing at tokens', () => {
  it('aims at the swap that the pointer leans to', () => {
    const { hand, middle } = at('mosaic');
    const { x, y } = middle('c5');
    hand.move({ x: x - 10, y });
    expect(hand.aim).toBe('b5c5');
    hand.move({ x: x + 10, y });
    expect(hand.aim).toBe('c5d5');
    hand.leave();
    expect(hand.aim).toBeNull();
  });

  it('with a token picked up aims at the partner that is pointed at', () => {
    const { hand, click, middle } = at('mosaic');
    click('c5');
    expect(hand.aim).toBeNull(); // two partners, and neither is pointed at
    hand.move(middle('d5'));
    expect(hand.aim).toBe('c5d5');
  });

  it('two clicks, or a drag, play the swap', () => {
    const { hand, click, middle } = at('mosaic');
    click('c5');
    click('b5');
    expect(did).toEqual(['play b5c5']);
    hand.press(middle('c5'));
    hand.move(middle('d5'));
    expect(hand.aim).toBe('c5d5');
    expect(hand.held).toMatchObject({ key: '2 4', by: [0.85, 0] });
    hand.release(middle('d5'), true);
    expect(did).toEqual(['play b5c5', 'play c5d5']);
    expect([hand.held, hand.aim]).toEqual([null, null]);
  });

  it('a swap that makes no line is refused without asking anybody', () => {
    const { click } = at('mosaic');
    click('a1');
    click('b1');
    expect(did).toEqual(['refuse a1b1']);
  });

  it('nothing is played while nobody may move, also when that comes in the middle of a drag', () => {
    const { hand, state, click, middle } = at('mosaic');
    hand.press(middle('c5'));
    hand.move(middle('d5'));
    state.interactive = false;
    hand.release(middle('d5'), false);
    click('c5');
    click('d5');
    expect([did, hand.aim, hand.held]).toEqual([[], null, null]);
  });

  it('a drag that the system takes away is nothing', () => {
    const { hand, middle } = at('mosaic');
    hand.press(middle('c5'));
    hand.move(middle('d5'));
    hand.letGo();
    hand.release(middle('d5'), true);
    expect(did).toEqual([]);
  });
});

describe('clicking on spots', () => {
  it('places a tile, pushes a line, lays a mine', () => {
    at('duel').click('b3');
    at('pushmine').click('3>');
    at('pushmine').click('b1');
    expect(did).toEqual(['play b3', 'play 3>', 'play *b1']);
  });

  it('on what is not legal is refused', () => {
    at('duel').click('f6');
    at('pushmine').click('cv');
    at('pushmine').click('e1');
    expect(did).toEqual(['refuse f6', 'refuse cv', 'refuse *e1']);
  });

  it('on a stone says nothing where there is no mine to lay', () => {
    at('pushmine-dud').click('a3');
    expect(did).toEqual([]);
  });
});

describe('a finger that is held', () => {
  const hold = (ms: number): string[] => {
    const { hand, middle } = at('duel');
    hand.press(middle('b3'));
    const looked = hand.aim;
    hand.release(middle('b3'), true, ms);
    return [looked ?? '', ...did, hand.aim ?? 'nothing'];
  };

  it('looks at a move, and does not play it', () => {
    expect(hold(500)).toEqual(['b3', 'nothing']);
  });

  it('plays it when it is lifted soon', () => {
    expect(hold(120)).toEqual(['b3', 'play b3', 'nothing']);
  });
});

describe('confirming', () => {
  it('the same again plays', () => {
    const { hand, click } = at('duel', { confirm: true });
    click('b3');
    expect([did, hand.pending, hand.aim]).toEqual([['propose b3'], 'b3', 'b3']);
    click('b3');
    expect([did, hand.pending]).toEqual([['propose b3', 'play b3'], null]);
  });

  it('something else takes its place', () => {
    const { click } = at('duel', { confirm: true });
    click('b3');
    click('a2');
    expect(did).toEqual(['propose b3', 'propose a2']);
  });

  it('either cell of a swap confirms it', () => {
    const { click } = at('mosaic', { confirm: true });
    click('c5');
    click('d5');
    click('c5');
    expect(did).toEqual(['propose c5d5', 'play c5d5']);
  });

  it('Escape takes it back, Enter plays it', () => {
    const { key } = at('duel', { confirm: true });
    key('Enter', 'b3');
    key('Escape', 'b3');
    key('Enter', 'b3');
    key('Enter', 'b3');
    expect(did).toEqual(['propose b3', 'take back', 'propose b3', 'play b3']);
  });
});

describe('keys alone', () => {
  it('pick up, aim and swap', () => {
    const { hand, key } = at('mosaic');
    key('Enter', 'c5');
    expect(key('ArrowRight', 'c5')).toBe('d5');
    expect(hand.aim).toBe('c5d5');
    key('Enter', 'd5');
    expect(did).toEqual(['picked c5', 'play c5d5']);
  });

  it('swap at once with Shift', () => {
    const { key } = at('mosaic');
    key('ArrowLeft', 'c5', true);
    key('ArrowUp', 'c5', true);
    expect(did).toEqual(['play b5c5', 'refuse c4c5']);
  });

  it('push by the signs of the notation', () => {
    const { key } = at('pushmine');
    key('>', 'c3');
    key('^', 'b2');
    key('*', 'b2');
    key('v', 'c2');
    expect(did).toEqual(['play 3>', 'play b^', 'play *b2', 'refuse cv']);
  });

  it('Escape is left to the page where there is nothing to put down', () => {
    const { hand, spot } = at('mosaic');
    expect(hand.key({ key: 'Escape', shift: false, control: false }, spot('c5'), () => undefined)).toBe(false);
  });

  it('Tab comes back to where the focus was', () => {
    const { hand, key } = at('mosaic');
    expect(hand.home.name).toBe('a1');
    key('ArrowRight', 'c5');
    hand.blur();
    expect([hand.home.name, hand.focus]).toEqual(['d5', null]);
  });

  it('say where something can be done', () => {
    const { hand, spot } = at('mosaic');
    expect([hand.canAct(spot('c5')), hand.canAct(spot('a1'))]).toEqual([true, false]);
  });
});
