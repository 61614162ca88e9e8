/** The one module in which the pages make sentences about a match, from data. The words for what only one game knows,
 *  its events and its endings, come from its folder, as `GameWords`. */
import type { DescribedEvent, EventKind, EventOf, GameEvent } from '../api/events';
import type { HintView, JudgementView, LiveAction, MatchView, PreviewView } from '../api/types';
import { PASS } from '../lib/notation';
import { capital, sentence } from '../lib/text';
import { endingOf, type Ending } from './outcome';
import { nameInside, seatNames } from './seatNames';

// What a game has to say.

/** A variant's options by their names. */
type Variant = Readonly<Record<string, unknown>>;

/** What a sentence about an event needs to know. */
export interface SentenceContext {
  cols: number;
  /** The options of the match: what an end means may depend on them. */
  variant: Variant;
  seatNames: readonly string[];
  /** What people call the piece that a character stands for. */
  pieceName: (character: string) => string;
}

/** One clause for each kind of event, without a capital and a full stop; '' where nothing is worth saying. */
export type EventWords = {
  readonly [K in EventKind]?: (event: EventOf<K>, context: SentenceContext) => string;
};

export type MoveWords = (text: string, tense: 'done' | 'to do', context: SentenceContext) => string;

/** Why a match ended. The second part says who wins by it, and is left out of a draw. `by` is the name of the side that
 *  moved last, where that is known. */
type Reason =
  string | readonly [fact: string, rule: string] | ((winner: string, by: string | null, variant: Variant) => string);

/** Titles where one person plays alone. */
interface SoloTitles {
  won: string;
  lost: string;
  /** Ended before the rules ended it. */
  givenUp: string;
}

export interface GameWords {
  /** For every kind of event that the game has, except passes and the end, which all games share. */
  events: EventWords;
  /** A move without a subject: "swapped c4 and c5" after it was made, "swap c4 and c5" before. */
  move: MoveWords;
  /** A move in a list, where its text names a piece that a palette may call otherwise. Without this, its text. */
  listed?: (text: string, context: SentenceContext) => string;
  /** What a move did in few words, for a list that shows who moved and the move's text. Passes and the end are added. */
  summary: (events: readonly GameEvent[], context: SentenceContext) => string[];
  /** By the word that the rules give. */
  reasons: Readonly<Record<string, Reason>>;
  solo?: SoloTitles;
  /** Why a hint is the best move, where the server's reason names pieces: from its details, or null without them. */
  why?: (hint: Pick<HintView, 'details'>, context: SentenceContext) => string | null;
}

export const NO_WORDS: GameWords = {
  events: {},
  move: (text, tense) => `${tense === 'done' ? 'played' : 'play'} ${text}`,
  summary: () => [],
  reasons: {},
};

/** The clauses of those events that have words. */
export function clausesOf(events: readonly GameEvent[], words: EventWords, context: SentenceContext): string[] {
  return events.flatMap((event) => (hasWords(event, words) ? clauseOf(event.kind, event, words, context) : []));
}

function hasWords(event: GameEvent, words: EventWords): event is DescribedEvent {
  return Object.hasOwn(words, event.kind);
}

function clauseOf<K extends EventKind>(
  kind: K,
  event: EventOf<K>,
  words: EventWords,
  context: SentenceContext,
): string[] {
  const clause = words[kind]?.(event, context);
  return clause ? [clause] : [];
}

// What a move did.

/** What the server says of a move: its events, and a text for the case that they are unknown here. */
interface MoveStory {
  events: readonly GameEvent[];
  told: string;
}

/** What a move did, in sentences; '' where it did nothing. `seat` is who made it; null where one plays alone. */
export function moveSentences(
  move: MoveStory & { seat: number | null },
  words: GameWords,
  context: SentenceContext,
): string {
  const text = joined(move, move.seat, words, context);
  return text && `${text}.`;
}

