import { describe, expect, it } from 'vitest';
import { lookAt } from '../../board/drawing';
import { foreseenEnd, only } from '../../api/events';
import { foreseeClearing } from './preview';
import { FIXTURES } from '../../../tests/fixtures';

describe('a preview', () => {
  const { scene, steps } = FIXTURES['mosaic']!;
  const view = steps[scene!.ply]!.view;

  it('marks the tokens of the present board that will go, where they lie now', () => {
    for (const preview of scene!.previews) {
      const events = preview.events;
      const clearing = foreseeClearing(36, events);
      const first = only(events, 'cleared')[0]!;
      const colour = first.colours[0]!;
      const marked = [...clearing.waves].filter(([, wave]) => wave === 1).map(([cell]) => lookAt(view, cell));
      expect(marked).toEqual(first.cells.map(() => colour));
    }
  });

  it('adds up the points of all waves', () => {
    const two = scene!.previews.find(({ move }) => move === 'b5c5')!;
    const clearing = foreseeClearing(36, two.events);
    expect([clearing.points, clearing.waveCount, clearing.swap]).toEqual([66, 2, [25, 26]]);
    expect([...clearing.waves]).toContainEqual([1, 2]); // b1 goes in the second wave, without having moved
  });

  it('follows tokens that fall before they go', () => {
    // Column of three rows: the lowest goes, the upper two fall by one, then what was in the middle goes as well.
    const clearing = foreseeClearing(3, [
      { kind: 'cleared', cells: [2], colours: 'a', wave: 1, points: 10 },
      {
        kind: 'fell',
        steps: [
          [0, 1],
          [1, 2],
        ],
      },
      { kind: 'dropped', cells: [0], colours: 'c' },
      { kind: 'cleared', cells: [2, 0], colours: 'bc', wave: 2, points: 24 },
    ]);
    expect([...clearing.waves]).toEqual([
      [2, 1],
      [1, 2],
    ]); // the drop that went in wave 2 is not on the board yet
  });

  it('of the winning move says who will win', () => {
    expect(foreseenEnd(steps.at(-1)!.events)).toBe(String(steps.at(-1)!.view.winner));
    expect(foreseenEnd(steps[1]!.events)).toBeNull();
  });
});
