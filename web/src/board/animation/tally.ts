/** The numbers of a position in the middle of a move: what has been seen of it counts, and nothing else. */
import type { PositionView } from '../../api/types';
import type { MadeEvent } from '../../state/match/showing.svelte';
import type { GamePage } from '../gamePage';

export function tallied({ tally }: GamePage, view: PositionView, made: readonly MadeEvent[]): PositionView {
  return tally ? made.reduce((counted, { event, seat }) => tally(counted, event, seat), view) : view;
}

/** A list of numbers, one for each seat, with one of them changed. */
export function changed(numbers: readonly number[], seat: number, by: number): number[] {
  return numbers.map((number, index) => (index === seat - 1 ? number + by : number));
}
