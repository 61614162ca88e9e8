"""Endgames, exactly: the expected result of best play, over every colour in which the hidden goblins may come.

The worth of a move is a mean over the ways in which the next goblins may look, and all worths are whole numbers of a
very small unit: nothing is rounded.
"""

from typing import NamedTuple

from quincunx.engine.clock import is_raised
from quincunx.engine.kernels.arrays import np
from quincunx.engine.kernels.compiler import kernel, primitive
from quincunx.engine.moves import count, nth
from quincunx.engine.rules import DRAWN, PLAYING, hash, moves, play
from quincunx.games.cascade.rules import Cascade, by_count
from quincunx.games.match3.bits import legal_swaps
from quincunx.search.hooks import foreseen, reveal, ways
from quincunx.search.workspace import Words

SURE = 1 << 60
"""The worth of a certain win; a draw is half of it, a loss 0. Four ways per turn divide it evenly 29 times."""

GAVE_UP = -1
TABLE_BITS = 16
NODES, BUDGET = range(2)


class Ledger(NamedTuple):
    """What has been solved so far, by hash, and the nodes visited and allowed."""

    keys: Words
    worths: Words
    counters: Words
    stop: Words


def make_ledger(budget: int, stop: Words) -> Ledger:
    counters = np.array([0, budget], np.int64)
    return Ledger(np.zeros(1 << TABLE_BITS, np.int64), np.zeros(1 << TABLE_BITS, np.int64), counters, stop)


@primitive
def worth_of(result: int, turn: int) -> int:
    """A result's worth for the side to move."""
    if result == DRAWN:
        return SURE // 2
    return SURE if result == turn else 0


@primitive
def final_result(position: Cascade) -> int:
    """The result, where it is certain: by the counts, or because no swap is left and both will pass."""
    result = foreseen(position)
    if result != PLAYING:
        return result
    swaps = legal_swaps(position.cells)
    return PLAYING if swaps.low | swaps.high else by_count(position)


@kernel
def solve(position: Cascade, ledger: Ledger) -> int:
    """The worth of a position whose next goblins are known, for the side to move; GAVE_UP at the end of the budget."""
    ledger.counters[NODES] += 1
    if ledger.counters[NODES] > ledger.counters[BUDGET] or is_raised(ledger.stop):
        return GAVE_UP
    result = final_result(position)
    if result != PLAYING:
        return worth_of(result, position.turn)
    key = hash(position)
    slot = key & (ledger.keys.size - 1)
    if ledger.keys[slot] == key:
        return int(ledger.worths[slot])
    best = 0
    choice = moves(position)
    for k in range(count(choice)):
        after = play(position, nth(choice, k))
        total = ways(after) if final_result(after) == PLAYING else 1
        worth = total * SURE  # each way counts as won until it is known
        for way in range(total):
            theirs = solve(reveal(after, way), ledger)
            if theirs == GAVE_UP:
                return GAVE_UP
            worth -= theirs
            if worth <= total * best:
                break
        best = max(best, worth // total)
        if best == SURE:
            break
    ledger.keys[slot] = key
    ledger.worths[slot] = best
    return best


@kernel
def solve_move(position: Cascade, move: int, ledger: Ledger) -> int:
    """The worth of one move for the side that makes it; in a position that was set up even the next goblins may be
    unknown to it."""
    worth = 0
    unseen = ways(position)
    for way in range(unseen):
        after = play(reveal(position, way), move)
        total = ways(after)
        for new in range(total):
            theirs = solve(reveal(after, new), ledger)
            if theirs == GAVE_UP:
                return GAVE_UP
            worth += (SURE - theirs) // total // unseen
    return worth
