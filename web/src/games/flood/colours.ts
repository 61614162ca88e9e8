/** Flood-It's colours in the order of their keys, 1 to 8. A move's text is the colour's name. */
import type { SymbolName } from '../../board/paint/symbols';

export const COLOURS: readonly { name: string; character: string; symbol: SymbolName }[] = [
  { name: 'red', character: 'r', symbol: 'disc' },
  { name: 'green', character: 'g', symbol: 'triangle' },
  { name: 'blue', character: 'b', symbol: 'square' },
  { name: 'yellow', character: 'y', symbol: 'diamond' },
  { name: 'purple', character: 'p', symbol: 'plus' },
  { name: 'orange', character: 'o', symbol: 'star' },
  { name: 'cyan', character: 'c', symbol: 'wedge' },
  { name: 'pink', character: 'k', symbol: 'heart' },
];
