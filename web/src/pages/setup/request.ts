/** What a set-up asks of the server. */
import { isRecord } from '../../lib/records';
import type { GameView, MatchView, NewMatch, SeatRequest, SeatView } from '../../api/types';

export type Seating = 'ai' | 'here' | 'invite' | 'watch';
/** In place of a level: the opponent that fits. */
export const FIT = 'fit';

export type Starts = 'you' | 'other' | 'random';

export interface Setup {
  game: string;
  seats: number;
  preset: string;
  changes: Record<string, unknown>;
  seating: Seating;
  starts: Starts;
  level: string;
  otherLevel: string;
  prompt: string;
  otherPrompt: string;
  clock: string;
  /** Seconds for each turn of a person, as a text; '' for no limit. */
  turn: string;
  /** How many wins decide a series, as a text; '' for a single match. */
  series: string;
  board: string;
  /** Of boards that a solver can grade; '' takes any. */
  difficulty: Difficulty | '';
  listed: boolean;
  name: string;
}

type Difficulty = NonNullable<NewMatch['difficulty']>;

export const DIFFICULTIES: { value: Difficulty | ''; label: string }[] = [
  { value: '', label: 'Any' },
  { value: 'easy', label: 'Easy' },
  { value: 'normal', label: 'Normal' },
  { value: 'hard', label: 'Hard' },
];

/** Base minutes and seconds per move, as the sheet offers them. */
export const CLOCKS = [
  { value: '', label: 'None' },
  { value: '180+2', label: '3 min + 2 s' },
  { value: '300+3', label: '5 min + 3 s' },
  { value: '600+5', label: '10 min + 5 s' },
];

export const TURN_LIMITS = [
  { value: '', label: 'None' },
  { value: '30', label: '30 s' },
  { value: '60', label: '1 min' },
  { value: '180', label: '3 min' },
];

export const SERIES = [
  { value: '', label: 'Single match' },
  { value: '2', label: 'First to 2' },
  { value: '3', label: 'First to 3' },
];

type PlayedGame = Pick<GameView, 'game' | 'seats' | 'levels' | 'default_level' | 'recommended'>;

export const freshSetup = (game: PlayedGame, name: string): Setup => ({
  game: game.game,
  seats: game.seats,
  preset: game.recommended,
  changes: {},
  seating: game.seats === 2 && game.default_level === null ? 'here' : 'ai',
  starts: 'you',
  level: game.seats === 2 && game.levels.length > 0 ? FIT : (game.default_level ?? ''),
  otherLevel: game.default_level ?? '',
  prompt: '',
  otherPrompt: '',
  clock: '',
  turn: '',
  series: '',
  board: '',
  difficulty: '',
  listed: false,
  name,
});

const SEATINGS: Record<MatchView['mode'], Seating> = {
  pvai: 'ai',
  pvp: 'here',
  aivai: 'watch',
  solo: 'ai',
  watch: 'watch',
};

/** The words that an AI player was told. */
export function promptOf(seat: Pick<SeatView, 'strategy'> | undefined): string {
  const text = seat?.strategy?.['text'];
  return typeof text === 'string' ? text : '';
}

/** What a match was set up with, where the next one may want the same. */
export function setupLike(match: MatchView, game: Pick<GameView, 'presets' | 'default_level'>): Partial<Setup> {
  const aiSeats = match.seats.filter((seat) => seat.kind === 'level');
  const invited = match.seats.some((seat) => seat.kind === 'invite');
  const preset = match.preset ?? 'standard';
  const base = game.presets[preset] ?? {};
  const changed = Object.entries(match.chosen_variant).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(base[name]),
  );
  return {
    preset,
    changes: match.preset === null ? Object.fromEntries(changed) : {},
    seating: invited ? 'invite' : SEATINGS[match.mode],
    starts: match.mode === 'pvai' && match.seats[0]?.kind === 'level' ? 'other' : 'you',
    level: aiSeats[0]?.level ?? game.default_level ?? '',
    otherLevel: aiSeats[1]?.level ?? game.default_level ?? '',
    prompt: promptOf(aiSeats[0]),
    otherPrompt: promptOf(aiSeats[1]),
    turn: String(match.turn_seconds ?? ''),
    series: String(match.series?.first_to ?? ''),
  };
}

type Asked = NewMatch;

export function requestOf(setup: Setup, chance: () => number = Math.random): Asked {
  const asked: Asked = { game: setup.game, seats: seatsOf(setup, chance), ...boardOf(setup) };
  if (setup.clock && isBetweenPeople(setup)) {
    const [base = 0, increment = 0] = setup.clock.split('+').map(Number);
    asked.clock = { base, increment };
  }
  if (setup.turn && isTimed(setup)) asked.turn_seconds = Number(setup.turn);
  if (setup.series && setup.seats === 2) asked.series = { first_to: Number(setup.series) };
  if (setup.listed) asked.public = true;
  return asked;
}

export const isBetweenPeople = (setup: Pick<Setup, 'seating' | 'seats'>): boolean =>
  setup.seats === 2 && (setup.seating === 'here' || setup.seating === 'invite');

/** Whether there is a person whose turns can be limited. */
export const isTimed = (setup: Pick<Setup, 'seating' | 'seats'>): boolean =>
  setup.seats === 2 && setup.seating !== 'watch';

function boardOf(setup: Setup): Partial<NewMatch> {
  const text = setup.board.trim();
  if (isRecord(text)) return { record: text };
  const variant = Object.keys(setup.changes).length > 0 ? { variant: setup.changes } : {};
  const seed = /^\d+$/.test(text) ? { seed: Number(text) } : {};
  const difficulty = setup.difficulty && !('seed' in seed) ? { difficulty: setup.difficulty } : {};
  return { preset: setup.preset, ...variant, ...seed, ...difficulty };
}

function seatsOf(setup: Setup, chance: () => number): SeatRequest[] {
  const name = setup.name.trim();
  const you: SeatRequest = name ? { kind: 'person', name } : { kind: 'person' };
  const ai = (level: string, prompt: string): SeatRequest =>
    prompt.trim() ? { kind: 'level', level, prompt: prompt.trim() } : { kind: 'level', level };
  if (setup.seats === 1) return [setup.seating === 'watch' ? ai(setup.level, '') : you];
  if (setup.seating === 'watch') return [ai(setup.level, setup.prompt), ai(setup.otherLevel, setup.otherPrompt)];
  if (setup.seating === 'here') return [{ kind: 'person' }, { kind: 'person' }];
  const other: SeatRequest = setup.seating === 'invite' ? { kind: 'invite' } : ai(setup.level, setup.prompt);
  const first = setup.starts === 'you' || (setup.starts === 'random' && chance() < 0.5);
  return first ? [you, other] : [other, you];
}
