"""What a turn can do at once: winning pushes found for all lines together, safe answers, and what each push removes.

A push of a row completes a line in one of two ways: a cell of the row was the missing cell of a column or diagonal, or
the row itself now holds the line. So the missing cells of each side are found once, and then all rows (and all columns)
are moved at the same time, as if each were the only one.
"""

from typing import NamedTuple

from quincunx.engine.bits import DOWN, RIGHT, STRIDE, lowest, select
from quincunx.engine.compiling import aside, primitive
from quincunx.engine.moves import HIGH, Moves, count, nth
from quincunx.engine.rules import PLAYING, moves, play
from quincunx.games.pushmine.rules import (
    COLUMN,
    DOWNWARD,
    DUD,
    LEFTWARD,
    RIGHTWARD,
    ROW,
    UPWARD,
    Push,
    Pushmine,
    backward,
    blocked_pushes,
    empty,
    ghosts,
    open_pushes,
    push,
    step,
    walls,
)


class Gaps(NamedTuple):
    """The cells that one side lacks to have a line in a row, in a column, on either diagonal."""

    rows: int
    columns: int
    falling: int
    rising: int


# The missing cells of lines.


@primitive
def gaps(stones: int, length: int, board: int) -> Gaps:
    return Gaps(
        gaps_along(stones, RIGHT, length) & board,
        gaps_along(stones, DOWN, length) & board,
        gaps_along(stones, DOWN + RIGHT, length) & board,
        gaps_along(stones, DOWN - RIGHT, length) & board,
    )


@primitive
def gaps_along(stones: int, by: int, length: int) -> int:
    """The cells that make a line with `length` - 1 stones before and after them; nothing runs round the edge, for a
    line would have to cross the empty columns beyond it."""
    if length != 4:
        return gaps_of_any_length(stones, by, length)
    before, after = stones << by, stones >> by
    two_before, two_after = before & stones << 2 * by, after & stones >> 2 * by
    outer = two_before & stones << 3 * by | two_after & stones >> 3 * by
    return outer | two_before & after | before & two_after


@aside
def gaps_of_any_length(stones: int, by: int, length: int) -> int:
    found = 0
    for place in range(length):
        cells = -1
        for other in range(length):
            if other < place:
                cells &= stones << by * (place - other)
            elif other > place:
                cells &= stones >> by * (other - place)
        found |= cells
    return found


@primitive
def runs(stones: int, by: int, length: int) -> int:
    """The first cells of all lines along one direction."""
    found = stones & stones >> by
    if length == 4:
        return found & found >> 2 * by
    for _ in range(length - 2):
        found &= found >> by
    return found


# All rows, or all columns, pushed at once.


@primitive
def shadow(obstacles: int, way: int, board: int) -> int:
    """The obstacles, and the cells beyond them: what a push along this way does not move."""
    by = step(way)
    if backward(way):
        dark = obstacles | obstacles >> by & board
        dark |= dark >> 2 * by & board
        return dark | dark >> 2 * by & board
    dark = obstacles | obstacles << by & board
    dark |= dark << 2 * by & board
    return dark | dark << 2 * by & board


@primitive
def entry_cells(way: int, size: int, board: int) -> int:
    """Where the stones of pushes along this way enter."""
    edge = board & (COLUMN if way < DOWNWARD else ROW)
    return edge << step(way) * (size - 1) if backward(way) else edge


@primitive
def pushed(stones: int, entering: int, way: int, dark: int, board: int) -> int:
    """These stones after every line was pushed along this way, with new ones on the cells `entering`."""
    moved = stones >> step(way) if backward(way) else stones << step(way)
    return stones & dark | (moved | entering) & board & ~dark


@primitive
def lines_hit(cells: int, way: int, board: int) -> int:
    """Which lines hold any of these cells, as bits 0 to size - 1."""
    by = step(way)
    any_of = cells | cells >> by
    any_of |= any_of >> 2 * by
    any_of |= any_of >> 2 * by
    if way >= DOWNWARD:
        return any_of & board & ROW
    any_of &= board & COLUMN
    return (any_of | any_of >> 7 | any_of >> 14 | any_of >> 21 | any_of >> 28 | any_of >> 35) & ROW >> 2


