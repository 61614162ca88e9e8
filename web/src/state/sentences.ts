/** The one module in which the pages make sentences about a match, and the only one that reads the server's. What
 *  only one game can say comes from its folder, as `GameWords`. */
import type { BoardEvent, EventOf } from '../api/events';
import type { MatchView, PreviewView } from '../api/types';
import { capital, sentence } from '../lib/text';
import { endingOf, type Ending } from './outcome';
import { seatNames } from './seatNames';

// What a game has to say.

/** What a sentence about an event needs to know. */
export interface SentenceContext {
  cols: number;
  seatNames: readonly string[];
  /** What people call the piece that a character stands for. */
  pieceName: (character: string) => string;
}

/** One clause for each kind of event, without a capital and a full stop; '' where nothing is worth saying. */
export type EventWords = {
  readonly [K in BoardEvent['kind']]?: (event: EventOf<K>, context: SentenceContext) => string;
};

/** Why a match ended. The second part says who wins by it, and is left out of a draw. */
type Reason = string | readonly [fact: string, rule: string];

/** Titles where one person plays alone. */
interface SoloTitles {
  won: string;
  lost: string;
  /** Ended before the rules ended it. */
  givenUp: string;
}

export interface GameWords {
  events: EventWords;
  /** By the word that the rules give. */
  reasons: Readonly<Record<string, Reason>>;
  solo?: SoloTitles;
}

export const NO_WORDS: GameWords = { events: {}, reasons: {} };

// What happened.

/** What a move did, for screen readers. `seat` is who moved; null where that is clear. */
export function eventSentences(
  events: readonly BoardEvent[],
  seat: number | null,
  words: GameWords,
  context: SentenceContext,
): string {
  const clauses = events.flatMap((event) => clausesOf(event, words, context)).filter(Boolean);
  const who = seat === null ? '' : `${nameOf(seat, context)}: `;
  return clauses.length ? `${who}${clauses.map(capital).join('. ')}.` : '';
}

function clausesOf(event: BoardEvent, words: GameWords, context: SentenceContext): string[] {
  if (event.kind === 'passed') return [`no move: ${seatDoes(event.seat, 'passes', context)}`];
  if (event.kind === 'ended') {
    const reason = reasonText(
      words.reasons[event.why] ?? COMMON_REASONS[event.why],
      event.why,
      event.result === 'draw',
    );
    return [resultClause(event.result, context), reason];
  }
  const say = words.events[event.kind] as ((event: BoardEvent, context: SentenceContext) => string) | undefined;
  return say ? [say(event, context)] : [];
}

function resultClause(result: string, context: SentenceContext): string {
  if (result === 'draw') return 'a draw';
  return result === 'lost' ? 'lost' : seatDoes(Number(result), 'wins', context);
}

/** What a move would do, in the server's words. */
export function previewSentence({ told, at_least }: Pick<PreviewView, 'told' | 'at_least'>): string {
  return `${capital(told)}${at_least ? ', at least' : ''}.`;
}

/** What a preview says about the end: "you win", "AI wins", "draw". */
export function endPreview(result: string, names: readonly string[]): string {
  if (result === 'draw') return 'draw';
  const name = names[Number(result) - 1] ?? '';
  return name === 'You' ? 'you win' : `${name} wins`;
}

export function nameOf(seat: number, { seatNames: names }: Pick<SentenceContext, 'seatNames'>): string {
  return names[seat - 1] ?? `seat ${seat}`;
}

/** "AI earns", "You earn". */
export function seatDoes(seat: number, verb: string, context: SentenceContext): string {
  const name = nameOf(seat, context);
  return `${name} ${name === 'You' ? verb.replace(/(?<=ss)es$|s$/, '') : verb}`;
}

// How it ended.

export interface Outcome {
  ending: Ending;
  title: string;
  reason: string;
}

const COMMON_REASONS: Readonly<Record<string, Reason>> = {
  resignation: 'By resignation',
  agreement: 'By agreement',
  clock: 'The time is up',
  absence: 'The other side has gone',
  repetition: 'The position came up too often',
  no_moves: 'Nobody can move any more',
};

/** Ends that the rules know nothing of. */
const ENDED_BY: Readonly<Record<string, (loser: string) => string>> = {
  resignation: (loser) => (loser === 'You' ? 'You resigned.' : `${loser} resigned.`),
  agreement: () => 'By agreement.',
  clock: (loser) => (loser === 'You' ? 'Your time ran out.' : `${possessive(loser)} time ran out.`),
  absence: (loser) => (loser === 'You' ? 'You were away.' : `${loser} did not come back.`),
  ply_cap: () => 'The match had gone on for long enough.',
};

const PLAIN_SOLO: SoloTitles = { won: 'Solved', lost: 'Not solved', givenUp: 'Not finished' };

