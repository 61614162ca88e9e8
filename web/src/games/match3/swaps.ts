/** Marks, labels and refusals of the games of swaps. */
import { foreseenEnd, only, type GameEvent } from '../../api/events';
import { EMPTY } from '../../board/animation/stage';
import { around, compares, lookAt, type BoardState, type Mark } from '../../board/drawing';
import { cellBox, centreOf, wayBetween, WAYS } from '../../board/geometry';
import { partnersOf, type SwapBoard } from '../../board/input/moves';
import type { Spot } from '../../board/input/spots';
import { cellsOfMove, cellText } from '../../lib/notation';
import { plural } from '../../lib/text';
import { endPreview } from '../../state/sentences';
import { foreseeClearing } from './preview';
import { countLooks } from './words';

function swapBoard(state: BoardState): SwapBoard {
  const { rows, cols } = state.grid;
  return { rows, cols, legal: state.legal, isToken: (cell) => lookAt(state.view, cell) !== EMPTY };
}

/** What is to be known before a move is made; '' where nothing is. */
type Warning = (state: BoardState) => string;

export const swapMarks =
  (warning: Warning = () => '') =>
  (state: BoardState): Mark[] => [
    ...lastMarks(state),
    ...validMarks(state),
    ...hintMarks(state),
    ...aimMarks(state, warning),
    ...focusMarks(state),
  ];

function pairBox(state: BoardState, move: string) {
  const { grid } = state;
  const cells = cellsOfMove(move, grid.rows, grid.cols);
  return cells.length ? around(...cells.map((cell) => cellBox(grid, cell))) : null;
}

/** Which tokens change places, by moves that are compared. */
function swapArrow(state: BoardState, move: string, style: 'last' | 'hint'): Mark[] {
  const [a, b] = compares(state) ? cellsOfMove(move, state.grid.rows, state.grid.cols) : [];
  if (a === undefined || b === undefined) return [];
  const [from, to] = [centreOf(cellBox(state.grid, a)), centreOf(cellBox(state.grid, b))];
  return [{ kind: 'arrow', style, from, to, bothWays: true }];
}

function lastMarks(state: BoardState): Mark[] {
  const { lastMove, lastSeat } = state;
  const box = lastMove ? pairBox(state, lastMove) : null;
  return box ? [{ kind: 'ring', style: 'last', box, seat: lastSeat }, ...swapArrow(state, lastMove!, 'last')] : [];
}

/** Every legal swap is a small link between its cells; those of the token in question are rings. */
function validMarks(state: BoardState): Mark[] {
  if (!state.interactive) return [];
  const { grid } = state;
  const asked = state.swap.selected ?? state.hover?.cell ?? state.focus?.cell ?? null;
  const marks: Mark[] = [];
  for (const move of state.legal) {
    const [a, b] = cellsOfMove(move, grid.rows, grid.cols);
    if (a === undefined || b === undefined || move === state.aim) continue;
    if (!state.showSwaps && asked !== a && asked !== b) continue;
    marks.push({ kind: 'link', a: cellBox(grid, a), b: cellBox(grid, b), strong: asked === a || asked === b });
  }
  if (state.swap.selected !== null) {
    marks.push({ kind: 'ring', style: 'picked', box: cellBox(grid, state.swap.selected) });
  }
  if (asked === null) return marks;
  const partners = partnersOf(asked, swapBoard(state));
  return [...marks, ...partners.map((cell): Mark => ({ kind: 'ring', style: 'valid', box: cellBox(grid, cell) }))];
}

function hintMarks(state: BoardState): Mark[] {
  const box = state.hint ? pairBox(state, state.hint.move) : null;
  return box ? [{ kind: 'ring', style: 'hint', box }, ...swapArrow(state, state.hint!.move, 'hint')] : [];
}

const LEAN = 0.2;

