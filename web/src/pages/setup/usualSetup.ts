/** What "Play" gives: the recommended rules and the opponent that fits, until somebody chooses otherwise in Set up. */
import type { Waiting } from '../../api/readiness';
import type { GameView } from '../../api/types';
import { fittingLevel, noteFitting } from '../../state/fit';
import { go, makeOnceReady } from '../../state/newMatch';
import { settings } from '../../state/settings.svelte';
import { load, save } from '../../state/storage';
import { FIT, freshSetup, requestOf, type Setup } from './request';

const KEY = 'setups';

/** What is chosen again for every match. */
const NOT_KEPT = { board: '', listed: false } as const;

const kept = (): Record<string, Setup> => load<Record<string, Setup>>(KEY, {});

/** Keep what was chosen, for the next "Play"; a show or an invitation is not what "Play" means. */
export function rememberSetup(setup: Setup): void {
  if (setup.seating === 'watch' || setup.seating === 'invite' || setup.board) return;
  save(KEY, { ...kept(), [setup.game]: { ...setup, ...NOT_KEPT } });
}

export function forgetSetup(game: string): void {
  save(KEY, Object.fromEntries(Object.entries(kept()).filter(([other]) => other !== game)));
}

/** Whether "Play" gives something that was chosen. */
export const isChosen = (game: GameView): boolean => chosenSetup(game) !== null;

/** What was chosen last; null where nothing was, or where it is no longer possible. */
function chosenSetup(game: GameView): Setup | null {
  const setup = kept()[game.game];
  if (typeof setup !== 'object' || setup === null || !(setup.preset in game.presets)) return null;
  const levels = [FIT, '', ...game.levels.map((one) => one.level)];
  return levels.includes(setup.level) ? { ...freshSetup(game, ''), ...setup, ...NOT_KEPT } : null;
}

/** What Set up shows at first, and "Play" gives. */
export const usualSetup = (game: GameView): Setup => ({
  ...(chosenSetup(game) ?? freshSetup(game, '')),
  name: settings.value.name,
});

/** The level that a set-up asks for: the opponent that fits is one of them. */
export function levelOf(setup: Setup, game: GameView): string {
  if (setup.level !== FIT) return setup.level;
  return setup.seating === 'ai' ? fittingLevel(game) : (game.default_level ?? '');
}

/** Make the match that a set-up asks for, once the rules are compiled, and go to it. */
export async function startSetup(setup: Setup, game: GameView, waiting: Waiting): Promise<void> {
  const fits = setup.seating === 'ai' && setup.level === FIT;
  const made = await makeOnceReady(requestOf({ ...setup, level: levelOf(setup, game) }), waiting);
  if (!made) return;
  if (fits && game.seats === 2) noteFitting(game, made.id);
  go(made);
}

export const play = (game: GameView, waiting: Waiting): Promise<void> => startSetup(usualSetup(game), game, waiting);
