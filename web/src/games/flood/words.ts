/** Flood-It's events and ends in words. */
import { only } from '../../api/events';
import { plural } from '../../lib/text';
import { COLOURS } from './colours';
import { whyOfHint } from './hints';
import type { Fewest } from '../../state/match/fewest.svelte';
import type { GameWords, SentenceContext } from '../../state/sentences';

/** "best possible: 22", or "at most 61" where the proof is not there. */
export function fewestWords(fewest: Fewest | null): string {
  if (fewest === null) return '';
  return fewest.atLeast === fewest.atMost
    ? `best possible: ${fewest.atMost}`
    : `best possible: at most ${fewest.atMost}`;
}

/** What people call the colour of a move. */
function nameOf(text: string, { pieceName }: SentenceContext): string {
  const character = COLOURS.find(({ name }) => name === text)?.character;
  return character ? pieceName(character) : text;
}

export const words: GameWords = {
  events: {
    flooded: ({ colour, waves }, { pieceName }) => `${pieceName(colour)}, ${plural(waves.flat().length, 'cell')} more`,
  },
  move: (text, tense, context) => `${tense === 'done' ? 'flooded' : 'flood'} with ${nameOf(text, context)}`,
  listed: nameOf,
  summary: (events) => only(events, 'flooded').map(({ waves }) => `${plural(waves.flat().length, 'cell')} flooded`),
  reasons: { flooded: 'Every cell is yours', limit: 'The board is not flooded' },
  solo: { won: 'Flooded!', lost: 'Out of moves', givenUp: 'Not flooded' },
  why: whyOfHint,
};
