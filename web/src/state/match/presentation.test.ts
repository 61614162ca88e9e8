import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DescribedEvent } from '../../api/events';
import type { HistoryEntry, MatchView } from '../../api/types';
import { match } from '../../../tests/matches';
import { Presentation } from './presentation.svelte';

const placed: DescribedEvent[] = [
  { kind: 'placed', cell: 0, seat: 1 },
  { kind: 'captured', cells: [1], seat: 1 },
];

/** The match after this many plies, two events each, by the seats in turn. */
function after(ply: number, given: Partial<MatchView> = {}): MatchView {
  const history = Array.from({ length: ply }, (_, at): HistoryEntry => ({
    ply: at,
    seat: 1 + (at % 2),
    move: 'a1',
    events: placed,
    told: '',
  }));
  const turn = 1 + (ply % 2);
  return match({ ply, turn, history, version: ply, view: { ...match().view, ply, turn }, ...given });
}

const step = (ply: number, pause = 0) => ({ match: after(ply), events: placed, pause });

let showing: Presentation;

beforeEach(() => {
  vi.useFakeTimers();
  showing = new Presentation();
  showing.add({ match: after(0), events: [], pause: 0 });
});

afterEach(() => {
  showing.stop();
  vi.useRealTimers();
});

const plies = () => [showing.match?.ply, showing.goal?.ply];

describe('what has been shown', () => {
  it('is the first position at once', () => {
    expect([plies(), showing.busy]).toEqual([[0, 0], false]);
  });

  it('stays behind until the board has come to rest', () => {
    showing.add(step(1));
    expect([plies(), showing.playing]).toEqual([[0, 1], true]);
    showing.settle();
    expect([plies(), showing.busy]).toEqual([[1, 1], false]);
  });

  it('knows which events have been seen, and by whom', () => {
    showing.add({ ...step(2), events: [...placed, ...placed] });
    const seats = () => showing.made.map(({ seat }) => seat);
    expect([seats(), showing.move?.ply]).toEqual([[], 0]);
    showing.see(2);
    expect([seats(), showing.move?.ply]).toEqual([[1, 1], 1]);
    showing.see(3);
    expect([seats(), showing.move?.ply]).toEqual([[1, 1, 2], 1]);
    showing.settle();
    expect([seats(), showing.move]).toEqual([[], null]);
  });

  it('knows who fills the rest, from when that waits to be shown until it has been', () => {
    const rest: DescribedEvent[] = [
      { kind: 'placed', cell: 1, seat: 2 },
      { kind: 'passed', seat: 1 },
      { kind: 'placed', cell: 2, seat: 2 },
      { kind: 'ended', result: '2', why: 'board_full' },
    ];
    showing.add(step(1));
    showing.add({ match: after(4), events: rest, pause: 500 });
    expect(showing.filler).toBe(null);
    showing.settle();
    expect([showing.filler, showing.playing]).toEqual([2, false]);
    vi.advanceTimersByTime(500);
    expect([showing.filler, showing.playing]).toEqual([2, true]);
    showing.settle();
    expect(showing.filler).toBe(null);
  });

  it('goes on with the next move after its pause, counted from when the board came to rest', () => {
    showing.add(step(1));
    showing.add(step(2, 500));
    vi.advanceTimersByTime(5000);
    expect(plies()).toEqual([0, 1]);
    showing.settle();
    vi.advanceTimersByTime(499);
    expect([plies(), showing.busy]).toEqual([[1, 1], true]);
    vi.advanceTimersByTime(1);
    expect(plies()).toEqual([1, 2]);
  });

  it('keeps the pause where an answer has two moves, and the second comes while the first one waits', () => {
    showing.add(step(1));
    showing.settle();
    showing.add(step(2, 500));
    vi.advanceTimersByTime(200);
    showing.add(step(3, 500));
    vi.advanceTimersByTime(299);
    expect(plies()).toEqual([1, 1]);
    vi.advanceTimersByTime(1);
    expect(plies()).toEqual([1, 2]);
    showing.settle();
    vi.advanceTimersByTime(499);
    expect(plies()).toEqual([2, 2]);
  });

  it('leaves pauses out for those who only watch, while more is waiting', () => {
    showing.add(step(1));
    showing.add({ ...step(2, 500), mayHurry: true });
    showing.add({ ...step(3, 500), mayHurry: true });
    showing.settle();
    expect(plies()).toEqual([1, 2]);
    showing.settle();
    expect(plies()).toEqual([2, 2]);
  });

  it('waits for no pause that is over', () => {
    vi.advanceTimersByTime(500);
    showing.add(step(1, 500));
    expect(plies()).toEqual([0, 1]);
  });

  it('does not make anybody wait who skips ahead', () => {
    showing.add(step(1));
    showing.add(step(2, 500));
    expect(showing.skip()).toBe(false); // the board itself skips what it is showing
    showing.settle();
    expect(showing.skip()).toBe(true);
    expect(plies()).toEqual([1, 2]);
    showing.settle();
    expect(showing.skip()).toBe(false);
  });

  it('skips what was waiting when a move is taken back', () => {
    showing.add(step(1));
    showing.add(step(2, 500));
    showing.add({ match: after(0, { version: 3 }), events: [], pause: 0 });
    expect(plies()).toEqual([0, 0]);
    showing.settle();
    expect([showing.match?.version, showing.busy]).toEqual([3, false]);
  });

  it('says what changes beside the board at once, unless the board is on its way', () => {
    showing.add({ match: after(0, { version: 1, assisted: true }), events: [], pause: 0 });
    expect(showing.match?.assisted).toBe(true);
    showing.add({ match: after(1, { version: 2 }), events: placed, pause: 0 });
    showing.add({ match: after(1, { version: 3, result: '2' }), events: [], pause: 0 });
    expect([showing.match?.version, showing.match?.result, showing.events]).toEqual([1, null, placed]);
    showing.settle();
    expect([showing.match?.version, showing.match?.result]).toEqual([3, '2']);
  });

  it('jumps to the latest position when too much is waiting', () => {
    for (let ply = 1; ply <= 4; ply++) showing.add(step(ply, 500));
    expect([plies(), showing.events]).toEqual([[0, 4], []]);
  });

  it('is everything at once where nobody looks', () => {
    showing.add(step(1));
    showing.add(step(2, 500));
    showing.flush();
    expect([plies(), showing.busy]).toEqual([[2, 2], false]);
    vi.stubGlobal('document', { hidden: true });
    showing.add(step(3, 500));
    expect([plies(), showing.busy]).toEqual([[3, 3], false]);
    vi.unstubAllGlobals();
  });
});
