/** Pushmine: an arrow at each end of every row and column, mines in stock at two corners. */
import { foreseenEnd, only, pairOf, type GameEvent } from '../../api/events';
import { EMPTY } from '../../board/animation/stage';
import { compares, lookAt, type BoardState, type Drawing, type Mark, type MarkOf } from '../../board/drawing';
import { cellBox, centreOf, type Box, type Grid } from '../../board/geometry';
import { spotOfMove, type Spot } from '../../board/input/spots';
import { cellsOfMove } from '../../lib/notation';
import { capital, plural } from '../../lib/text';
import { asNumbers } from '../../lib/values';
import { endPreview } from '../../state/sentences';
import { director, MINE, STONES, stockPlace, TRAVEL } from './director';
import { pushKey, pushSpots } from './input';
import { arrowMark, blastMark, leavesMark, lineMark, stockMark, type ArrowState } from './marks';
import { moveWords, pushWords } from './words';

const CELL = 60;
const BAND = 0.74 * CELL;
const LEAN = 0.3;

export const drawing: Drawing = {
  name: 'Board of Pushmine',
  input: 'click',
  grid: (view) => {
    const margins = { top: BAND, right: BAND, bottom: BAND, left: BAND };
    return { rows: view.cells.length, cols: view.cells[0]?.length ?? 0, cell: CELL, margins };
  },
  spots: pushSpots,
  moveOf: (spot) => spot.move ?? (spot.cell === null ? null : MINE + spot.name),
  keyMove: pushKey,
  // Without a mine to lay, cells are not for clicking.
  ignoresClick: (spot, view, legal) =>
    spot.cell !== null && lookAt(view, spot.cell) !== EMPTY && ![...legal].some((move) => move.startsWith(MINE)),
  marks: (state) => [
    ...arrowMarks(state),
    ...stockMarks(state),
    ...mineMarks(state),
    ...lineMarks(state),
    ...aimMarks(state),
    ...ringMarks(state),
  ],
  label,
  moveWords,
  refusal,
  direct: director,
  seatLooks: STONES.slice(1),
  labels: 'arrows',
};

// Words.

function label(spot: Spot, state: BoardState): string {
  if (spot.move) return `push ${pushWords(spot.move)}${why(spot.move, state)}`;
  const look = lookAt(state.view, spot.cell!);
  const content = look === EMPTY ? 'empty' : state.looks(look).name;
  const mine = state.interactive && state.legal.has(MINE + spot.name) ? ', legal for a mine' : '';
  return `${spot.name}, ${content}${mine}`;
}

function why(push: string, state: BoardState): string {
  const said = {
    open: ', legal',
    barred: ', barred: it would undo the push just played',
    blocked: ', stopped by a dud',
    asleep: '',
  };
  return said[arrowState(push, state)];
}

function refusal(move: string, state: BoardState): string {
  if (!move.startsWith(MINE)) {
    const barred = move === state.view['barred'];
    return `${pushWords(move)} ${barred ? 'would undo the push just played' : 'is stopped by a dud'}`;
  }
  const [cell] = cellsOfMove(move, state.grid.rows, state.grid.cols);
  if (state.view['must_push']) return 'you have laid a mine in this turn; now push a row or a column';
  if (cell !== undefined && lookAt(state.view, cell) !== EMPTY) return 'a mine goes on an empty cell';
  return 'you have no mine to lay; push a stone of the other side off the board to earn one';
}

// Marks.

function arrowState(push: string, { interactive, legal, view }: BoardState): ArrowState {
  if (push === view['barred']) return 'barred';
  if (!interactive) return 'asleep';
  return legal.has(push) ? 'open' : 'blocked';
}

