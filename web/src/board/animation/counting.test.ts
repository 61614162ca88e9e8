import { describe, expect, it } from 'vitest';
import { gamePage } from '../../games';
import { FIXTURES } from '../../../tests/fixtures';
import { lengthOf, schedule } from './schedule';
import { countedSoFar } from './counting';

/** The numbers that each game counts while a move is shown. */
const COUNTED: Record<string, string[]> = {
  mosaic: ['scores'],
  cascade: ['tokens'],
  duel: ['tiles'],
  pushmine: ['mines', 'earned'],
};

describe.each(Object.entries(FIXTURES))('%s', (_, { game, steps }) => {
  it('is shown as long as the server says', () => {
    for (const { events, length } of steps) expect(Math.round(lengthOf(schedule(events)))).toBe(length);
  });

  it('counts from one position to the next, event by event', () => {
    steps.slice(1).forEach((step, index) => {
      const made = step.events.map((event) => ({ event, seat: step.seat ?? 0 }));
      const counted = countedSoFar(gamePage(game), steps[index]!.view, made);
      for (const name of COUNTED[game]?.filter((one) => one in step.view) ?? [])
        expect([step.ply, counted[name]]).toEqual([step.ply, step.view[name]]);
    });
  });
});
