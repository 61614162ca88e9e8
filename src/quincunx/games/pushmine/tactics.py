"""What a turn can do at once: winning pushes found for all lines together, safe answers, and what each push removes.

A push of a row completes a line in one of two ways: a cell of the row was the missing cell of a column or diagonal, or
the row itself now holds the line. So the missing cells of each side are found once, and then all rows (and all columns)
are moved at the same time, as if each were the only one.
"""

from typing import NamedTuple

from quincunx.engine.bits import DOWN, RIGHT, STRIDE
from quincunx.engine.compiling import aside, primitive
from quincunx.engine.moves import HIGH, Moves, count, nth
from quincunx.engine.rules import PLAYING, play
from quincunx.games.pushmine.rules import (
    COLUMN,
    DOWNWARD,
    LEFTWARD,
    RIGHTWARD,
    ROW,
    UPWARD,
    Pushmine,
    advance,
    backward,
    blocked_pushes,
    ghosts,
    open_pushes,
    step,
    walls,
)


class Gaps(NamedTuple):
    """The cells that one side lacks to have a line in a row, in a column, on either diagonal."""

    rows: int
    columns: int
    falling: int
    rising: int


class Ground(NamedTuple):
    """What stones move on: cells that stop a push, duds that it passes over, and the sizes."""

    obstacles: int
    passed: int
    size: int
    length: int
    board: int


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
def pushed(stones: int, entering: int, way: int, dark: int, passed: int, board: int) -> int:
    """These stones after every line was pushed along this way, with new ones on the cells `entering`; the cells
    `passed` (duds without stop) are not there."""
    moved = advance(stones & ~dark, way) | entering
    while moved & passed:
        moved = moved & ~passed | advance(moved & passed, way)
    return stones & dark | moved & board & ~dark


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
def completed_along(stones: int, missing: Gaps, enters: bool, way: int, ground: Ground) -> int:
    """The lines whose push along this way makes a line of these stones, as bits of `Moves.high`."""
    dark = shadow(ground.obstacles, way, ground.board) if ground.obstacles else 0
    entering = entry_cells(way, ground.size, ground.board) if enters else 0
    moved = pushed(stones, entering, way, dark, ground.passed, ground.board)
    across = missing.columns if way < DOWNWARD else missing.rows
    hits = moved & (across | missing.falling | missing.rising) | runs(moved, step(way), ground.length)
    return lines_hit(hits, way, ground.board) << STRIDE * way


@primitive
def completing(stones: int, enters: bool, ground: Ground) -> int:
    """The pushes (legal or not) that make a line of these stones; `enters` if it is their side that pushes."""
    missing = gaps(stones, ground.length, ground.board)
    return (
        completed_along(stones, missing, enters, RIGHTWARD, ground)
        | completed_along(stones, missing, enters, LEFTWARD, ground)
        | completed_along(stones, missing, enters, DOWNWARD, ground)
        | completed_along(stones, missing, enters, UPWARD, ground)
    )


@aside
def lining_up(stones: int, others: int, ground: Ground) -> int:
    """The pushes by the side with `stones` that would win; one that makes a line of both sides' loses (rule 5)."""
    found = completing(stones, True, ground)
    return found & ~completing(others, False, ground) if found else 0


# The detectors.


@primitive
def ground_of(position: Pushmine) -> Ground:
    options = position.options
    return Ground(
        position.mines | walls(position), ghosts(position), options.size, options.line, options.board
    )


@primitive
def winning_pushes(position: Pushmine) -> int:
    """The pushes with which the side to move wins at once, as bits of `Moves.high`. No mine ever wins."""
    found = lining_up(position.own, position.other, ground_of(position))
    return found & open_pushes(position) if found else 0


@primitive
def threats(position: Pushmine) -> int:
    """The pushes with which the other side would win if it were to move now."""
    found = lining_up(position.other, position.own, ground_of(position))
    return found & ~blocked_pushes(position) if found and walls(position) else found


@aside
def lets_win(position: Pushmine, move: int) -> bool:
    """Whether this move makes a line for the other side, or leaves it a win in one."""
    after = play(position, move)
    if after.result == PLAYING:
        return winning_pushes(after) != 0
    return after.result == after.turn


@aside
def safe_moves(position: Pushmine, choice: Moves, enough: int) -> Moves:
    """Those of the moves that do not let the other side win next turn, or the first `enough` of them."""
    low, high, found = 0, 0, 0
    for k in range(count(choice) - 1, -1, -1):
        move = nth(choice, k)
        if found < enough and not lets_win(position, move):
            found += 1
            if move < HIGH:
                low |= 1 << move
            else:
                high |= 1 << (move - HIGH)
    return Moves(low, high)


def turned(position: Pushmine) -> Pushmine:
    """The same board with the other side to move, and no push barred."""
    return position._replace(
        own=position.other, other=position.own, stock=position.other_stock, other_stock=position.stock, barred=0,
        turn=3 - position.turn,
    )  # fmt: skip