/** The swap in question leans into its new place; what it will clear is marked by wave, and counted. */
function aimMarks(state: BoardState, warning: Warning): Mark[] {
  const { aim, grid, preview } = state;
  const [a, b] = aim ? cellsOfMove(aim, grid.rows, grid.cols) : [];
  if (a === undefined || b === undefined || !aim) return [];
  const [down, right] = WAYS[wayBetween(a, b, grid.cols)];
  const marks: Mark[] = [
    { kind: 'lean', cell: a, right: right * LEAN, down: down * LEAN },
    { kind: 'lean', cell: b, right: -right * LEAN, down: -down * LEAN },
  ];
  const box = around(cellBox(grid, a), cellBox(grid, b));
  if (state.pending) marks.push({ kind: 'ring', style: 'pending', box });
  const lean: [number, number] = [right * LEAN * grid.cell, down * LEAN * grid.cell];
  return preview ? [...marks, ...clearMarks(state, a, b, lean, warning)] : marks;
}

/** `lean` is how far the first of the two leans to the second, in units. */
function clearMarks(state: BoardState, a: number, b: number, lean: [number, number], warning: Warning): Mark[] {
  const { grid, preview } = state;
  const events = preview!.events;
  const clearing = foreseeClearing(grid.rows * grid.cols, events);
  const marks: Mark[] = [...clearing.waves].map(([cell, wave]) => {
    const { x, y, ...size } = cellBox(grid, cell);
    const sign = cell === a ? 1 : cell === b ? -1 : 0;
    return { kind: 'clears', box: { x: x + sign * lean[0], y: y + sign * lean[1], ...size }, wave };
  });
  const waves = clearing.waveCount > 1 ? plural(clearing.waveCount, 'wave') : '';
  const title = clearing.points ? `+${clearing.points}` : `clears ${clearing.colours.length}`;
  const least = preview!.at_least ? 'at least ' : '';
  const end = foreseenEnd(events);
  marks.push({
    kind: 'badge',
    box: around(cellBox(grid, a), cellBox(grid, b)),
    avoid: [a, b, ...clearing.waves.keys()].map((cell) => cellBox(grid, cell)),
    title: least + title,
    note: [waves, goblinWords(events, grid.cols), end === null ? '' : endPreview(end, state.seatNames)]
      .filter(Boolean)
      .join(' · '),
    counts: clearing.points ? [] : countLooks(clearing.colours),
    warning: warning(state),
  });
  return marks;
}

function goblinWords(events: readonly GameEvent[], cols: number): string {
  const cells = only(events, 'goblin_came').flatMap(({ cell }) => (cell === null ? [] : [cellText(cell, cols)]));
  return cells.length ? `goblins to ${cells.join(', ')}` : '';
}

function focusMarks({ focus }: BoardState): Mark[] {
  return focus ? [{ kind: 'ring', style: 'focus', box: focus.box }] : [];
}

/** "c4, blue triangle, can be swapped with d4": whatever someone who cannot see the board must know. */
export function swapLabel(spot: Spot, state: BoardState, owner: (look: string) => string = () => ''): string {
  const cell = spot.cell!;
  const look = lookAt(state.view, cell);
  if (look === EMPTY) return `${spot.name}, empty`;
  const { selected } = state.swap;
  const partners = partnersOf(cell, swapBoard(state)).map((other) => cellText(other, state.grid.cols));
  const parts = [spot.name, state.looks(look).name + owner(look)];
  if (selected === cell) parts.push('picked up');
  else if (selected !== null && partners.includes(cellText(selected, state.grid.cols)))
    parts.push('legal: Enter swaps');
  if (partners.length && state.interactive) parts.push(`legal with ${partners.join(' and ')}`);
  return parts.join(', ');
}

export function swapRefusal(move: string, { grid }: BoardState): string {
  const [a, b] = cellsOfMove(move, grid.rows, grid.cols).map((cell) => cellText(cell, grid.cols));
  return `${a} and ${b} make no line of three`;
}
