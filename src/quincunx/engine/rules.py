"""The generic functions: what a rule book answers about a position.

A game gives their bodies for its own class of positions (`@play.register(Pushmine)`); everything else
calls them here and never asks which game it is. A position is a NamedTuple of plain integers that carries at least
`turn` (1 or 2), `ply` and `result`.
"""

from typing import Any, Final

from quincunx.engine.kernels.compiler import generic, required
from quincunx.engine.moves import Moves, contains

PLAYING: Final = 0
WON_BY_1: Final = 1
WON_BY_2: Final = 2
DRAWN: Final = 3
LOST: Final = 4
"""The results: being played, won by a seat, drawn, or (one player alone) lost."""


@required
def play(position: Any, move: int) -> Any:
    """The position after a legal move. Unchecked: ask `legal` first."""


@generic
def advance(position: Any, move: int) -> Any:
    """As `play`, for a caller that does not need the old position any more: its arrays may be written to."""
    return play(position, move)


@generic
def redeal(position: Any, seed: int) -> Any:
    """The first position of a match with this seed, given the first position of another match of the same variant. The
    arrays of that may be written to. A seed without a fair board gives a match that is over. By default the seed does
    not matter."""
    return position


@required
def moves(position: Any) -> Moves:
    """The legal moves; none when the match is over."""
    return Moves(0, 0)


@generic
def legal(position: Any, move: int) -> bool:
    """Whether the rules allow this move now."""
    return contains(moves(position), move)


@generic
def outcome(position: Any) -> int:
    """PLAYING, WON_BY_1, WON_BY_2, DRAWN or LOST."""
    return int(position.result)


@required
def evaluate(position: Any) -> int:
    """How good the position looks for the side to move, from the rules' own counts (stones, tokens, points)."""
    return 0


@required
def hash(position: Any) -> int:
    """64 bits that are equal for positions that count as the same (`ply` and `seen` do not) and differ otherwise."""
    return 0


@generic
def observe(position: Any, seat: int) -> Any:
    """What this seat may see of the position: the same type, with what is hidden unknown."""
    return position


@generic
def mid_turn(position: Any) -> bool:
    """Whether the side to move has begun its turn already, and goes on with it. Such a position is no occurrence of
    anything: repetitions are counted at the beginning of turns."""
    return False


@generic
def recur(position: Any, seen: int) -> Any:
    """The position, now that it has occurred `seen` times in its match."""
    return position
