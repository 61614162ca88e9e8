import { describe, expect, it } from 'vitest';
import { gamePage } from '.';
import { drawingOf } from '../../tests/drawings';
import { perch } from './cascade/drawing';
import { direct, still } from '../board/animation/director';
import { fillingOf, only } from '../api/events';
import { FIXTURES } from '../../tests/fixtures';
import { STEP_MS } from '../board/spec';
import { displace, effectsAt, figuresAt, paced, type Effect, type Timeline } from '../board/animation/timeline';
import type { PaintContext } from '../board/paint/context';
import { paintEffect } from '../board/paint/effects';

const MATCHES = Object.entries(FIXTURES).filter(([, { game }]) => 'drawing' in gamePage(game).board);

/** The timelines of every step of every recorded match. */
function* recorded(): Generator<{ name: string; timeline: Timeline; before: string[]; after: string[] }> {
  for (const [name, { game, variant, steps }] of MATCHES) {
    const drawing = drawingOf(game);
    for (let i = 1; i < steps.length; i++) {
      const [before, after] = [steps[i - 1]!.view, steps[i]!.view];
      const timeline = direct(drawing, variant, before, after, steps[i]!.events);
      yield { name: `${name} ${i}`, timeline, before: before.cells, after: after.cells };
    }
  }
}

/** The board that a moment shows, as rows of characters; what moves is nowhere. */
function cellsAt(timeline: Timeline, time: number, rows: number, cols: number): string[] {
  const board = Array.from({ length: rows }, () => Array<string>(cols).fill('.'));
  for (const figure of figuresAt(timeline, time)) {
    const row = board[figure.y];
    if (row && figure.x in row && figure.scale === 1 && figure.alpha === 1) row[figure.x] = figure.look;
  }
  return board.map((row) => row.join(''));
}

const shown = (timeline: Timeline, time: number, cells: string[]): string[] =>
  cellsAt(timeline, time, cells.length, cells[0]!.length);

describe('the timelines of real matches', () => {
  it('begin with the position before', () => {
    for (const { name, timeline, before } of recorded())
      expect([name, shown(timeline, -1, before)]).toEqual([name, before]);
  });

  it('have every piece where it belongs when they say so, and at the end', () => {
    for (const { name, timeline, after } of recorded()) {
      expect([name, shown(timeline, timeline.end, after)]).toEqual([name, after]);
      expect([name, shown(timeline, timeline.duration, after)]).toEqual([name, after]);
    }
  });

  it('are explained by their events alone: nothing has to be faded in afterwards', () => {
    for (const [name, { game, variant, steps }] of MATCHES) {
      for (let i = 1; i < steps.length; i++) {
        const [before, after] = [steps[i - 1]!.view, steps[i]!.view];
        const drawing = drawingOf(game);
        const events = steps[i]!.events;
        const explained = direct(drawing, variant, before, after, events);
        const wrong = { ...after, cells: after.cells.map((row, y) => (y === 0 ? '#' + row.slice(1) : row)) };
        const faded = direct(drawing, variant, before, wrong, events);
        expect([name, i, faded.duration > explained.duration]).toEqual([name, i, true]);
      }
    }
  });

  it('without animation last no time, have no effects, and show the new position', () => {
    for (const { name, timeline, after } of recorded()) {
      const none = paced(timeline, 0);
      expect([none.duration, none.end, effectsAt(none, 0)]).toEqual([0, 0, []]);
      expect([name, shown(none, 0, after)]).toEqual([name, after]);
    }
  });

  it('take half the time at twice the speed', () => {
    for (const { timeline } of recorded()) expect(paced(timeline, 2).duration).toBeCloseTo(timeline.duration / 2);
  });

  it('never show two pieces at rest on one cell', () => {
    for (const { name, timeline } of recorded()) {
      for (let time = 0; time <= timeline.duration; time += 60) {
        const places = figuresAt(timeline, time)
          .filter((one) => one.alpha === 1 && one.scale === 1 && Number.isInteger(one.x) && Number.isInteger(one.y))
          .map((one) => `${one.x} ${one.y}`);
        expect([name, time, places.length]).toEqual([name, time, new Set(places).size]);
      }
    }
  });
});

