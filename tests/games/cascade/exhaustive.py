"""Plain exhaustive search of cascade's endings: all moves, all goblins, to the very end by the rules.

It prunes nothing and foresees nothing. It only keeps what it has counted, since otherwise the same neutral swaps in
another order would be counted millions of times.
"""

from fractions import Fraction
from typing import NamedTuple

import numpy as np

from quincunx.engine.kernels.compiler import kernel
from quincunx.engine.moves import count, nth, numbers
from quincunx.engine.rules import DRAWN, PLAYING, hash, moves, play
from quincunx.games.cascade.rules import Cascade
from quincunx.search.hooks import reveal, ways
from quincunx.search.workspace import Words

WHOLE = 1 << 60
"""The worth of a win: four ways per ply divide it exactly for 29 plies."""
PLENTY = 30_000_000
VISITED, MOST = range(2)


class Notes(NamedTuple):
    """What has been counted, by hash; and how many positions were visited, and how many may be."""

    keys: Words
    worths: Words
    visits: Words


def exhaustive(position: Cascade, most: int = PLENTY) -> dict[int, Fraction]:
    """The expected result of every move of the side to move; nothing if that takes more than `most` positions."""
    room = 1 << min(20, most.bit_length())
    notes = Notes(np.zeros(room, np.int64), np.zeros(room, np.int64), np.array([0, most], np.int64))
    worths = {move: Fraction(after_move(position, move, notes), WHOLE) for move in numbers(moves(position))}
    return worths if notes.visits[VISITED] < most else {}


@kernel
def after_move(position: Cascade, move: int, notes: Notes) -> int:
    after = play(position, move)
    total = ways(after) if after.result == PLAYING else 1
    worth = 0
    for way in range(total):
        worth += (WHOLE - plain_worth(reveal(after, way), notes)) // total
    return worth


@kernel
def plain_worth(position: Cascade, notes: Notes) -> int:
    """The expected result for the side to move."""
    notes.visits[VISITED] += 1
    if position.result != PLAYING or notes.visits[VISITED] >= notes.visits[MOST]:
        return WHOLE // 2 if position.result == DRAWN else WHOLE * (position.result == position.turn)
    key = hash(position)
    slot = key & (notes.keys.size - 1)
    if notes.keys[slot] == key:
        return int(notes.worths[slot])
    best = 0
    choice = moves(position)
    for k in range(count(choice)):
        after = play(position, nth(choice, k))
        total = ways(after) if after.result == PLAYING else 1
        worth = 0
        for way in range(total):
            worth += (WHOLE - plain_worth(reveal(after, way), notes)) // total
        best = max(best, worth)
    notes.keys[slot] = key
    notes.worths[slot] = best
    return best