/** What a move did, for screen readers, which are told who moved. */
export function announcement(move: MoveStory, seat: number | null, words: GameWords, context: SentenceContext): string {
  const sentences = moveSentences({ ...move, seat }, words, context);
  return sentences && seat !== null ? `${nameOf(seat, context)}: ${sentences}` : sentences;
}

/** The same of a move that is looked back at. */
export function replayedSentence(
  step: MoveStory & { ply: number; move: string | null; seat: number | null },
  words: GameWords,
  context: SentenceContext,
): string {
  if (step.move === null) return 'The beginning.';
  const mover = context.seatNames.length > 1 ? step.seat : null;
  return `Move ${step.ply}. ${announcement(step, mover, words, context)}`.trim();
}

/** What a move of this seat would do. */
export function previewSentence(
  preview: PreviewView,
  seat: number,
  words: GameWords,
  context: SentenceContext,
): string {
  return `${joined(preview, seat, words, context)}${preview.at_least ? ', at least' : ''}.`;
}

function joined({ events, told }: MoveStory, seat: number | null, words: GameWords, context: SentenceContext): string {
  if (!areKnown(events, words)) return capital(told);
  return clausesOf(events, { ...words.events, ...sharedWords(words, seat) }, context)
    .map(capital)
    .join('. ');
}

/** What a move is, without who makes it: "push column b up". */
export function moveToDo(move: string, words: GameWords, context: SentenceContext): string {
  return move === PASS ? 'pass' : words.move(move, 'to do', context);
}

/** The purpose of a move; the other side's name stands for the opponent. The server declares the two placeholders
 *  (`engine/sides.py`). */
export function purposeOf(purpose: string, seat: number, context: SentenceContext): string {
  const name = nameOf(3 - seat, context);
  const inside = nameInside(name);
  const whose = name === 'You' ? 'your' : possessive(inside);
  return purpose.replaceAll("{opponent's}", whose).replaceAll('{opponent}', inside);
}

/** Why a hint is the best move that is known. */
export function whyOf(
  hint: Pick<HintView, 'sure' | 'reason' | 'details'>,
  words: GameWords,
  context: SentenceContext,
): string {
  const sure = hint.sure === 'proven' ? 'proven best' : 'likely best';
  return sentence(`${sure}: ${words.why?.(hint, context) ?? hint.reason}`);
}

/** What somebody did, as a clause: "AI pushed column b up", "you have no move and pass". */
function moveMade({ move, seat }: { move: string; seat: number }, words: GameWords, context: SentenceContext): string {
  if (move === PASS) return seatDoes(seat, 'has no move and passes', 'have no move and pass', context);
  return `${nameInside(nameOf(seat, context))} ${words.move(move, 'done', context)}`;
}

/** The last move for people who come to see it: what it was, and what it was for, or else what it did. */
export function lastMoveSentence(
  entry: MoveStory & { move: string; seat: number; thought?: { purpose?: string } },
  words: GameWords,
  context: SentenceContext,
): string {
  const purpose = purposeOf(entry.thought?.purpose ?? '', entry.seat, context);
  const why = entry.move === PASS ? '' : purpose || moveSummary(entry, words, context);
  return sentence(`${moveMade(entry, words, context)}${why ? `: ${why}` : ''}`);
}

/** What a move did, for a list that shows who moved and the move's text. */
export function moveSummary({ events, told }: MoveStory, words: GameWords, context: SentenceContext): string {
  if (!areKnown(events, words)) return told;
  return [...words.summary(events, context), ...clausesOf(events, SHARED_SUMMARY, context)].join('; ');
}

/** The same where the end of the match is told elsewhere. */
function doneBy({ events, told }: MoveStory, words: GameWords, context: SentenceContext): string {
  return areKnown(events, words) ? words.summary(events, context).join('; ') : told;
}

function areKnown(events: readonly GameEvent[], words: GameWords): boolean {
  return events.every((event) => hasWords(event, words.events) || hasWords(event, SHARED_SUMMARY));
}

