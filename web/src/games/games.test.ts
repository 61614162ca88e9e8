import { describe, expect, it } from 'vitest';
import type { BoardState, Drawing, Mark, MarkOf } from '../board/drawing';
import { NOTHING_PICKED } from '../board/input/moves';
import { looksOf } from '../board/paint/looks';
import { drawingOf } from '../../tests/drawings';
import { FIXTURES } from '../../tests/fixtures';
import { GAME_PAGES, gamePage } from '.';
import type { GameView } from '../api/types';
import { plainPage } from './plain';

interface Scene extends BoardState {
  drawing: Drawing;
}

/** A recorded position in the middle of a match, as the board sees it. */
function scene(name: string, change: Partial<BoardState> = {}): Scene {
  const { game, variant, steps, scene: found } = FIXTURES[name]!;
  const step = steps[found!.ply]!;
  const drawing = drawingOf(game);
  const grid = drawing.grid(step.view, variant);
  const aim = change.aim ?? null;
  return {
    drawing,
    view: step.view,
    grid,
    spots: drawing.spots(grid),
    legal: new Set(found!.legal),
    lastMove: step.move,
    lastSeat: step.seat,
    interactive: true,
    seatNames: ['You', 'AI'],
    looks: looksOf(gamePage(game), 'standard'),
    hint: null,
    swap: NOTHING_PICKED,
    hover: null,
    focus: null,
    aim,
    preview: found!.previews.find((preview) => preview.move === aim) ?? null,
    pending: null,
    ...change,
  };
}

function marks<K extends Mark['kind']>(state: Scene, kind: K): MarkOf<K>[] {
  return state.drawing.marks(state).filter((mark): mark is MarkOf<K> => mark.kind === kind);
}

/** What marks of the game's own are about. */
function own(state: Scene, name: string): Readonly<Record<string, unknown>>[] {
  return marks(state, 'own')
    .filter((mark) => mark.name === name)
    .map(({ about }) => about);
}

function label(state: Scene, spot: string): string {
  return state.drawing.label(
    state.spots.all.find((one) => one?.name === spot)!,
    state,
  );
}

const spotOf = (state: Scene, name: string) => state.spots.all.find((one) => one?.name === name)!;

describe('mosaic', () => {
  const state = scene('mosaic');

  it('says what lies on a cell and what it can be swapped with', () => {
    expect(label(state, 'c5')).toBe('c5, violet ring, legal with d5 and b5');
    expect(label(state, 'a1')).toBe('a1, coral square');
  });

  it('says what is picked up, and what completes the swap', () => {
    const picked = scene('mosaic', { swap: { ...NOTHING_PICKED, selected: 26 } });
    expect(label(picked, 'c5')).toContain('picked up');
    expect(label(picked, 'd5')).toContain('legal: Enter swaps');
  });

  it('has a link for every legal swap, and none while nobody may move', () => {
    expect(marks(state, 'link')).toHaveLength(state.legal.size);
    expect(marks(scene('mosaic', { aim: 'b5c5' }), 'link')).toHaveLength(state.legal.size - 1); // that one is shown itself
    expect(marks(scene('mosaic', { interactive: false }), 'link')).toEqual([]);
  });

  it('rings the last move once, around both of its cells', () => {
    const [ring, ...more] = marks(state, 'ring').filter(({ style }) => style === 'last');
    expect([more.length, ring!.box.width / ring!.box.height, ring!.seat]).toEqual([0, 2, 2]);
  });

  it('shows what a swap clears, wave by wave, and what it scores', () => {
    const aimed = scene('mosaic', { aim: 'b5c5' });
    expect(
      marks(aimed, 'clears')
        .map(({ wave }) => wave)
        .sort(),
    ).toEqual([1, 1, 1, 2]);
    expect(marks(aimed, 'badge')[0]).toMatchObject({ title: '+66', note: '2 waves' });
  });

  it('says "at least" where drops are unknown', () => {
    const aimed = scene('mosaic', { aim: 'b5c5' });
    const preview = { ...aimed.preview!, at_least: true };
    expect(marks({ ...aimed, preview }, 'badge')[0]!.title).toBe('at least +66');
  });
});

describe('cascade', () => {
  it('says whose a token is', () => {
    const state = scene('cascade');
    expect(label(state, 'a3')).toBe('a3, blue triangle, yours');
    expect(label(state, 'g2')).toBe('g2, orange square, of AI');
    expect(label(state, 'g1')).toBe('g1, violet ring');
    expect(label(state, 'b1')).toBe('b1, empty');
  });

  it('counts what a swap clears, and says where goblins will come', () => {
    const [badge] = marks(scene('cascade', { aim: 'f5f6' }), 'badge');
    expect(badge).toMatchObject({ title: 'clears 3', note: 'goblins to c6, e6', chips: [{ look: 'v', count: 3 }] });
  });
});

describe('duel', () => {
  const state = scene('duel');

  it('says what is legal', () => {
    expect(label(state, 'b3')).toBe('b3, empty, legal');
    expect(label(state, 'f6')).toBe('f6, empty');
    expect(label(state, 'c1')).toBe('c1, green tile');
  });

  it('shows which tiles a placement turns', () => {
    const aimed = scene('duel', { aim: 'b3' });
    expect(marks(aimed, 'ghost')).toMatchObject([{ look: 'R', x: 1, y: 2 }]);
    expect(marks(aimed, 'turns').map(({ look }) => look)).toEqual(['R', 'R']);
    expect(marks(aimed, 'badge')[0]!.title).toBe('turns 2 tiles');
  });

  it('says why a cell cannot be taken', () => {
    expect(state.drawing.refusal('c1', state)).toBe('c1 is taken');
    expect(state.drawing.refusal('f6', state)).toBe('f6 is not next to a tile of yours');
  });

  it('nails down the tiles that cannot be turned, and says so', () => {
    expect(own(state, 'nails')).toEqual([]);
    const guarded = scene('duel', { view: { ...state.view, protected: ['c1'] } });
    expect(own(guarded, 'nails')).toHaveLength(1);
    expect(label(guarded, 'c1')).toBe('c1, green tile, cannot be turned');
    expect(label(guarded, 'b3')).toBe('b3, empty, legal');
  });
});

