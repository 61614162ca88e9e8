"""The swaps of a match-3 board as actions."""

from quincunx.engine.kernels.bits import DOWN, RIGHT
from quincunx.engine.moves import HIGH, PASS, Moves
from quincunx.observation.encoding import Place, bit_cell


def every_swap(board: int) -> Moves:
    """All swaps of two adjacent cells, and the pass."""
    return Moves(board & board >> RIGHT | 1 << PASS, board & board >> DOWN)


def swap_place(move: int) -> Place:
    if move == PASS:
        return Place("pass")
    first = move & (HIGH - 1)
    return Place("swap", (bit_cell(first), bit_cell(first + (RIGHT if move < HIGH else DOWN))))