describe('pieces that start elsewhere', () => {
  it('still end where they belong, whether they had a way to go or not', () => {
    for (const { name, timeline, after } of recorded()) {
      for (const actor of timeline.actors)
        if (actor.start.y >= 0 && actor.start.scale === 1) displace(actor, 0.3, -0.2);
      expect([name, shown(timeline, timeline.end + 100, after)]).toEqual([name, after]);
    }
  });
});

/** The colours in which an effect's words are filled. */
function wordColours(effect: Effect): Set<string> {
  const colours = new Set<string>();
  const plain: Record<string, unknown> = { fillText: () => colours.add(String(plain['fillStyle'])) };
  for (const name of ['save', 'restore', 'strokeText']) plain[name] = () => undefined;
  const grid = { cell: 45, margins: { left: 0, top: 0 } };
  const seatColour = (seat: number | null) => `seat ${seat}`;
  paintEffect({ paint: plain, grid, font: '', seatColour } as unknown as PaintContext, { ...effect, progress: 0.3 });
  return colours;
}

describe('the waves of a cascade', () => {
  const { steps, variant } = FIXTURES['mosaic']!;
  const step = steps.find(({ events }) => only(events, 'cleared').length >= 4)!;
  const drawing = drawingOf('mosaic');
  const timeline = direct(drawing, variant, steps[step.ply - 1]!.view, step.view, step.events);

  it('take 180 ms per step: the swap, and for each wave its clear and its fall', () => {
    expect(timeline.duration).toBe(STEP_MS * (1 + 2 * only(step.events, 'cleared').length));
  });

  it('each let their points rise', () => {
    const points = timeline.effects.filter((effect) => effect.kind === 'points');
    const paid = only(step.events, 'cleared').map((event) => `+${event.points}`);
    expect(points.map((effect) => effect.text)).toEqual(paid);
    expect(points.map((effect) => effect.at)).toEqual(paid.map((_, wave) => STEP_MS * (1 + 2 * wave)));
  });

  it('pay in the colour of the side that moved, whichever it is', () => {
    const movers = new Set<number>();
    for (let i = 1; i < steps.length; i++) {
      const [{ view: before }, { view: after, events, seat }] = [steps[i - 1]!, steps[i]!];
      const { effects } = direct(drawing, variant, before, after, events);
      for (const effect of effects.filter(({ kind }) => kind === 'points')) {
        movers.add(seat!);
        expect([i, effect.seat, wordColours(effect)]).toEqual([i, seat, new Set([`seat ${seat}`])]);
      }
    }
    expect(movers).toEqual(new Set([1, 2]));
  });

  it('end with the coming drops above their columns', () => {
    const waiting = figuresAt(timeline, timeline.end).filter((figure) => figure.y < 0);
    const nextFirst = (column: number) =>
      waiting
        .filter((one) => one.x === column)
        .sort((a, b) => b.y - a.y)
        .map((one) => one.look)
        .join('');
    expect(Array.from({ length: 6 }, (_, column) => nextFirst(column))).toEqual(step.view['queue']);
  });

  it('begin with those that were above them before', () => {
    const waiting = figuresAt(timeline, -1).filter((figure) => figure.y < 0);
    const nextFirst = (column: number) =>
      waiting
        .filter((one) => one.x === column)
        .sort((a, b) => b.y - a.y)
        .map((one) => one.look)
        .join('');
    expect(Array.from({ length: 6 }, (_, column) => nextFirst(column))).toEqual(steps[step.ply - 1]!.view['queue']);
  });
});

