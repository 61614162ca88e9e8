/** The numbers of a position in the middle of a move: what has been seen of it counts, and nothing else. */
import type { PositionView } from '../../api/types';
import type { MadeEvent } from '../../state/match/presentation.svelte';
import type { GamePage } from '../gamePage';

export function countedSoFar({ counting }: GamePage, view: PositionView, made: readonly MadeEvent[]): PositionView {
  return counting ? made.reduce((counted, { event, seat }) => counting(counted, event, seat), view) : view;
}

/** A list of numbers, one for each seat, with one of them changed. */
export function changed(numbers: readonly number[], seat: number, by: number): number[] {
  return numbers.map((number, index) => (index === seat - 1 ? number + by : number));
}
