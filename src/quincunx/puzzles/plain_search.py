"""Plain search: every move and every answer, with nothing left out and nothing remembered.

It is slow, and there is nothing in it that could be wrong in the same way as a search that is quick.
"""

from typing import Any

from quincunx.engine.kernels.compiler import kernel
from quincunx.engine.moves import count, nth, numbers
from quincunx.engine.rules import PLAYING, evaluate, moves, outcome, play

INFINITY = 1 << 60


@kernel
def plain_worth(position: Any, plies: int, result_weight: int, count_weight: int) -> int:
    """The worth of a position for the side to move after this many plies of best play: one weight is for a match that
    is won, the other for each stone, token or point of `evaluate`."""
    if outcome(position) != PLAYING or plies <= 0:
        worth = count_weight * evaluate(position)
        if outcome(position) == position.turn:
            worth += result_weight
        elif outcome(position) == 3 - position.turn:
            worth -= result_weight
        return worth
    choice = moves(position)
    best = -INFINITY
    for k in range(count(choice)):
        after = play(position, nth(choice, k))
        worth = plain_worth(after, plies - 1, result_weight, count_weight)
        if after.turn != position.turn:
            worth = -worth
        best = max(best, worth)
    return best


@kernel
def plain_forces(position: Any, plies: int, seat: int) -> bool:
    """Whether this seat wins within this many plies, whatever the other one does: by some move of its own, and by every
    move of the other."""
    if outcome(position) != PLAYING or plies <= 0:
        return bool(outcome(position) == seat)
    own = bool(position.turn == seat)
    choice = moves(position)
    for k in range(count(choice)):
        if plain_forces(play(position, nth(choice, k)), plies - 1, seat) == own:
            return own
    return not own


def plain_scores(position: Any, plies: int, result_weight: int, count_weight: int) -> dict[int, int]:
    """What every move is worth to the side to move."""
    scores = {}
    for move in numbers(moves(position)):
        after = play(position, move)
        worth = plain_worth(after, plies - 1, result_weight, count_weight)
        scores[move] = int(worth if after.turn == position.turn else -worth)
    return scores