/** The end of a match in words; null while it goes on. */
export function outcomeOf(match: MatchView, held: readonly number[], words: GameWords): Outcome | null {
  const ending = endingOf(match, held);
  if (ending === null) return null;
  const names = seatNames(match, held);
  const winner = Number(match.result);
  const loser = match.seats.length === 1 ? (names[0] ?? '') : (names[2 - winner] ?? '');
  return { ending, title: titleOf(match, held, names, words), reason: endReason(match, loser, words) };
}

function titleOf(match: MatchView, held: readonly number[], names: readonly string[], words: GameWords): string {
  if (match.result === 'draw') return 'Draw';
  const solo = words.solo ?? PLAIN_SOLO;
  if (match.result === 'lost') return held.length && match.ended_by === 'rules' ? solo.lost : solo.givenUp;
  if (match.seats.length === 1) return solo.won;
  const winner = Number(match.result);
  return held.length === 1 && held[0] === winner ? 'You win' : `${names[winner - 1] ?? ''} wins`;
}

function endReason(match: MatchView, loser: string, words: GameWords): string {
  const known = match.ended_by ? ENDED_BY[match.ended_by]?.(loser) : undefined;
  if (known !== undefined) return known;
  const why = reasonIn(match.last_move?.told ?? '');
  if (!why) return '';
  return sentence(reasonText(words.reasons[why] ?? COMMON_REASONS[why], why, match.result === 'draw'));
}

/** The word that the server's sentence about the last move ends with, as in "X wins (line)". */
function reasonIn(told: string): string {
  return /\(([^()]+)\)$/.exec(told)?.[1]?.replaceAll(' ', '_') ?? '';
}

function reasonText(reason: Reason | undefined, why: string, isDraw: boolean): string {
  if (reason === undefined) return capital(why.replaceAll('_', ' '));
  if (typeof reason === 'string') return reason;
  return isDraw ? reason[0] : `${reason[0]}: ${reason[1]}`;
}

const possessive = (name: string): string => (name.endsWith('s') ? `${name}’` : `${name}’s`);

// What somebody did beside moving.

/** What a live message's action means for this page; '' where the board shows it. */
export function actionNotice(
  action: { kind: string; seat: number; [further: string]: unknown },
  name: string,
  isOwn: boolean,
): string {
  switch (action.kind) {
    case 'undone':
      return isOwn ? 'Taken back.' : `${name} took a move back.`;
    case 'redone':
      return 'Played again.';
    case 'restarted':
      return 'Started over.';
    case 'declined':
      return `${isOwn ? 'You' : name} declined the ${String(action['offer'])}.`;
    case 'joined':
      return `${name} is here.`;
    case 'level_changed':
      return `The AI plays ${String(action['level'])} from now on.`;
    default:
      return '';
  }
}

// What a move did, for a list of moves: the server's sentence, without what the list shows already.

const RESTATES = /( takes \w+$| pushes \S+$| lays a mine on \w+$|^\w+ and \w+ swap$)/;
const CLEARED = /^(\d+) clear(?: for (\d+))?(?: in wave \d+)?$/;
const GOBLIN = /^an? \w+ goblin comes to (\w+)$/;

export function moveSummary(told: string, colours: readonly string[]): string {
  const parts = told.split('; ');
  const further = RESTATES.test(parts[0] ?? '') ? parts.slice(1) : parts;
  const named = further.map((part) => withoutName(part, colours).replace(/^[a-z]+: /, ''));
  return together(together(named, CLEARED, waves), GOBLIN, goblins).join('; ');
}

/** "Green captures c4" stands beside Green's sign: "captures c4". Who wins is said in full. */
function withoutName(part: string, colours: readonly string[]): string {
  const name = colours.find((colour) => part.startsWith(`${colour} `));
  return name === undefined || part.includes(' wins') ? part : part.slice(name.length + 1);
}

/** Several parts of one kind as one, where the first of them stood. */
function together(parts: string[], kind: RegExp, join: (matches: RegExpMatchArray[]) => string): string[] {
  const matches = parts.map((part) => part.match(kind));
  const those = matches.filter((one) => one !== null);
  if (those.length < 2) return parts;
  const first = matches.findIndex((one) => one !== null);
  return parts.flatMap((part, index) => (index === first ? [join(those)] : matches[index] ? [] : [part]));
}

function waves(matches: RegExpMatchArray[]): string {
  const sum = (group: number): number => matches.reduce((total, one) => total + Number(one[group] ?? 0), 0);
  return `${sum(1)} clear${sum(2) ? ` for ${sum(2)}` : ''} in ${matches.length} waves`;
}

const goblins = (matches: RegExpMatchArray[]): string => `goblins come to ${matches.map((one) => one[1]).join(', ')}`;
