/** The fewest moves that this browser's owner needed, by variant; helped matches do not count. */
import type { MatchView } from '../../api/types';
import { plural } from '../../lib/text';
import type { Fewest } from '../match/fewest.svelte';
import { load, save } from '../storage';

const KEY = 'best';

const variantKey = (match: Pick<MatchView, 'game' | 'preset' | 'variant'>): string =>
  `${match.game} ${match.preset ?? JSON.stringify(match.variant)}`;

export function bestOf(match: MatchView): number | null {
  return load<Record<string, number>>(KEY, {})[variantKey(match)] ?? null;
}

/** All bests of a game, by the name of their rules. */
export function allBests(game: string): { rules: string; moves: number }[] {
  return Object.entries(load<Record<string, number>>(KEY, {}))
    .filter(([key, moves]) => key.startsWith(`${game} `) && typeof moves === 'number')
    .map(([key, moves]) => {
      const rules = key.slice(game.length + 1);
      return { rules: rules.startsWith('{') ? 'your own rules' : rules, moves };
    });
}

/** Keeps a won match's moves if they are the fewest; returns whether they are. */
export function noteBest(match: MatchView): boolean {
  if (match.mode !== 'solo' || match.result !== '1' || match.assisted) return false;
  const kept = load<Record<string, number>>(KEY, {});
  const before = kept[variantKey(match)];
  if (before !== undefined && before <= match.ply) return false;
  save(KEY, { ...kept, [variantKey(match)]: match.ply });
  return true;
}

/** What is said of the score of somebody who played alone. `best` says whether it is the best so far. */
export function soloNote(
  match: Pick<MatchView, 'result' | 'ply' | 'assisted' | 'second_try'>,
  before: number | null,
  best: boolean,
  fewest: Fewest | null,
): string {
  const possible = fewest === null ? '' : possibleWords(fewest);
  const own = before === null ? '' : `Your best is ${before}.`;
  if (match.result !== '1') return [fewest && possibleSentence(fewest), own].filter(Boolean).join(' ');
  const moves = `${plural(match.ply, 'move')}${possible && `; ${possible}`}.`;
  if (match.second_try) return `${moves} A second try, so it is not counted in best scores.`;
  if (match.assisted) return `${moves} With help, so it is not counted in best scores.`;
  if (!best) return `${moves} ${own}`;
  return before === null
    ? `${moves} Your first score here.`
    : `${moves} Your best so far, ${before - match.ply} better.`;
}

/** "It can be done in 22 moves." */
function possibleSentence({ atLeast, atMost }: Fewest): string {
  return `It can be done in ${plural(atMost, 'move')}${atLeast === atMost ? '' : ' or fewer'}.`;
}

/** "22 were possible" */
export function possibleWords({ atLeast, atMost }: Fewest): string {
  if (atLeast === atMost) return `${atMost} ${atMost === 1 ? 'was' : 'were'} possible`;
  return `${atMost} or fewer were possible`;
}