function arrowMarks(state: BoardState): Mark[] {
  const marks: Mark[] = [];
  for (const spot of state.spots.all) {
    if (!spot?.move) continue;
    const active = [state.aim, state.hover?.move, state.focus?.move].includes(spot.move);
    const arrow = { way: spot.move.slice(-1), state: arrowState(spot.move, state), active, seat: state.view.turn };
    marks.push(arrowMark({ box: spot.box, ...arrow }));
    if (active && arrow.state === 'barred') {
      marks.push({ ...badge(state, spot, 'Barred', 'would undo the push just played'), avoid: [spot.box] });
    } else if (active && arrow.state === 'blocked') {
      marks.push({ ...badge(state, spot, 'Blocked', 'stopped by a dud'), avoid: [spot.box] });
    }
  }
  return marks;
}

/** The corner of the board where a seat's mines lie. */
function stockBox(grid: Grid, seat: number): Box {
  const { x, y } = stockPlace(grid, seat);
  const { margins, cell, rows, cols } = grid;
  const left = x < 0 ? 0 : margins.left + cols * cell;
  const top = y < 0 ? 0 : margins.top + rows * cell;
  return { x: left, y: top, width: x < 0 ? margins.left : margins.right, height: y < 0 ? margins.top : margins.bottom };
}

function stockMarks({ grid, view }: BoardState): Mark[] {
  return asNumbers(view['mines']).map((count, i) => stockMark({ box: stockBox(grid, i + 1), seat: i + 1, count }));
}

function mineMarks({ interactive, legal, grid }: BoardState): Mark[] {
  if (!interactive) return [];
  const mines = [...legal].filter((move) => move.startsWith(MINE));
  const cells = mines.flatMap((move) => cellsOfMove(move, grid.rows, grid.cols));
  return cells.map((cell): Mark => ({ kind: 'plus', box: cellBox(grid, cell) }));
}

/** The line that won, where the server names it. */
function lineMarks({ view }: BoardState): Mark[] {
  const cells = asNumbers(view['line']);
  return cells.length === 0 || view.winner === null ? [] : [lineMark({ cells, seat: view.winner })];
}

function aimMarks(state: BoardState): Mark[] {
  const { aim, grid, preview } = state;
  if (!aim || !state.legal.has(aim)) return [];
  if (aim.startsWith(MINE)) return mineAim(state, aim);
  const marks = preview ? pushPreview(state, preview.events) : [];
  const spot = spotOfMove(state.spots, aim);
  if (spot && state.pending) marks.push({ kind: 'ring', style: 'pending', box: square(spot.box), round: true });
  return marks.concat(enteringGhost(grid, aim, state.view.turn, preview ? LEAN : 0));
}

function mineAim(state: BoardState, aim: string): Mark[] {
  const { grid } = state;
  return cellsOfMove(aim, grid.rows, grid.cols).flatMap((cell): Mark[] => [
    { kind: 'ghost', look: MINE, x: cell % grid.cols, y: Math.floor(cell / grid.cols), alpha: 0.6 },
    { kind: 'ring', style: state.pending ? 'pending' : 'valid', box: cellBox(grid, cell) },
  ]);
}

/** The new stone peeks in at its end of the line. */
function enteringGhost(grid: Grid, push: string, seat: number, by: number): Mark[] {
  const [right, down] = TRAVEL[push.slice(-1)] ?? [0, 0];
  const line = lineOf(push);
  const x = right ? (right > 0 ? -1 : grid.cols) + right * by : line;
  const y = down ? (down > 0 ? -1 : grid.rows) + down * by : line;
  return by ? [{ kind: 'ghost', look: STONES[seat as 1 | 2], x, y, alpha: 0.75 }] : [];
}

