import { describe, expect, it } from 'vitest';
import type { BoardState, Drawing, Mark, MarkOf } from '../board/drawing';
import { NOTHING_PICKED } from '../board/input/moves';
import { hasOwnPieces, looksOf } from '../board/paint/looks';
import { PALETTES, paletteOf } from '../board/paint/palettes';
import { drawingOf } from '../../tests/drawings';
import { match } from '../../tests/matches';
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
    variant,
    grid,
    spots: drawing.spots(grid),
    legal: new Set(found!.legal),
    showSwaps: true,
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

  it('shows only the swaps of the token in question where that was chosen', () => {
    expect(marks(scene('mosaic', { showSwaps: false }), 'link')).toEqual([]);
    const picked = scene('mosaic', { showSwaps: false, swap: { ...NOTHING_PICKED, selected: 26 } });
    expect(marks(picked, 'link')).toHaveLength(2);
  });

  it('rings the last move once, around both of its cells', () => {
    const [ring, ...more] = marks(state, 'ring').filter(({ style }) => style === 'last');
    expect([more.length, ring!.box.width / ring!.box.height, ring!.seat]).toEqual([0, 2, 2]);
  });

  it('has arrows for the played and the better move while they are compared, and otherwise none', () => {
    const hint = { move: 'b5c5', details: {} };
    const compared = marks(scene('mosaic', { interactive: false, hint }), 'arrow');
    expect(compared.map(({ style, bothWays }) => [style, bothWays])).toEqual([
      ['last', true],
      ['hint', true],
    ]);
    expect(marks(scene('mosaic', { hint }), 'arrow')).toEqual([]);
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
    expect(badge).toMatchObject({ title: 'clears 3', note: 'goblins to c6, e6', counts: [{ look: 'v', count: 3 }] });
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

describe('what stands for a seat', () => {
  const signs = (game: string, palette: string) => gamePage(game).signs(paletteOf(palette));

  it('is the very piece that it plays, in every palette', () => {
    for (const [game, pieces] of Object.entries({ cascade: 'bo', duel: 'RG', pushmine: 'XO' })) {
      for (const { id } of PALETTES) {
        const looks = looksOf(gamePage(game), id);
        expect(signs(game, id).map(({ look }) => look)).toEqual([...pieces].map(looks));
      }
    }
  });

  it('has the colours that the specifications name, in the standard palette', () => {
    expect(signs('cascade', 'standard').map(({ look }) => look.colour)).toEqual(['#1e90ff', '#ff8c00']);
    expect(signs('mosaic', 'standard').map(({ look }) => look.colour)).toEqual(['#1e90ff', '#ff6347']);
  });

  it('is, where tokens belong to nobody, of a shape that no token has, and not called by a colour', () => {
    const tokens = [...'abcdef'].map(looksOf(gamePage('mosaic'), 'standard'));
    for (const { look } of signs('mosaic', 'standard')) expect(tokens.map(({ body }) => body)).not.toContain(look.body);
    expect(signs('mosaic', 'standard').map(({ name }) => name)).toEqual(['Player 1', 'Player 2']);
  });

  it('is a piece of its own in every palette, but in Mosaic', () => {
    for (const { id } of PALETTES) {
      const withPieces = Object.values(GAME_PAGES)
        .filter((page) => hasOwnPieces(page, 1, id))
        .map(({ slug }) => slug);
      expect(withPieces.sort()).toEqual(['cascade', 'duel', 'flood', 'pushmine']);
    }
  });

  it('is called by the colour that the palette paints', () => {
    expect(signs('cascade', 'standard').map(({ name }) => name)).toEqual(['Blue', 'Orange']);
    expect(signs('cascade', 'blue-yellow').map(({ name }) => name)).toEqual(['Turquoise', 'Red']);
    expect(signs('duel', 'shades').map(({ name }) => name)).toEqual(['Dark', 'Light']);
  });

  it('beside a move that names a colour is that colour', () => {
    expect(gamePage('flood').pieceOfMove?.('yellow')).toBe('y');
    expect(looksOf(gamePage('flood'), 'blue-yellow')('b').name).toBe('slate');
  });
});

describe('cascade’s two ways to win', () => {
  const variant = { no_moves: 'count', vanish: 'wins', tokens: [12, 13, 12, 12] };
  const shown = (tokens: number[], given = variant, ply = 5) =>
    page.meters!(match({ game: 'cascade', variant: given }), { ...match().view, ply, tokens }, 1, ['You', 'AI']);
  const page = gamePage('cascade');

  it('are measured for the person who looks', () => {
    expect(shown([10, 3]).map(({ words }) => words)).toEqual(['you lead 10 : 3', '10 left to vanish']);
    expect(shown([3, 10]).map(({ words, mood }) => [words, mood])).toEqual([
      ['you lose 3 : 10', 'bad'],
      ['3 left to vanish', 'even'],
    ]);
    expect(shown([7, 7])[0]).toMatchObject({ words: 'level at 7 : 7', mood: 'even' });
  });

  it('say before the first move how many there are, and not who loses', () => {
    expect(shown([6, 7], variant, 0)[0]).toMatchObject({ label: 'At the start', words: '6 : 7', mood: 'even' });
    expect(shown([6, 7])[0]).toMatchObject({ label: 'If it ended now', words: 'you lose 6 : 7', mood: 'bad' });
  });

  it('say when too few are left to vanish, and leave out what a variant does not have', () => {
    expect(shown([2, 10])[1]!.words).toBe('2 left: too few for a line, they stay');
    expect(shown([3, 3], { ...variant, vanish: 'none' })).toHaveLength(1);
    expect(shown([3, 3], { ...variant, no_moves: 'draw' })).toHaveLength(1);
  });

  it('are what the goal says, and nothing else', () => {
    const said = (no_moves: string, vanish: string) => {
      const { full = '', short = '' } = page.goal!({ no_moves, vanish });
      return `${full} ${short}`;
    };
    for (const vanish of ['wins', 'loses', 'none']) {
      expect(said('count', vanish)).toMatch(/hold more of your colour at the end/);
      expect(said('draw', vanish)).not.toMatch(/hold more/i);
      expect(said('draw', vanish)).toMatch(/it is a draw/);
    }
    expect(page.goal!({ no_moves: 'count', vanish: 'wins' }).full).toBeUndefined(); // the tagline is true
    expect(said('draw', 'wins')).toMatch(/lose your last token/);
    for (const other of ['loses', 'none']) {
      expect(said('count', other)).not.toMatch(/or lose it all|win at once/);
      expect(said('draw', other)).not.toMatch(/lose your last token/);
    }
  });

  it('warn in the preview of a move that leaves one or two tokens', () => {
    const state = scene('cascade', { aim: 'f5f6', variant: { vanish: 'wins' } });
    const after = (tokens: number[]) => ({ ...state.preview!, view: { ...state.preview!.view, tokens } });
    const warned = (preview: BoardState['preview'], given = state.variant) =>
      marks({ ...state, preview, variant: given }, 'badge')[0]!.warning;
    expect(warned(after([2, 9]))).toBe('Leaves you 2: they can never vanish');
    expect(warned(after([3, 9]))).toBe('');
    expect(warned(after([0, 9]))).toBe('');
    expect(warned(after([2, 9]), { vanish: 'none' })).toBe('');
  });

  it('number the goblins to come in the order in which they stand', () => {
    const goblins = { goblins: 'vg', tokens: [3, 3] };
    const given = match({ game: 'cascade', variant: { size: 7, goblins: 2 }, legal: ['a1a2', 'b1b2', 'pass'] });
    const view = { ...given.view, ...goblins };
    expect(page.facts({ ...given, view }, view, looksOf(page, 'standard')).facts).toEqual([
      { label: 'Swaps on the board', value: '2', short: true },
      { label: 'Next goblins', value: '1. violet ring, 2. green plus' },
    ]);
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
