/** Playing the board of a day. */
import type { DailyView, GameView, NewMatch } from '../../api/types';
import { go, make, makeAndGo, person } from '../../state/newMatch';
import { addressOf, router } from '../../state/router.svelte';
import { noteTry, tryAt } from '../../state/you/daily';

const seatsFor = (game: Pick<GameView, 'seats'>, level: string): NonNullable<NewMatch['seats']> =>
  game.seats === 1 ? [person()] : [person(), { kind: 'level', level }];

/** Go on with today's try, or begin it. Once it is over, this is practice. */
export async function playToday(game: GameView, date: string, level: string): Promise<void> {
  const made = await make({ game: game.game, daily: true, seats: seatsFor(game, level) });
  noteTry(date, game.game, made.id);
  go(made);
}

/** Back to a try that is there already; whether there is one. */
export function goToTry(game: string, date: string): boolean {
  const { id, standing } = tryAt(date, game);
  if (id === null || standing === 'open') return false;
  router.go(addressOf.play(id));
  return true;
}

/** The board of a day that is over, to practise. */
export const playPast = (game: GameView, board: DailyView, level: string): Promise<void> =>
  makeAndGo({ game: game.game, record: board.record ?? '', seats: seatsFor(game, level) });
