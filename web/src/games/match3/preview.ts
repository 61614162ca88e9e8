/** What a preview's events clear on the board as it lies there now. */
import { isKind, pairOf, type GameEvent } from '../../api/events';

interface Clearing {
  /** In which wave each token of the present board will go. */
  waves: Map<number, number>;
  /** Where the swapped tokens are now, and where they will be. */
  swap: [number, number] | null;
  points: number;
  waveCount: number;
  /** Everything that goes, drops included. */
  colours: string;
}

/** Follows every token of the board through swaps, clears and falls. */
export function foreseeClearing(cellCount: number, events: readonly GameEvent[]): Clearing {
  const here: (number | null)[] = Array.from({ length: cellCount }, (_, cell) => cell);
  const result: Clearing = { waves: new Map(), swap: null, points: 0, waveCount: 0, colours: '' };
  for (const event of events) {
    if (isKind(event, 'swapped')) {
      const [a, b] = pairOf(event.cells);
      result.swap = [a, b];
      [here[a], here[b]] = [here[b] ?? null, here[a] ?? null];
    } else if (isKind(event, 'cleared')) {
      for (const cell of event.cells) {
        const token = here[cell] ?? null;
        if (token !== null) result.waves.set(token, event.wave);
        here[cell] = null;
      }
      result.points += event.points;
      result.waveCount = event.wave;
      result.colours += event.colours;
    } else if (isKind(event, 'fell')) {
      const moving = event.steps.map(pairOf).map(([from, to]) => [here[from] ?? null, from, to] as const);
      for (const [, from] of moving) here[from] = null;
      for (const [token, , to] of moving) here[to] = token;
    } else if (isKind(event, 'dropped')) {
      for (const cell of event.cells) here[cell] = null;
    }
  }
  return result;
}
