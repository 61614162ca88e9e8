/** Matches for tests, as the server would send them. */
import type { MatchView, SeatView } from '../src/api/types';

export function seat(number: number, given: Partial<SeatView> = {}): SeatView {
  return {
    seat: number,
    kind: 'person',
    colour: number === 1 ? 'Red' : 'Green',
    name: null,
    taken: true,
    level: null,
    algorithm: null,
    depth: null,
    strategy: null,
    understood: null,
    ...given,
  };
}

export const aiSeat = (number: number, level = 'medium'): SeatView => seat(number, { kind: 'level', level });

export function match(given: Partial<MatchView> = {}): MatchView {
  return {
    id: 'abc',
    game: 'duel',
    name: 'Infinity Grid Duel',
    preset: 'standard',
    variant: { size: 6 },
    chosen_variant: { size: 6 },
    seed: 1,
    commitment: null,
    salt: null,
    link: 'q1.duel.1.standard.1',
    version: 0,
    mode: 'pvai',
    seats: [seat(1), aiSeat(2)],
    ply: 0,
    turn: 1,
    status: 'playing',
    winner: null,
    result: null,
    ended_by: null,
    end: null,
    outcome: 'playing',
    legal: ['a1', 'b2'],
    view: { cells: ['..', '..'], turn: 1, ply: 0, status: 'playing', winner: null },
    history: [],
    last_move: null,
    move_count: 0,
    pieces_played: 0,
    repetitions: 1,
    thinking: false,
    response_delay: 500,
    assisted: false,
    second_try: false,
    offers: [],
    can: {
      undo: false,
      redo: false,
      takeback: false,
      restart: true,
      rematch: false,
      resign: true,
      draw: true,
      fill: false,
      hint: true,
      analyse: false,
      stop: false,
      level: true,
    },
    clock: null,
    daily: null,
    previous: null,
    rematch: null,
    created_at: 0,
    updated_at: 0,
    ...given,
  };
}