/** The events that every game may have. */
const SHARED_SUMMARY: EventWords = {
  passed: ({ seat }, context) => seatDoes(seat, 'passes', 'pass', context),
  ended: ({ result }, context) => resultClause(result, context),
};

const sharedWords = (words: GameWords, mover: number | null): EventWords => ({
  passed: ({ seat }, context) => `no move: ${seatDoes(seat, 'passes', 'pass', context)}`,
  ended: ({ result, why }, context) => {
    const by = mover === null ? null : nameOf(mover, context);
    const winner = winnerOf(result, context.seatNames);
    const reason = reasonText({ why, by, winner }, words, context.variant);
    return `${capital(resultClause(result, context))}. ${reason}`;
  },
});

function resultClause(result: string, context: SentenceContext): string {
  if (result === 'draw') return 'a draw';
  return result === 'lost' ? 'lost' : seatDoes(Number(result), 'wins', 'win', context);
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

/** A clause: "AI earns", "you earn". */
export function seatDoes(
  seat: number,
  does: string,
  youDo: string,
  context: Pick<SentenceContext, 'seatNames'>,
): string {
  const name = nameOf(seat, context);
  return `${nameInside(name)} ${name === 'You' ? youDo : does}`;
}

// The filling of a match.

/** Why the board fills, and who does it: "You cannot move any more", "AI fills the rest". */
export function fillingWords(seat: number, context: Pick<SentenceContext, 'seatNames'>): { why: string; what: string } {
  const why = `${nameOf(3 - seat, context)} cannot move any more`;
  return { why, what: capital(seatDoes(seat, 'fills the rest', 'fill the rest', context)) };
}

// How it ended.

export interface Outcome {
  ending: Ending;
  title: string;
  reason: string;
}

/** Reasons of the engine, which any game can end for. `by` is the name of the seat that brought the end about. */
const ENGINE_REASONS: Readonly<Record<string, (by: string | null) => string>> = {
  resignation: (by) => (by === null ? 'By resignation' : `${by} resigned`),
  agreement: () => 'By agreement',
  clock: (by) => {
    if (by === null) return 'The time is up';
    return by === 'You' ? 'Your time ran out' : `${possessive(by)} time ran out`;
  },
  absence: (by) => {
    if (by === null) return 'One side did not come back';
    return by === 'You' ? 'You were away' : `${by} did not come back`;
  },
  ply_cap: () => 'The match had gone on for long enough',
  repetition: () => 'The position came up too often',
};

const PLAIN_SOLO: SoloTitles = { won: 'Solved', lost: 'Not solved', givenUp: 'Not finished' };

/** The end of a match in words; null while it goes on. */
export function outcomeOf(match: MatchView, held: readonly number[], words: GameWords): Outcome | null {
  const ending = endingOf(match, held);
  if (ending === null || match.end === null) return null;
  const names = seatNames(match, held);
  const { result, by, why } = match.end;
  const ended = { why, by: by === null ? null : (names[by - 1] ?? null), winner: winnerOf(result, names) };
  const reason = reasonText(ended, words, match.variant);
  return { ending, title: titleOf(match, held, names, words), reason: sentence(reason) };
}

function titleOf(match: MatchView, held: readonly number[], names: readonly string[], words: GameWords): string {
  if (match.result === 'draw') return 'Draw';
  const solo = words.solo ?? PLAIN_SOLO;
  if (match.result === 'lost') return held.length && match.ended_by === 'rules' ? solo.lost : solo.givenUp;
  if (match.seats.length === 1) return solo.won;
  const winner = Number(match.result);
  return held.length === 1 && held[0] === winner ? 'You win' : `${names[winner - 1] ?? ''} wins`;
}

/** Why a match ended; `by` and `winner` are names. */
interface Ended {
  why: string;
  by: string | null;
  winner: string | null;
}

const winnerOf = (result: string, names: readonly string[]): string | null =>
  result === 'draw' ? null : (names[Number(result) - 1] ?? '');

/** The game's words for a reason, or the engine's, or the reason itself. */
function reasonText({ why, by, winner }: Ended, words: GameWords, variant: Variant): string {
  const reason = words.reasons[why] ?? ENGINE_REASONS[why]?.(by) ?? capital(why.replaceAll('_', ' '));
  if (typeof reason === 'string') return reason;
  if (typeof reason === 'function') return reason(winner ?? '', by, variant);
  return winner === null ? reason[0] : `${reason[0]}: ${reason[1]}`;
}

const possessive = (name: string): string => (name.endsWith('s') ? `${name}’` : `${name}’s`);

// What mattered.

/** "Move 12 decided it: AI swapped c4 and c5 (24 clear for 390 in 7 waves)." */
export function turningPointSentence(
  entry: MoveStory & { ply: number; move: string; seat: number },
  winner: number,
  words: GameWords,
  context: SentenceContext,
): string {
  const what = entry.seat === winner ? 'decided it' : 'gave it away';
  const did = entry.move === PASS ? '' : doneBy(entry, words, context);
  return `Move ${entry.ply + 1} ${what}: ${moveMade(entry, words, context)}${did && ` (${did})`}.`;
}

/** "At move 11 you could have swapped d1 and d2: it makes at least 60 points. Instead you went from an even match to far
 *  behind." The winner is shown no missed chances. */
export function lessonSentence(
  { ply, seat, best, purpose, expected, loss }: Omit<JudgementView, 'label' | 'move'>,
  ending: Ending,
  words: GameWords,
  context: SentenceContext,
): string {
  const name = nameOf(seat, context);
  const who = nameInside(name);
  const move = best === PASS ? 'passed' : words.move(best, 'done', context);
  const why = purpose && `: it ${purposeOf(purpose, seat, context)}`;
  const could = `At move ${ply + 1} ${who} could have ${move}${why}.`;
  const [before, after] = [standingOf(expected), standingOf(expected - loss)];
  if (context.seatNames.length === 1 || ending === 'won' || before === after) return could;
  return `${could} Instead ${who} went from ${before} to ${after}.`;
}

/** How a side stands, by the least share of a win that it can expect. */
const STANDINGS: readonly (readonly [least: number, words: string])[] = [
  [0.95, 'all but won'],
  [0.65, 'a clear lead'],
  [0.55, 'a small lead'],
  [0.45, 'an even match'],
  [0.35, 'slightly behind'],
  [0.05, 'far behind'],
];

const standingOf = (share: number): string => STANDINGS.find(([least]) => share >= least)?.[1] ?? 'all but lost';

/** A move that lost something: "AI placed a tile on c2", and "better: place a tile on b2". */
export interface JudgementWords {
  played: string;
  better: string;
}

export function judgementWords(
  judgement: Pick<JudgementView, 'move' | 'seat' | 'best'>,
  words: GameWords,
  context: SentenceContext,
): JudgementWords {
  const better = `better: ${moveToDo(judgement.best, words, context)}`;
  return { played: moveMade(judgement, words, context), better };
}

// What somebody did beside moving.

/** What a live message's action means for this page; '' where the board shows it. */
export function actionNotice(action: LiveAction, name: string, isOwn: boolean): string {
  switch (action.kind) {
    case 'filled':
      return isOwn ? 'The rest is filled in.' : `${name} fills the rest.`;
    case 'undone':
      return isOwn ? 'Taken back.' : `${name} took a move back.`;
    case 'redone':
      return 'Played again.';
    case 'restarted':
      return 'Started over.';
    case 'declined':
      if (action.withdrawn) return isOwn ? 'You withdrew your offer.' : `${name} withdrew the offer.`;
      return `${isOwn ? 'You' : name} declined the ${action.offer}.`;
    case 'joined':
      return `${name} is here.`;
    case 'level_changed':
      return `The AI plays ${action.level} from now on.`;
    case 'prompt_changed':
      return action.strategy ? 'The AI was told how to play.' : 'The AI plays as it always does.';
    default:
      return '';
  }
}