describe('goblins', () => {
  const { steps, variant } = FIXTURES['cascade']!;
  const drawing = drawingOf('cascade');

  it('wait on the ledge before and after, as the view says', () => {
    for (let i = 1; i < steps.length; i++) {
      const [before, after] = [steps[i - 1]!.view, steps[i]!.view];
      const timeline = direct(drawing, variant, before, after, steps[i]!.events);
      const waiting = (time: number): string =>
        figuresAt(timeline, time)
          .filter((one) => one.look.startsWith('goblin-') && one.y < 0 && one.alpha > 0)
          .sort((a, b) => a.x - b.x) // the next one on the left, as in words
          .map((one) => one.look.at(-1))
          .join('');
      expect([i, waiting(-1)]).toEqual([i, before['goblins']]);
      expect([i, waiting(timeline.end)]).toEqual([i, after['goblins']]);
    }
  });
});

describe('a view that no event explains', () => {
  const { steps, variant } = FIXTURES['duel']!;
  const drawing = drawingOf('duel');

  it('is faded into: an undo', () => {
    const timeline = direct(drawing, variant, steps[9]!.view, steps[8]!.view, []);
    expect(timeline.duration).toBeGreaterThan(0);
    expect(cellsAt(timeline, timeline.end, 6, 6)).toEqual(steps[8]!.view.cells);
  });

  it('of another size replaces the board', () => {
    const small = { ...steps[0]!.view, cells: ['R.', '.G'] };
    expect(cellsAt(direct(drawing, variant, steps[9]!.view, small, []), Infinity, 2, 2)).toEqual(['R.', '.G']);
  });

  it('that is the same takes no time', () => {
    expect(still(drawing, variant, steps[9]!.view).end).toBe(0);
  });

  it('is corrected to what the server says, where the events lead elsewhere', () => {
    const timeline = direct(drawing, variant, steps[3]!.view, steps[9]!.view, steps[4]!.events);
    expect(cellsAt(timeline, timeline.end, 6, 6)).toEqual(steps[9]!.view.cells);
  });
});

describe('two moves in one go', () => {
  it('are played one after the other', () => {
    for (const name of ['cascade', 'pushmine', 'duel', 'mosaic']) {
      const { game, steps, variant } = FIXTURES[name]!;
      const drawing = drawingOf(game);
      for (let i = 2; i < steps.length; i += 2) {
        const events = [...steps[i - 1]!.events, ...steps[i]!.events];
        const after = steps[i]!.view;
        const timeline = direct(drawing, variant, steps[i - 2]!.view, after, events);
        expect([name, i, shown(timeline, timeline.end, after.cells)]).toEqual([name, i, after.cells]);
      }
    }
  });
});