@primitive
def completed_along(
    stones: int, missing: Gaps, enters: bool, way: int, obstacles: int, size: int, length: int, board: int
) -> int:
    """The lines whose push along this way makes a line of these stones, as bits of `Moves.high`."""
    dark = shadow(obstacles, way, board) if obstacles else 0
    moved = pushed(stones, entry_cells(way, size, board) if enters else 0, way, dark, board)
    across = missing.columns if way < DOWNWARD else missing.rows
    hits = moved & (across | missing.falling | missing.rising) | runs(moved, step(way), length)
    return lines_hit(hits, way, board) << STRIDE * way


@primitive
def completing(position: Pushmine, stones: int, missing: Gaps, enters: bool, obstacles: int) -> int:
    """The pushes (legal or not) that make a line of these stones; `enters` if it is their side that pushes."""
    size, length, board = position.options.size, position.options.line, position.options.board
    return (
        completed_along(stones, missing, enters, RIGHTWARD, obstacles, size, length, board)
        | completed_along(stones, missing, enters, LEFTWARD, obstacles, size, length, board)
        | completed_along(stones, missing, enters, DOWNWARD, obstacles, size, length, board)
        | completed_along(stones, missing, enters, UPWARD, obstacles, size, length, board)
    )


@primitive
def wins_with(position: Pushmine, stones: int, others: int, own: Gaps, theirs: Gaps, obstacles: int) -> int:
    """The pushes by the side with `stones` that win; a push that makes a line of both sides' loses (rule 5)."""
    found = completing(position, stones, own, True, obstacles)
    if found:
        found &= ~completing(position, others, theirs, False, obstacles)
    return found


# The detectors.


@aside
def winning_pushes(position: Pushmine) -> int:
    """The pushes with which the side to move wins at once, as bits of `Moves.high`. No mine ever wins."""
    if ghosts(position):
        return wins_one_by_one(position)
    length, board = position.options.line, position.options.board
    own, theirs = gaps(position.own, length, board), gaps(position.other, length, board)
    found = wins_with(position, position.own, position.other, own, theirs, position.mines | walls(position))
    return found & open_pushes(position) if found else 0


@aside
def threats(position: Pushmine) -> int:
    """The pushes with which the other side would win if it were to move now."""
    return winning_pushes(turned(position))


@aside
def wins_one_by_one(position: Pushmine) -> int:
    """The same by playing every push: for duds that lines move past."""
    found = 0
    left = open_pushes(position)
    while left:
        bit = lowest(left)
        left &= left - 1
        if play(position, HIGH + bit).result == position.turn:
            found |= 1 << bit
    return found


@primitive
def turned(position: Pushmine) -> Pushmine:
    """The same board with the other side to move, and no push barred."""
    return Pushmine(
        position.other, position.own, position.mines, position.duds, position.other_stock, position.stock, 0,
        3 - position.turn, position.ply, 1, position.result, position.ages, position.options,
    )  # fmt: skip


@aside
def safe_moves(position: Pushmine, choice: Moves) -> Moves:
    """Those of the moves that neither lose at once nor leave the other side a win in one."""
    low, high = 0, 0
    for k in range(count(choice)):
        move = nth(choice, k)
        after = play(position, move)
        if after.result == position.turn or (after.result != after.turn and winning_pushes(after) == 0):
            if move < HIGH:
                low |= 1 << move
            else:
                high |= 1 << (move - HIGH)
    return Moves(low, high)


@aside
def is_lost(position: Pushmine) -> bool:
    """Whether every move loses at once or leaves the other side a win in one."""
    choice = moves(position)
    for k in range(count(choice) - 1, -1, -1):
        after = play(position, nth(choice, k))
        if after.result == position.turn or (after.result != after.turn and winning_pushes(after) == 0):
            return False
    return True
