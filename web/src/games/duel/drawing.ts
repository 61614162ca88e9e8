/** Infinity Grid Duel: tiles are laid on empty cells and turn their neighbours. */
import { foreseenEnd, only } from '../../api/events';
import { EMPTY } from '../../board/animation/stage';
import { lookAt, type BoardState, type Drawing, type Mark } from '../../board/drawing';
import { cellBox } from '../../board/geometry';
import { cellSpots } from '../../board/input/spots';
import { cellsOfMove } from '../../lib/notation';
import { plural } from '../../lib/text';
import { endPreview } from '../../state/sentences';
import { asTexts } from '../../lib/values';
import { director, SEAT_LOOKS } from './director';
import { nailsMark } from './marks';

const CELL = 50;
const LABELS = 16;
const EDGE = 8;

export const drawing: Drawing = {
  name: 'Board of Infinity Grid Duel',
  input: 'click',
  grid: (view) => {
    const margins = { top: EDGE, right: EDGE, bottom: LABELS, left: LABELS };
    return { rows: view.cells.length, cols: view.cells[0]?.length ?? 0, cell: CELL, margins };
  },
  spots: cellSpots,
  moveOf: (spot) => spot.name,
  marks: (state) => [...placeMarks(state), ...protectedMarks(state), ...aimMarks(state), ...ringMarks(state)],
  label: (spot, state) => {
    const look = lookAt(state.view, spot.cell!);
    const tile = isProtected(state, spot.name) ? ', cannot be turned' : '';
    const content = look === EMPTY ? 'empty' : state.looks(look).name + tile;
    return `${spot.name}, ${content}${state.interactive && state.legal.has(spot.name) ? ', legal' : ''}`;
  },
  moveWords: (move) => `Place on ${move}`,
  refusal: (move, state) => {
    const [cell] = cellsOfMove(move, state.grid.rows, state.grid.cols);
    const taken = cell !== undefined && lookAt(state.view, cell) !== EMPTY;
    return taken ? `${move} is taken` : `${move} is not next to a tile of yours`;
  },
  direct: director,
  seatLooks: SEAT_LOOKS,
  labels: 'edges',
};

const protectedCells = (state: BoardState): string[] => asTexts(state.view['protected']);

const isProtected = (state: BoardState, cell: string): boolean => protectedCells(state).includes(cell);

function protectedMarks(state: BoardState): Mark[] {
  const { grid } = state;
  const cells = protectedCells(state).flatMap((text) => cellsOfMove(text, grid.rows, grid.cols));
  return cells.map((cell) => nailsMark(cellBox(grid, cell)));
}

function placeMarks({ interactive, legal, grid, aim }: BoardState): Mark[] {
  if (!interactive) return [];
  const cells = [...legal].filter((move) => move !== aim).flatMap((move) => cellsOfMove(move, grid.rows, grid.cols));
  return cells.map((cell): Mark => ({ kind: 'dot', box: cellBox(grid, cell) }));
}

function aimMarks(state: BoardState): Mark[] {
  const { aim, grid, preview, view } = state;
  const [cell] = aim && state.legal.has(aim) ? cellsOfMove(aim, grid.rows, grid.cols) : [];
  if (cell === undefined) return [];
  const look = SEAT_LOOKS[view.turn - 1] ?? '?';
  const box = cellBox(grid, cell);
  const ghost: Mark = { kind: 'ghost', look, x: cell % grid.cols, y: Math.floor(cell / grid.cols), alpha: 0.62 };
  const marks: Mark[] = [ghost, { kind: 'ring', style: state.pending ? 'pending' : 'valid', box }];
  if (!preview) return marks;
  const events = preview.events;
  const turned = only(events, 'captured').flatMap((event) => event.cells);
  marks.push(...turned.map((other): Mark => ({ kind: 'turns', box: cellBox(grid, other), look })));
  const end = foreseenEnd(events);
  const title = turned.length ? `turns ${plural(turned.length, 'tile')}` : '';
  const note = end === null ? '' : endPreview(end, state.seatNames);
  const avoid = [cell, ...turned].map((one) => cellBox(grid, one));
  if (title || note)
    marks.push({ kind: 'badge', box, avoid, title: title || note, note: title ? note : '', counts: [] });
  return marks;
}

function ringMarks({ lastMove, lastSeat, hint, focus, grid }: BoardState): Mark[] {
  const ring = (move: string, style: 'last' | 'hint', seat: number | null = null): Mark[] =>
    cellsOfMove(move, grid.rows, grid.cols).map((cell) => ({ kind: 'ring', style, box: cellBox(grid, cell), seat }));
  return [
    ...(lastMove ? ring(lastMove, 'last', lastSeat) : []),
    ...(hint ? ring(hint.move, 'hint') : []),
    ...(focus ? [{ kind: 'ring', style: 'focus', box: focus.box } as const] : []),
  ];
}
