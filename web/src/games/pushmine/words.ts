/** Pushmine's moves and events in words. */
import { cellText } from '../../lib/notation';
import { nameInside } from '../../state/seatNames';
import {
  clausesOf,
  nameOf,
  seatDoes,
  type EventWords,
  type GameWords,
  type SentenceContext,
} from '../../state/sentences';

const WAYS: Readonly<Record<string, string>> = { '>': 'right', '<': 'left', v: 'down', '^': 'up' };

/** A push as people say it: `3>` is row 3 to the right. */
export function pushWords(push: string, verb = ''): string {
  const line = push.slice(0, -1);
  return `${/\d/.test(line) ? 'row' : 'column'} ${line} ${verb}${WAYS[push.slice(-1)] ?? ''}`;
}

export const SWAP = 'swap';

export function moveWords(move: string): string {
  if (move === SWAP) return 'Swap sides';
  return move.startsWith('*') ? `Lay a mine on ${move.slice(1)}` : `Push ${pushWords(move)}`;
}

function stone(owner: number, context: SentenceContext): string {
  if (!owner) return 'a dud';
  const name = nameOf(owner, context);
  return name === 'You' ? 'a stone of yours' : `a stone of ${nameInside(name)}`;
}

const ownerOf = (name: string): string => (name === 'You' ? 'your' : `${nameInside(name)}’s`);

const events: EventWords = {
  pushed: ({ line, way }) => pushWords(line + way, 'pushed '),
  ejected: ({ cell, owner }, context) => `${stone(owner, context)} leaves the board at ${cellText(cell, context.cols)}`,
  mine_earned: ({ seat }, context) => `${seatDoes(seat, 'earns', 'earn', context)} a mine`,
  mine_placed: ({ cell }, { cols }) => `mine laid on ${cellText(cell, cols)}`,
  mine_detonated: ({ cell, owner }, context) =>
    `the mine on ${cellText(cell, context.cols)} goes off under ${stone(owner, context)}`,
  mine_decayed: ({ cells, into }, { cols }) =>
    `the mine on ${cells.map((cell) => cellText(cell, cols)).join(', ')} is ${into === 'nothing' ? 'gone' : 'a dud now'}`,
  sides_swapped: ({ seat }, context) =>
    `${seatDoes(seat, 'swaps', 'swap', context)} sides: every stone changes its owner`,
};

/** A list shows the push or the mine itself, and who earned something by it. */
const inList: EventWords = {
  ...events,
  pushed: () => '',
  mine_placed: () => '',
  mine_earned: () => 'earns a mine',
  sides_swapped: () => 'every stone changes its owner',
};

export const words: GameWords = {
  events,
  move: (move, tense) => {
    const done = tense === 'done';
    if (move === SWAP) return done ? 'swapped sides' : 'swap sides';
    if (move.startsWith('*')) return `${done ? 'laid' : 'lay'} a mine on ${move.slice(1)}`;
    return `${done ? 'pushed' : 'push'} ${pushWords(move)}`;
  },
  summary: (happened, context) => clausesOf(happened, inList, context),
  reasons: {
    line: (winner, by) =>
      by === null || by === winner ? `${winner} made a winning line` : `${by} completed ${ownerOf(winner)} line`,
    both_lines: ['Both sides got their line in one push', 'the side that pushed loses'],
    no_moves: 'Nobody can move any more',
    mines: (winner) => `${winner} earned enough mines`,
  },
};
