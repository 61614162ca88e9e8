import { describe, expect, it } from 'vitest';
import { linear } from './easing';
import { Playback } from './playback';
import { AT_REST, paced, type Timeline } from './timeline';

/** One piece that goes from column `from` to `to` in this many milliseconds. */
function going(from: number, to: number, ms: number, look = 'a'): Timeline {
  const motions = from === to ? [] : [{ from: 0, until: ms, to: { x: to }, ease: linear }];
  const cues =
    from === to
      ? []
      : [
          { at: 0, name: 'swap' as const, strength: 1 },
          { at: ms, name: 'land' as const, strength: 1 },
        ];
  return {
    actors: [{ look, looks: [], start: { ...AT_REST, x: from, y: 0 }, motions, layer: 0 }],
    effects: [],
    cues,
    beats: from === to ? [] : [ms / 2, ms],
    duration: ms,
    end: ms,
  };
}

const REST = going(0, 0, 0);
const x = (playback: Playback, now: number): number => playback.at(now).figures[0]!.x;

describe('playback', () => {
  it('at rest asks for no further frame', () => {
    const playback = new Playback(REST);
    expect(playback.at(1000)).toMatchObject({ more: false, effects: [], cues: [] });
    expect(playback.moving).toBe(false);
  });

  it('starts a timeline when it is first looked at', () => {
    const playback = new Playback(REST);
    playback.play(going(0, 1, 100));
    expect([x(playback, 5000), x(playback, 5050), x(playback, 5100)]).toEqual([0, 0.5, 1]);
    expect(playback.at(5101).more).toBe(false);
  });

  it('is moving from the moment it is told to play', () => {
    const playback = new Playback(REST);
    playback.play(going(0, 1, 100));
    expect(playback.moving).toBe(true);
  });

  it('counts the events that have been seen', () => {
    const playback = new Playback(REST);
    playback.play(going(0, 1, 100));
    expect([0, 49, 50, 99, 100].map((now) => playback.at(now).seen)).toEqual([0, 0, 1, 1, 2]);
  });

  it('plays the next one instead of the one before', () => {
    const playback = new Playback(REST);
    playback.play(going(0, 1, 100));
    expect([x(playback, 0), x(playback, 50)]).toEqual([0, 0.5]);
    playback.play(going(1, 5, 100));
    expect([x(playback, 60), x(playback, 110), x(playback, 160)]).toEqual([1, 3, 5]);
  });

  it('makes every sound once', () => {
    const playback = new Playback(REST);
    playback.play(going(0, 1, 100));
    const heard = [0, 30, 60, 99, 100, 150].flatMap((now) => playback.at(now).cues.map((cue) => cue.name));
    expect(heard).toEqual(['swap', 'land']);
  });

  it('without animation is at the end at once', () => {
    const playback = new Playback(REST);
    playback.play(paced(going(0, 1, 100), 0));
    expect(playback.at(0)).toMatchObject({ more: false, seen: 2 });
    expect([x(playback, 0), playback.moving]).toEqual([1, false]);
  });

  it('can be hurried to the end', () => {
    const playback = new Playback(REST);
    playback.play(going(0, 1, 100));
    playback.at(10);
    playback.finish();
    expect(playback.moving).toBe(false);
    expect([x(playback, 20), playback.at(20).more, playback.at(20).seen]).toEqual([1, false, 2]);
  });
});
