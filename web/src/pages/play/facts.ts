/** What a match's panel tells beside the board: the numbers of the position, in words. */
import type { GameEvent, MatchView, PositionView } from '../../api/types';

export interface SeatFact {
  value: number;
  label: string;
  /** How far it is towards the goal, 0 to 1. */
  part?: number;
  /** A word more. */
  detail?: string;
}

export interface Fact {
  label: string;
  value: string;
}

type Teller = (match: MatchView, view: PositionView) => { seats: SeatFact[]; facts: Fact[]; sentence: string };

const NOTHING = { seats: [], facts: [], sentence: '' };

export const factsOf = (match: MatchView, view: PositionView): ReturnType<Teller> =>
  (TELLERS[match.game] ?? (() => NOTHING))(match, view);

/** Seconds that a turn should take, where a specification names them; nobody is moved for. */
export const SOFT_SECONDS: Record<string, number> = { cascade: 30 };

const TELLERS: Record<string, Teller> = {
  mosaic(match, view) {
    const scores = numbers(view['scores']);
    const target = number(match.variant['target']);
    const most = number(match.variant['max_moves']);
    const left = numbers(view['moves_made']).map((made) => most - made);
    const people = match.seats.filter((seat) => seat.kind !== 'level');
    // "Moves remaining" counts the human's.
    const person = people.length === 1 ? [{ label: 'Moves left', value: String(left[(people[0]?.seat ?? 1) - 1] ?? most) }] : [];
    return {
      seats: scores.map((score, index) => ({
        value: score,
        label: 'points',
        part: Math.min(1, score / target),
        detail: `${left[index] ?? most} moves left`,
      })),
      facts: [{ label: 'Target', value: String(target) }, ...person],
      sentence: `First to ${target}.`,
    };
  },
  cascade(match, view) {
    const tokens = numbers(view['tokens']);
    const size = number(match.variant['size']) ** 2;
    return {
      seats: tokens.map((left) => ({ value: left, label: left === 1 ? 'token left' : 'tokens left', part: left / size })),
      facts: number(match.variant['goblins']) > 0 ? [{ label: 'Goblins to come', value: goblins(view) }] : [],
      sentence: CASCADE[String(match.variant['vanish'])] ?? '',
    };
  },
  duel(match, view) {
    const tiles = numbers(view['tiles']);
    const size = number(match.variant['size']) ** 2;
    const free = size - tiles.reduce((sum, one) => sum + one, 0);
    return {
      seats: tiles.map((own) => ({ value: own, label: own === 1 ? 'tile' : 'tiles', part: own / size })),
      facts: [{ label: 'Empty cells', value: String(free) }],
      sentence: 'More tiles win when the board is full.',
    };
  },
  pushmine(match, view) {
    const mines = numbers(view['mines']);
    return {
      seats: mines.map((stock) => ({ value: stock, label: stock === 1 ? 'mine' : 'mines' })),
      facts: [],
      sentence: `${number(match.variant['line'])} in a row win.`,
    };
  },
  flood(match, view) {
    const limit = view['limit'];
    const moves = number(view['moves']);
    const controlled = strings(view['controlled']).join('');
    const held = controlled.split('1').length - 1;
    const part = controlled.length > 0 ? held / controlled.length : 0;
    return {
      seats: [{ value: moves, label: typeof limit === 'number' ? `of ${limit} moves` : moves === 1 ? 'move' : 'moves', part }],
      facts: [
        ...(typeof limit === 'number' ? [{ label: 'Moves left', value: String(limit - moves) }] : []),
        { label: 'Par', value: String(Math.floor(number(match.variant['size']) * 1.5)) },
        { label: 'Flooded', value: `${Math.floor(part * 100)} %` },
      ],
      sentence: typeof limit === 'number' ? `Flood it in ${limit} moves.` : 'Take as many moves as you like.',
    };
  },
};

const CASCADE: Record<string, string> = {
  wins: 'Be the first without a token of your colour.',
  loses: 'Whoever has no token left loses.',
  none: 'More tokens win when nobody can swap.',
};

function goblins(view: PositionView): string {
  const names: Record<string, string> = { g: 'green', v: 'violet' };
  return [...String(view['goblins'] ?? '')].map((one) => names[one] ?? one).join(', ');
}

/** Pushmine's numbers of a running match, as its specification lists them. */
export function pushmineMetrics(match: MatchView, plies: GameEvent[][]): Fact[] {
  const count = (kind: string): number => plies.flat().filter((event) => event.kind === kind).length;
  return [
    { label: 'Ply', value: String(match.ply) },
    { label: 'Ejections', value: String(count('ejected')) },
    { label: 'Mines earned', value: String(count('mine_earned')) },
    { label: 'Mines placed', value: String(count('mine_placed')) },
    { label: 'Mines detonated', value: String(count('mine_detonated')) },
    { label: 'This position seen', value: match.repetitions === 1 ? 'once' : `${match.repetitions} times` },
  ];
}

const number = (value: unknown): number => (typeof value === 'number' ? value : 0);
const numbers = (value: unknown): number[] => (Array.isArray(value) ? value.map(number) : []);
const strings = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