/** How the line will move, what it ejects and which mine goes off. */
function pushPreview(state: BoardState, events: GameEvent[]): Mark[] {
  const { grid } = state;
  const pushed = only(events, 'pushed')[0];
  if (!pushed) return [];
  const [right, down] = TRAVEL[pushed.way] ?? [0, 0];
  const marks: Mark[] = pushed.steps
    .map(pairOf)
    .map(([cell]) => ({ kind: 'lean', cell, right: right * LEAN, down: down * LEAN }));
  const earns = only(events, 'mine_earned').length > 0;
  for (const { cell } of only(events, 'ejected')) {
    marks.push({ kind: 'lean', cell, right: right * LEAN, down: down * LEAN });
    marks.push(leavesMark({ box: cellBox(grid, cell), way: pushed.way, earns }));
  }
  for (const { cell, stone } of only(events, 'mine_detonated')) {
    if (stone !== null) marks.push({ kind: 'lean', cell: stone, right: right * LEAN, down: down * LEAN });
    marks.push(blastMark(cellBox(grid, cell)));
  }
  return marks.concat(pushBadge(state, events, pushed.line + pushed.way));
}

function pushBadge(state: BoardState, events: GameEvent[], push: string): Mark[] {
  const spot = spotOfMove(state.spots, push);
  const end = foreseenEnd(events);
  const words = [
    end === null ? '' : endPreview(end, state.seatNames),
    ...only(events, 'ejected').map(({ owner }) => (owner ? `ejects ${STONES[owner as 1 | 2]}` : 'ejects a dud')),
    ...only(events, 'mine_earned').map(() => 'earns a mine'),
    ...only(events, 'mine_detonated').map(() => 'sets off the mine'),
    ...only(events, 'mine_decayed').map(({ cells }) => `${plural(cells.length, 'mine')} decay`),
  ].filter(Boolean);
  if (!spot || !words.length) return [];
  return [badge(state, spot, capital(words[0]!), words.slice(1).join(' · '))];
}

/** Words about a push, beside its line. */
function badge({ grid }: BoardState, spot: Spot, title: string, note: string): MarkOf<'badge'> {
  return { kind: 'badge', box: spot.box, avoid: [spot.box, laneBox(grid, spot.move!)], title, note, counts: [] };
}

function laneBox({ margins, cell, rows, cols }: Grid, push: string): Box {
  const line = lineOf(push);
  if (/\d/.test(push)) return { x: margins.left, y: margins.top + line * cell, width: cols * cell, height: cell };
  return { x: margins.left + line * cell, y: margins.top, width: cell, height: rows * cell };
}

/** The number of a push's row or column, from 0. */
function lineOf(push: string): number {
  return /\d/.test(push) ? Number(push.slice(0, -1)) - 1 : push.charCodeAt(0) - 97;
}

function ringMarks(state: BoardState): Mark[] {
  const { lastMove, lastSeat, hint, focus } = state;
  return [
    ...(lastMove ? moveRing(state, lastMove, 'last', lastSeat) : []),
    ...(hint ? moveRing(state, hint.move, 'hint', null) : []),
    ...(focus
      ? [
          {
            kind: 'ring',
            style: 'focus',
            box: focus.move ? square(focus.box) : focus.box,
            round: focus.move !== null,
          } as const,
        ]
      : []),
  ];
}

/** The middle of an arrow's place, which is longer than it is wide. */
function square({ x, y, width, height }: Box): Box {
  const side = Math.min(width, height);
  return { x: x + (width - side) / 2, y: y + (height - side) / 2, width: side, height: side };
}

function moveRing(state: BoardState, move: string, style: 'last' | 'hint', seat: number | null): Mark[] {
  const { grid, spots } = state;
  const push = spotOfMove(spots, move);
  if (push) {
    const ring: Mark = { kind: 'ring', style, box: square(push.box), round: true, seat };
    const lane = laneBox(grid, move);
    const marks: Mark[] = style === 'last' ? [{ kind: 'lane', box: lane }, ring] : [ring];
    if (!compares(state)) return marks;
    return [...marks, { kind: 'arrow', style, from: centreOf(push.box), to: centreOf(lane), bothWays: false }];
  }
  return cellsOfMove(move, grid.rows, grid.cols).map((cell) => ({
    kind: 'ring',
    style,
    box: cellBox(grid, cell),
    seat,
  }));
}
