"""Lines about to be: the cells that a side lacks for one, and the pushes that complete it, for all lines together.

A push of a row completes a line in one of two ways: a cell of the row was the missing cell of a column or diagonal, or
the row itself now holds the line. So the missing cells are found once, and then all rows (and all columns) are moved at
the same time, as if each were the only one: every winning push of a side in about 150 machine instructions.
"""

from typing import NamedTuple

from quincunx.engine.kernels.bits import DOWN, RIGHT, STRIDE
from quincunx.engine.kernels.compiler import aside, primitive
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
    ghosts,
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


@primitive
def ground_of(position: Pushmine) -> Ground:
    options = position.options
    return Ground(position.mines | walls(position), ghosts(position), options.size, options.line, options.board)


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
def together(missing: Gaps) -> int:
    """The missing cells of all directions."""
    return missing.rows | missing.columns | missing.falling | missing.rising


@primitive
def gaps_along(stones: int, by: int, length: int) -> int:
    """The cells that make a line with the `length` - 1 stones before and after them. Nothing runs round the edge, for
    a line would have to cross the empty columns beyond it."""
    if length != 4:
        return gaps_of_any_length(stones, by, length)
    before, after = stones << by, stones >> by
    two_before, two_after = before & stones << 2 * by, after & stones >> 2 * by
    outer = two_before & stones << 3 * by | two_after & stones >> 3 * by
    return outer | two_before & after | before & two_after


@aside
def gaps_of_any_length(stones: int, by: int, length: int) -> int:
    found, before = 0, -1
    for number_before in range(length):
        after = -1
        for _ in range(length - 1 - number_before):
            after = (after & stones) >> by
        found |= before & after
        before = (before & stones) << by
    return found


@primitive
def unfinished(stones: int, missing: Gaps) -> int:
    """The stones of the lines that lack one cell."""
    return (
        beside(stones, missing.rows, RIGHT)
        | beside(stones, missing.columns, DOWN)
        | beside(stones, missing.falling, DOWN + RIGHT)
        | beside(stones, missing.rising, DOWN - RIGHT)
    )


@primitive
def beside(stones: int, cells: int, by: int) -> int:
    """The stones that run on from these cells to either side, up to three of them."""
    near = (cells << by | cells >> by) & stones
    near |= (near << by | near >> by) & stones
    return near | (near << by | near >> by) & stones


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
    dark = obstacles | advance(obstacles, way) & board
    dark |= advance(advance(dark, way), way) & board
    return dark | advance(advance(dark, way), way) & board


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
    """Which lines (rows for pushes along rows) hold any of these cells, as bits 0 to size - 1."""
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
    """The pushes along this way that make a line of these stones, as bits of `Moves.high`."""
    dark = shadow(ground.obstacles, way, ground.board) if ground.obstacles else 0
    entering = entry_cells(way, ground.size, ground.board) if enters else 0
    moved = pushed(stones, entering, way, dark, ground.passed, ground.board)
    across = missing.columns if way < DOWNWARD else missing.rows
    hits = moved & (across | missing.falling | missing.rising) | runs(moved, step(way), ground.length)
    return lines_hit(hits, way, ground.board) << STRIDE * way


@aside
def completing(stones: int, missing: Gaps, enters: bool, ground: Ground) -> int:
    """The pushes (legal or not) that make a line of these stones; `enters` if it is their side that pushes."""
    return (
        completed_along(stones, missing, enters, RIGHTWARD, ground)
        | completed_along(stones, missing, enters, LEFTWARD, ground)
        | completed_along(stones, missing, enters, DOWNWARD, ground)
        | completed_along(stones, missing, enters, UPWARD, ground)
    )


@primitive
def made_of(stones: int, enters: bool, ground: Ground) -> int:
    """The same, at once where nothing is one cell short of a line: then no push makes one. For the stones of a line
    that a push made in its own row, but for the last to come, stood next to each other before, one cell back."""
    missing = gaps(stones, ground.length, ground.board)
    return completing(stones, missing, enters, ground) if together(missing) else 0


@primitive
def lining_up(stones: int, others: int, ground: Ground) -> int:
    """The pushes (legal or not) by the side with `stones` that win; one that makes a line of both sides' loses
    (rule 5)."""
    found = made_of(stones, True, ground)
    return found & ~made_of(others, False, ground) if found else 0
