/** Tries at the board of a day: to begin one, to go back to it, and to practise once the day is over. */
import * as api from '../../api/client';
import type { Waiting } from '../../api/readiness';
import type { DailyView, GameView, NewMatch } from '../../api/types';
import { knownMatch, seatsHeld, tokenOf } from '../../state/knownMatches';
import { go, makeOnceReady, person } from '../../state/newMatch';
import { addressOf, router } from '../../state/router.svelte';
import { noteTry, tryAt } from '../../state/you/daily';

const seatsFor = (game: Pick<GameView, 'seats'>, level: string): NonNullable<NewMatch['seats']> =>
  game.seats === 1 ? [person()] : [person(), { kind: 'level', level }];

/** Begin today's try. Once it is over, this is practice. */
export async function playToday(game: GameView, date: string, level: string, waiting: Waiting): Promise<void> {
  if (await goToUntouched(game.game, date, level)) return;
  const made = await makeOnceReady({ game: game.game, daily: true, seats: seatsFor(game, level) }, waiting);
  if (!made) return;
  noteTry(date, game.game, made.id);
  go(made);
}

/** A try that was opened and left before its first move is still there: a second match would not be a first try.
 *  Whether there is one. */
async function goToUntouched(game: string, date: string, level: string): Promise<boolean> {
  const { id, standing } = tryAt(date, game);
  const known = id === null ? undefined : knownMatch(id);
  if (!known || standing !== 'open') return false;
  const [seat = 0] = seatsHeld(known.id);
  try {
    if (known.level !== null && known.level !== level)
      await api.changeLevel(known.id, 3 - seat, level, tokenOf(known.id, seat) ?? '');
    else await api.match(known.id);
  } catch {
    return false; // it is gone
  }
  router.go(addressOf.play(known.id));
  return true;
}

/** Back to a try that is there already; whether there is one. */
export function goToTry(game: string, date: string): boolean {
  const { id, standing } = tryAt(date, game);
  if (id === null || standing === 'open') return false;
  router.go(addressOf.play(id));
  return true;
}

/** The board of a day that is over, to practise. */
export async function playPast(game: GameView, board: DailyView, level: string, waiting: Waiting): Promise<void> {
  const asked = { game: game.game, record: board.record ?? '', seats: seatsFor(game, level) };
  const made = await makeOnceReady(asked, waiting);
  if (made) go(made);
}
