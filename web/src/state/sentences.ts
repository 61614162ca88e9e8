/** What happened, in sentences for those who listen. */
import type { BoardEvent } from '../board/events';
import { cellsOfMove, cellText, columnText } from '../board/geometry';
import type { Looks } from '../board/paint/looks';

export interface Teller {
  cols: number;
  seatNames: readonly string[];
  looks: Looks;
}

const WHY: Record<string, string> = {
  target: 'the target is reached',
  limit: 'the moves are used up',
  no_board: 'no board with a swap was left',
  vanish: 'no token of that colour is left',
  count: 'no swap is left, and tokens are counted',
  no_moves: 'no move is left',
  board_full: 'the board is full',
  line: 'a line',
  both_lines: 'both sides have a line, and whoever made them loses',
  flooded: 'the whole board is flooded',
  resignation: 'resignation',
  agreement: 'agreement',
  clock: 'the time is up',
  absence: 'the other side has gone',
  repetition: 'the position came up again',
};

/** `seat` is who moved; events that name a seat themselves go before that. */
export function tellEvents(events: readonly BoardEvent[], seat: number | null, teller: Teller): string {
  const told = events.map((event) => tellEvent(event, teller)).filter(Boolean).map(capital);
  const who = seat === null ? '' : `${nameOf(seat, teller)}: `;
  return told.length ? who + told.join('. ') + '.' : '';
}

/** Cells keep their small letters. */
export function capital(words: string): string {
  return /^[a-z]\d/.test(words) ? words : words.charAt(0).toUpperCase() + words.slice(1);
}

export function tellEvent(event: BoardEvent, teller: Teller): string {
  const cell = (number: number): string => cellText(number, teller.cols);
  const cells = (numbers: readonly number[]): string => numbers.map(cell).join(', ');
  switch (event.kind) {
    case 'swapped':
      return `${cell(event.cells[0])} and ${cell(event.cells[1])} swap`;
    case 'cleared':
      return tellCleared(event, teller);
    case 'reshuffled':
      return 'no swap was left, and the board is shuffled';
    case 'goblin_came':
      return tellGoblin(event, teller);
    case 'placed':
      return `tile on ${cell(event.cell)}`;
    case 'captured':
      return `${cells(event.cells)} turned`;
    case 'pushed':
      return pushWords(event.line + event.way, 'pushed ');
    case 'ejected':
      return `${stone(event.owner, teller)} leaves the board at ${cell(event.cell)}`;
    case 'mine_earned':
      return `${does(event.seat, 'earns', teller)} a mine`;
    case 'mine_placed':
      return `mine laid on ${cell(event.cell)}`;
    case 'mine_detonated':
      return `the mine on ${cell(event.cell)} goes off under ${stone(event.owner, teller)}`;
    case 'mine_decayed':
      return `the mine on ${cells(event.cells)} is ${event.into === 'nothing' ? 'gone' : 'a dud now'}`;
    case 'flooded':
      return `${teller.looks(event.colour).name}, ${plural(event.waves.flat().length, 'cell')} more`;
    case 'passed':
      return `no move: ${does(event.seat, 'passes', teller)}`;
    case 'ended':
      return tellEnd(event, teller);
    default:
      return '';
  }
}

/** A push as people say it: `3>` is row 3 to the right. */
export function pushWords(push: string, verb = ''): string {
  const line = push.slice(0, -1);
  const ways: Record<string, string> = { '>': 'right', '<': 'left', v: 'down', '^': 'up' };
  return `${/\d/.test(line) ? 'row' : 'column'} ${line} ${verb}${ways[push.slice(-1)] ?? ''}`;
}

/** A move as somebody about to make it would say it. */
export function moveWords(move: string, { rows, cols }: { rows: number; cols: number }): string {
  const cells = cellsOfMove(move, rows, cols).map((cell) => cellText(cell, cols));
  if (cells.length === 2) return `Swap ${cells[0]} and ${cells[1]}`;
  if (move.startsWith('*')) return `Lay a mine on ${cells[0]}`;
  return cells.length === 1 ? `Place on ${cells[0]}` : `Push ${pushWords(move)}`;
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** How many of each colour: "3 blue, 4 green". */
export function countLooks(colours: string): { look: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const look of colours) counts.set(look, (counts.get(look) ?? 0) + 1);
  return [...counts].map(([look, count]) => ({ look, count }));
}

function tellCleared({ colours, wave, points }: Extract<BoardEvent, { kind: 'cleared' }>, teller: Teller): string {
  const what = countLooks(colours).map(({ look, count }) => `${count} ${teller.looks(look).name}`);
  return `${wave > 1 ? `wave ${wave}: ` : ''}${what.join(', ')} clear${points ? ` for ${points}` : ''}`;
}

function tellGoblin({ cell, column, colour }: Extract<BoardEvent, { kind: 'goblin_came' }>, teller: Teller): string {
  if (cell !== null) return `a goblin brings ${teller.looks(colour).name} to ${cellText(cell, teller.cols)}`;
  return column === null ? 'a goblin finds no room' : `a goblin is lost over column ${columnText(column)}`;
}

function tellEnd({ result, why }: Extract<BoardEvent, { kind: 'ended' }>, teller: Teller): string {
  const because = `: ${WHY[why] ?? why.replaceAll('_', ' ')}`;
  if (result === 'draw') return 'a draw' + because;
  if (result === 'lost') return 'lost' + because;
  return does(Number(result), 'wins', teller) + because;
}

function nameOf(seat: number, { seatNames }: Teller): string {
  return seatNames[seat - 1] ?? `seat ${seat}`;
}

/** "AI earns", "You earn". */
function does(seat: number, verb: string, teller: Teller): string {
  const name = nameOf(seat, teller);
  return `${name} ${name === 'You' ? verb.replace(/(?<=ss)es$|s$/, '') : verb}`;
}

function stone(owner: number, teller: Teller): string {
  if (!owner) return 'a dud';
  const name = nameOf(owner, teller);
  return name === 'You' ? 'a stone of yours' : `a stone of ${name}`;
}