describe('pushmine', () => {
  const state = scene('pushmine');

  it('has an arrow at both ends of every line, and the barred one is barred', () => {
    const arrows = own(state, 'arrow');
    expect(arrows).toHaveLength(20);
    expect(arrows.filter((arrow) => arrow['state'] === 'barred')).toHaveLength(1);
    expect(arrows.filter((arrow) => arrow['state'] === 'open')).toHaveLength(19);
  });

  it('says why the barred push is barred, when it is pointed at or focused', () => {
    expect(label(state, 'cv')).toBe('push column c down, barred: it would undo the push just played');
    for (const pointing of ['hover', 'focus'] as const) {
      const [badge] = marks(scene('pushmine', { [pointing]: spotOf(state, 'cv') }), 'badge');
      expect(badge).toMatchObject({ title: 'Barred', note: 'would undo the push just played' });
    }
  });

  it('says that a push must follow a free mine', () => {
    const between = scene('pushmine', { view: { ...state.view, must_push: true } });
    expect(between.drawing.refusal('*a1', between)).toBe(
      'you have laid a mine in this turn; now push a row or a column',
    );
    const { reminder } = gamePage('pushmine');
    expect(reminder!(between.view)).toBe('The mine is laid. Now push a row or a column.');
    expect(reminder!(state.view)).toBeNull();
  });

  it('says which push a dud stops', () => {
    const duds = scene('pushmine-dud');
    expect(label(duds, '1<')).toBe('push row 1 left, stopped by a dud');
    expect(duds.drawing.refusal('1<', duds)).toBe('row 1 left is stopped by a dud');
  });

  it('shows how a line will move and what it ejects', () => {
    const aimed = scene('pushmine', { aim: '5<' });
    expect(marks(aimed, 'lean').map(({ cell, right }) => [cell, Math.sign(right)])).toEqual([
      [24, -1],
      [23, -1],
      [22, -1],
      [20, -1],
    ]);
    expect(own(aimed, 'leaves')).toMatchObject([{ way: '<', earns: true }]);
    expect(marks(aimed, 'badge')[0]).toMatchObject({ title: 'Ejects O', note: 'earns a mine' });
  });

  it('shows which mine goes off', () => {
    const aimed = scene('pushmine', { aim: 'a^' });
    expect(own(aimed, 'blast')).toHaveLength(1);
    expect(marks(aimed, 'badge')[0]!.title).toBe('Sets off the mine');
  });

  it('shows stocks, and where a mine can be laid', () => {
    expect(own(state, 'stock').map(({ seat, count }) => [seat, count])).toEqual([
      [1, 1],
      [2, 1],
    ]);
    expect(marks(state, 'plus')).toHaveLength(17);
    expect(label(state, 'b1')).toBe('b1, empty, legal for a mine');
    expect(marks(scene('pushmine', { aim: '*b1' }), 'ghost')).toMatchObject([{ look: '*', x: 1, y: 0 }]);
  });

  it('says why a mine cannot be laid', () => {
    expect(state.drawing.refusal('*e1', state)).toBe('a mine goes on an empty cell');
    expect(state.drawing.refusal('*b1', state)).toContain('you have no mine');
  });
});

describe('every game', () => {
  it('says what its keys do, and has a picture of pieces that it knows', () => {
    for (const page of Object.values(GAME_PAGES)) {
      expect([page.slug, page.keys.length > 2]).toEqual([page.slug, true]);
      const looks = looksOf(page, 'standard');
      const characters = new Set(page.sample.join('').replaceAll('.', ''));
      expect([...characters].filter((character) => looks(character).name === 'unknown')).toEqual([]);
    }
  });

  it('is found by its folder', () => {
    const folders = Object.keys(import.meta.glob('./*/index.ts')).map((path) => path.split('/')[1]);
    expect(Object.keys(GAME_PAGES).sort()).toEqual(folders.sort());
  });
});

describe('a game without a folder', () => {
  it('gets a plain board, never the board of another game', () => {
    const page = gamePage('sixth');
    const boards = Object.values(GAME_PAGES).map(({ board }) => board);
    expect(boards).not.toContain(page.board);
    expect([page.slug, page.words.solo, page.drawOffer]).toEqual(['sixth', undefined, undefined]);
  });

  it('is drawn from the looks of the catalogue', () => {
    const look = (name: string, colour: string | null = null) => ({ symbol: '', name, colour });
    const given = { A: look('ant', '#123456'), b: look(''), '.': look('') };
    const page = plainPage('sixth', { looks: given } as unknown as GameView);
    const looks = looksOf(page, 'standard');
    expect(['A', 'b', 'z'].map((character) => looks(character).name)).toEqual(['ant', 'b', 'unknown']);
    expect(looks('A').colour).toBe('#123456');
    expect(looks('b').colour).toMatch(/^#/);
    expect(new Set(page.sample.join(''))).toEqual(new Set('Ab'));
  });
});
