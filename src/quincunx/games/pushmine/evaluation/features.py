"""The features of a position, each a number of its own; `weights.py` says what they are worth.

Quotations are from the outline of the evaluation in the specification.
"""

from quincunx.engine.kernels.bits import DOWN, RIGHT, popcount
from quincunx.engine.kernels.compiler import primitive
from quincunx.games.pushmine.evaluation.lines import Gaps, Ground, ground_of, lines_hit, lining_up, shadow
from quincunx.games.pushmine.evaluation.weights import INVENTORY
from quincunx.games.pushmine.rules import DOWNWARD, RIGHTWARD, Pushmine, backward, step


@primitive
def inner_cells(cells: int) -> int:
    """The cells that have all four neighbours among these: of the board, those off its edge; of those, the centre.
    Stones there are part of more lines."""
    return cells & cells << RIGHT & cells >> RIGHT & cells << DOWN & cells >> DOWN


@primitive
def lead(own: int, other: int, cells: int) -> int:
    """How many more stones one side has on these cells than the other."""
    return popcount(own & cells) - popcount(other & cells)


@primitive
def threes(missing: Gaps, cells: int) -> int:
    """ "Number of open-ended 3-in-a-row (with extendability to 4)": the lines that lack just one cell, one of these
    cells. A three that is open at both ends counts twice: there are two ways to extend it."""
    return (
        popcount(missing.rows & cells)
        + popcount(missing.columns & cells)
        + popcount(missing.falling & cells)
        + popcount(missing.rising & cells)
    )


@primitive
def inventory(stock: int) -> int:
    """ "Inventory value (small positive, diminishing returns)"."""
    return INVENTORY[min(stock, 3)]


@primitive
def key_stones(stones: int, mines: int, board: int) -> int:
    """ "Mines on board that can be detonated to delete a key stone": the pushes that would press one of these stones
    onto a mine. Such a stone stands right before the first mine that the push of its line meets."""
    found = 0
    for way in range(4):
        before = mines << step(way) if backward(way) else mines >> step(way)
        found += popcount(stones & before & ~shadow(mines, way, board))
    return found


@primitive
def disturbing(stones: int, board: int) -> int:
    """ "How many pushes preserve or increase your threats vs reduce opponent threats": the rows and columns that hold
    any of these stones, since pushes along them move the stones from their places."""
    return popcount(lines_hit(stones, RIGHTWARD, board)) + popcount(lines_hit(stones, DOWNWARD, board))


@primitive
def forked(danger: int) -> int:
    """ "Recognize forks (two simultaneous 4-threats)": 1 if there are two winning pushes that one move has to stop."""
    return 1 if danger > 1 else 0


@primitive
def frozen_lanes(position: Pushmine, danger: int) -> int:
    """ "Mine placements that “freeze” a critical lane without gifting tempo": the pushes that would win for the side
    that is not to move if no mine lay there. If it has another that does win, nothing was gained."""
    if danger > 0 or position.mines == 0:
        return 0
    ground = ground_of(position)
    bare = Ground(ground.obstacles & ~position.mines, ground.passed, ground.size, ground.length, ground.board)
    return popcount(lining_up(position.other, position.own, bare))
