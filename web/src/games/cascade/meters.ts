/** The two ways to win Color Cascade Grid, as they stand: more tokens when the swaps run out, or none at all. */
import type { GamePage, Meter } from '../../board/gamePage';
import { nameOf } from '../../state/sentences';
import { asNumbers } from '../../lib/values';

/** Fewer than this make no line any more: they can never vanish. */
export const FEWEST_THAT_VANISH = 3;

export const meters: NonNullable<GamePage['meters']> = (match, view, seat, names) => {
  const tokens = asNumbers(view['tokens']);
  const own = tokens[seat - 1] ?? 0;
  const other = tokens[2 - seat] ?? 0;
  const name = nameOf(seat, { seatNames: names });
  return [
    ...(match.variant['no_moves'] === 'count'
      ? [view.ply === 0 ? firstMeter(own, other) : countMeter(own, other, name)]
      : []),
    ...(match.variant['vanish'] === 'wins'
      ? [vanishMeter(own, asNumbers(match.variant['tokens'])[seat - 1] ?? own)]
      : []),
  ];
};

/** Before the first move nobody leads: the board was dealt so. */
const firstMeter = (own: number, other: number): Meter => ({
  label: 'At the start',
  words: `${own} : ${other}`,
  part: own / Math.max(1, own + other),
  mood: 'even',
});

function countMeter(own: number, other: number, name: string): Meter {
  const score = `${own} : ${other}`;
  const isYou = name === 'You';
  const words =
    own === other
      ? `level at ${score}`
      : own > other
        ? `${isYou ? 'you lead' : `${name} leads`} ${score}`
        : `${isYou ? 'you lose' : `${name} loses`} ${score}`;
  const mood = own === other ? 'even' : own > other ? 'good' : 'bad';
  return { label: 'If it ended now', words, part: own / Math.max(1, own + other), mood };
}

function vanishMeter(own: number, atFirst: number): Meter {
  const canVanish = own >= FEWEST_THAT_VANISH;
  return {
    label: 'Shoot the moon',
    words: canVanish ? `${own} left to vanish` : own === 0 ? 'vanished' : `${own} left: too few for a line, they stay`,
    part: canVanish || own === 0 ? 1 - own / Math.max(own, atFirst) : 0,
    mood: own === 0 ? 'good' : 'even',
  };
}
