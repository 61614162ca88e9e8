"""The legal moves of a position as a set of bits in two words.

A move is a number from 0 to 127: below 64 it is a bit of `low`, from 64 on a bit of `high`. Bit 63 of a word stays
unused (it is the sign), and `PASS` is bit 62 of `low` in every game.
"""

from collections.abc import Iterator
from typing import NamedTuple

from quincunx.engine.kernels.bits import each, popcount, select
from quincunx.engine.kernels.compiler import primitive

HIGH = 64
PASS = 62


class Moves(NamedTuple):
    low: int
    high: int


ONLY_PASS = Moves(1 << PASS, 0)


@primitive
def count(moves: Moves) -> int:
    return popcount(moves.low) + popcount(moves.high)


@primitive
def contains(moves: Moves, move: int) -> bool:
    if move < 0 or move >= 2 * HIGH:
        return False
    return (moves.low >> move & 1 if move < HIGH else moves.high >> (move - HIGH) & 1) != 0


@primitive
def nth(moves: Moves, n: int) -> int:
    """The n-th move of the set, in numerical order, n from 0."""
    low = popcount(moves.low)
    return select(moves.low, n) if n < low else HIGH + select(moves.high, n - low)


def numbers(moves: Moves) -> Iterator[int]:
    """The moves of the set in numerical order."""
    yield from each(moves.low)
    for bit in each(moves.high):
        yield HIGH + bit