describe('what the recorded matches do not have', () => {
  const view = (cells: string[], more: Record<string, unknown> = {}) => ({
    ...FIXTURES['mosaic']!.steps[0]!.view,
    cells,
    queue: undefined,
    ...more,
  });
  const explained = (before: string[], after: string[], events: Record<string, unknown>[], game: string) => {
    const waiting = { goblins: 'gv' };
    const timeline = direct(drawingOf(game), {}, view(before, waiting), view(after, waiting), events as never);
    expect(cellsAt(timeline, timeline.duration, after.length, after[0]!.length)).toEqual(after);
    expect(cellsAt(timeline, timeline.end, after.length, after[0]!.length)).toEqual(after);
    return timeline;
  };

  it('a reshuffle turns every token over', () => {
    const timeline = explained(
      ['abc', 'cab'],
      ['bca', 'abc'],
      [
        { kind: 'passed', seat: 2 },
        { kind: 'reshuffled', colours: 'bcaabc', tries: 3 },
      ],
      'mosaic',
    );
    expect(timeline.effects.some((effect) => effect.kind === 'caption')).toBe(true);
    const half = figuresAt(timeline, timeline.duration / 2);
    expect(half.some((figure) => figure.flip > 0 && figure.flip < 1)).toBe(true);
  });

  it('a mine that decays to nothing goes', () => {
    explained(['*X', '..'], ['.X', '..'], [{ kind: 'mine_decayed', cells: [0], into: 'nothing' }], 'pushmine');
  });

  it('a goblin that is lost leaves the board as it was, and new ones come to wait', () => {
    const lost = [
      { kind: 'goblin_came', cell: null, column: 1, colour: 'g' },
      { kind: 'goblin_came', cell: null, column: null, colour: 'v' },
    ];
    const timeline = explained(['bo', 'ob'], ['bo', 'ob'], lost, 'cascade');
    const waiting = figuresAt(timeline, timeline.end).filter((figure) => figure.look.startsWith('goblin-'));
    expect(waiting.map((figure) => [figure.look, figure.x])).toEqual([
      ['goblin-g', perch(0).x],
      ['goblin-v', perch(1).x],
    ]);
  });

  it('a goblin that would make a line turns over above its column, and jumps in the colour that it brings', () => {
    const came = [{ kind: 'goblin_came', cell: 0, column: 0, colour: 'v' }];
    const timeline = explained(['.o', 'ob'], ['vo', 'ob'], came, 'cascade');
    const goblins = Array.from({ length: 60 }, (_, i) => figuresAt(timeline, (i / 60) * timeline.duration)).map(
      (figures) => figures.find((figure) => figure.look.startsWith('goblin-'))!,
    );
    const turning = goblins.filter(({ flip }) => flip > 0);
    expect(new Set(turning.map(({ look }) => look))).toEqual(new Set(['goblin-g', 'goblin-v']));
    expect(turning.every(({ x, y }) => x === 0 && y === perch(0).y)).toBe(true);
    expect(goblins.filter(({ y, alpha }) => y > perch(0).y && alpha > 0).map(({ look }) => look)).not.toContain(
      'goblin-g',
    );
  });

  it('an entering stone that meets a mine at once is gone with it', () => {
    const boom = [
      { kind: 'pushed', line: '1', way: '>', seat: 1, steps: [], entered: null },
      { kind: 'mine_detonated', cell: 0, owner: 1, stone: null },
    ];
    explained(['*O', '..'], ['.O', '..'], boom, 'pushmine');
  });
});

describe('the filling of a match', () => {
  const row = '.......';
  const before = {
    cells: [`RG${row.slice(2)}`, ...Array<string>(6).fill(row)],
    turn: 2,
    ply: 9,
    status: 'playing' as const,
    winner: null,
  };
  const tiles = Array.from({ length: 47 }, (_, i) => [
    { kind: 'placed', cell: i + 2, seat: 2 },
    { kind: 'passed', seat: 1 },
  ]).flat();
  const events = [...tiles.slice(0, -1), { kind: 'ended', result: '2', why: 'board_full' }];
  const after = { ...before, cells: ['RGGGGGG', ...Array<string>(6).fill('GGGGGGG')], ply: 102 };
  const timeline = direct(drawingOf('duel'), { size: 7 }, before, after, events);

  it('goes by within four seconds, tile by tile', () => {
    expect(timeline.duration).toBeCloseTo(4000);
    expect(new Set(timeline.beats).size).toBe(47);
    expect(shown(timeline, timeline.duration, after.cells)).toEqual(after.cells);
  });

  it('is only where the other side passes meanwhile', () => {
    const ended = { kind: 'ended', result: '2', why: 'board_full' };
    const twice = [tiles[0]!, tiles[2]!, ended];
    expect(fillingOf(events)).toEqual({ from: 0, seat: 2, kind: 'placed' });
    expect(fillingOf(twice)).toBeNull();
    expect(fillingOf([...tiles.slice(0, 2), ended])).toBeNull();
  });

  it('has no word for its passes', () => {
    expect(timeline.effects).toEqual([]);
    const alone = direct(drawingOf('duel'), { size: 7 }, before, before, [{ kind: 'passed', seat: 1 }]);
    expect(alone.effects).toMatchObject([{ kind: 'caption', text: 'pass' }]);
  });
});
