"""What a search may ask of a game beyond its rules. Every hook has a default; a game registers better ones.

A `style` is a number by which a game distinguishes its own functions (a baseline and an improved evaluation, say).
"""

from typing import Any

from quincunx.engine.kernels.compiler import generic
from quincunx.engine.kernels.randomness import below
from quincunx.engine.moves import Moves, count, nth
from quincunx.engine.rules import DRAWN, evaluate, moves, outcome

WIN = 1_000_000
"""The score of a win; one that is n plies away is worth WIN - n, so that sooner wins and later losses are preferred."""

CERTAIN = WIN - 10_000
"""Scores beyond this are proven wins (or, below its negative, losses)."""


DECISIVE = 5000
"""An evaluation that sees that a match is decided gives at least this score, and no other comes near it."""


@generic
def rate(position: Any, style: int) -> int:
    """How good an unfinished position looks for the side to move, well within ±CERTAIN."""
    return evaluate(position)


@generic
def reward(position: Any, height: int, style: int) -> int:
    """The worth of a finished position for the side that would move next, `height` plies from the root."""
    if position.result == DRAWN:
        return 0
    return WIN - height if position.result == position.turn else height - WIN


@generic
def promise(position: Any, move: int, style: int) -> int:
    """How early a search should try this move: larger is earlier."""
    return 0


@generic
def candidates(position: Any, style: int) -> Moves:
    """The moves that a search looks at: all, unless a player leaves out those that cannot matter."""
    return moves(position)


@generic
def relevant(position: Any, choice: Moves) -> Moves:
    """Those of the candidates that a search with shortcuts looks at: all, unless a game knows idle ones."""
    return choice


@generic
def is_quiet(position: Any) -> bool:
    """Whether nothing is urgent: a pass would do no harm, and late moves need no deep look."""
    return False


@generic
def passed(position: Any) -> Any:
    """The position in which the side to move has passed; asked for only where `is_quiet` holds."""
    return position


@generic
def can_repeat(position: Any) -> bool:
    """Whether positions of this game can come up again, so that a search should watch for it."""
    return False


@generic
def sample(position: Any, seed: int) -> Any:
    """The observation with its unknowns drawn from `seed`: one of the ways in which things may really be.

    A position without unknowns stays as it is."""
    return position


@generic
def ways(position: Any) -> int:
    """In how many equally likely ways the unknown that comes into sight now may turn out; 1 if there is none."""
    return 1


@generic
def reveal(position: Any, way: int) -> Any:
    """The position in which it has turned out in one of these ways."""
    return position


@generic
def foreseen(position: Any) -> int:
    """The result, as soon as it is certain: perhaps before the match is over."""
    return outcome(position)


@generic
def venture(position: Any, seed: int, ply: int) -> int:
    """The move that a playout tries: any, unless a player knows which are worth it."""
    choice = moves(position)
    return nth(choice, below(count(choice), seed, 0, ply))
