"""Weighing a move of Infinity Grid Duel for the specification's player: its features, and what they are worth."""

from collections.abc import Mapping
from functools import cache

from quincunx.engine.kernels.bits import STRIDE, each, neighbours, popcount, rectangle
from quincunx.engine.rules import play
from quincunx.games.duel.rules import Duel, captured, empty, reach

USUAL_WEIGHTS: Mapping[str, int] = {
    "captures": 5,
    "recaptures": -4,
    "frontier": 0,
    "edges": 1,
    "corners": 1,
    "centre": 1,
    "mobility": 5,
    "compactness": 1,
    "endgame_greed": 2,
}
"""How much the specification's player cares about each feature of a move, from -10 (avoid it) to 10 (seek it)."""

UNITS: Mapping[str, int] = {
    "captures": 6,
    "recaptures": 6,
    "frontier": 2,
    "edges": 6,
    "corners": 12,
    "centre": 3,
    "mobility": 2,
    "compactness": 2,
    "endgame_greed": 6,
}
"""What one of each is worth, so that equal weights mean about equal care: mobility runs to tens, corners to one."""

Features = Mapping[str, int]
"""What a move does: a number for each of `USUAL_WEIGHTS`."""

LATE = 3
"""It is late when one cell in this many, or fewer, is empty."""


def best_weighed(weighed: Mapping[int, Features], margin: int = 0) -> list[int]:
    """The moves that weigh most, and those that weigh at most `margin` less."""
    worths = {move: worth(features) for move, features in weighed.items()}
    least = max(worths.values()) - margin
    return [move for move, weight in worths.items() if weight >= least]


def worth(features: Features) -> int:
    return sum(weight * UNITS[name] * features[name] for name, weight in USUAL_WEIGHTS.items())


def features_of(position: Duel, move: int) -> Features:
    """The features of a placement, as the side that makes it sees them."""
    after = play(position, move)
    own, other, room = after.other, after.own, empty(after)
    gained = own & ~position.own
    turned = popcount(gained & position.other)
    edges, corners = borders(position.options.size)
    return {
        "captures": turned,
        "recaptures": most_turned(after),
        "frontier": popcount(neighbours(room, own & ~after.other_guard)),
        "edges": popcount(gained & edges),
        "corners": popcount(gained & corners),
        "centre": sum(depth(bit, position.options.size) for bit in each(gained)),
        "mobility": popcount(neighbours(own, room)) - popcount(neighbours(other, room)),
        "compactness": popcount(own & own >> 1) + popcount(own & own >> STRIDE),
        "endgame_greed": turned if is_late(position) else 0,
    }


def most_turned(position: Duel) -> int:
    """The most tiles that the side to move could turn with one placement."""
    places = each(reach(position.own, position.own_free, empty(position)))
    return max((popcount(captured(position, 1 << place)) for place in places), default=0)


def is_late(position: Duel) -> bool:
    return LATE * popcount(empty(position)) <= popcount(position.options.board)


def depth(bit: int, size: int) -> int:
    """How many steps a cell lies from the nearest edge."""
    row, column = divmod(bit, STRIDE)
    return min(row, column, size - 1 - row, size - 1 - column)


@cache
def borders(size: int) -> tuple[int, int]:
    """The cells on the edges, corners apart; and the corners."""
    cells = [bit for bit in each(rectangle(size, size)) if depth(bit, size) == 0]
    ends = (0, size - 1)
    corners = [bit for bit in cells if bit // STRIDE in ends and bit % STRIDE in ends]
    return sum(1 << bit for bit in cells if bit not in corners), sum(1 << bit for bit in corners)
