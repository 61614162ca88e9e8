"""A small game in which a side may move twice in a row: take 1 to 3 sticks; the side that takes just one moves
again, once.

The last stick wins. Searches must not assume that sides alternate from ply to ply.
"""

from typing import NamedTuple

from quincunx.engine.kernels.randomness import mix
from quincunx.engine.moves import Moves
from quincunx.engine.rules import PLAYING, evaluate, hash, moves, play

MOST_TAKEN = 3


class Sticks(NamedTuple):
    left: int
    again: int
    """Whether the side to move has just taken one stick."""
    turn: int
    ply: int
    result: int


def heap(sticks: int, again: bool = False) -> Sticks:
    return Sticks(sticks, int(again), 1, 0, PLAYING)


@moves.register(Sticks)
def sticks_moves(position: Sticks) -> Moves:
    """A move is the number of sticks: its bit."""
    if position.result != PLAYING:
        return Moves(0, 0)
    return Moves((2 << min(MOST_TAKEN, position.left)) - 2, 0)


@play.register(Sticks)
def sticks_play(position: Sticks, move: int) -> Sticks:
    left = position.left - move
    again = 1 if move == 1 and position.again == 0 and left > 0 else 0
    turn = position.turn if again else 3 - position.turn
    result = position.turn if left == 0 else PLAYING
    return Sticks(left, again, turn, position.ply + 1, result)


@hash.register(Sticks)
def sticks_hash(position: Sticks) -> int:
    """With the ply, so that no search is deeper than asked because it finds a position that it met nearer the root."""
    return mix(position.ply << 16 | position.left << 4 | position.again << 2 | position.turn)


@evaluate.register(Sticks)
def sticks_evaluate(position: Sticks) -> int:
    """It means nothing, but it differs from position to position."""
    return position.left % 5 + position.again
