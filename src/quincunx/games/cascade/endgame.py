"""Endgames, exactly: the expected result of best play, over every colour in which the hidden goblins may come.

Each goblin behind the shown ones is green or violet with the same chance, so the worth of a move is a mean over a few
boards, and all worths are whole numbers of a very small unit: nothing is rounded.
"""

from typing import NamedTuple

import numpy as np

from quincunx.engine.bits import popcount
from quincunx.engine.compiling import kernel, primitive
from quincunx.engine.moves import count, nth
from quincunx.engine.rules import DRAWN, PLAYING, hash, moves, play
from quincunx.games.cascade.fate import fate
from quincunx.games.cascade.rules import CODE_BITS, GOBLINS_SHOWN, GREEN, Cascade, Goblins, by_count
from quincunx.games.match3 import UNKNOWN, legal_swaps
from quincunx.search.memory import Words

SURE = 1 << 60
"""The worth of a certain win; a draw is half of it, a loss 0. Two unknown goblins a turn split it 30 times, exactly."""

GAVE_UP = -1
TABLE_BITS = 16
NODES, BUDGET = range(2)


class Ledger(NamedTuple):
    """What has been solved so far, by hash, and the nodes visited and allowed."""

    keys: Words
    lows: Words
    highs: Words
    counters: Words
    stop: Words


def make_ledger(budget: int, stop: Words) -> Ledger:
    counters = np.array([0, budget], np.int64)
    columns = (np.zeros(1 << TABLE_BITS, np.int64) for _ in range(3))
    return Ledger(*columns, counters, stop)


@primitive
def worth_of(result: int, turn: int) -> int:
    """A result's worth for the side to move."""
    if result == DRAWN:
        return SURE // 2
    return SURE if result == turn else 0


@primitive
def settled_result(position: Cascade) -> int:
    """The result, where it is certain: by the counts, or because no swap is left and both will pass."""
    result = fate(position)
    if result != PLAYING:
        return result
    swaps = legal_swaps(position.cells)
    return PLAYING if swaps.low | swaps.high else by_count(position)


@primitive
def hidden(goblins: Goblins, place: int) -> bool:
    return goblins.shown >> CODE_BITS * place & UNKNOWN == UNKNOWN


@primitive
def ways_to_reveal(position: Cascade) -> int:
    """In how many ways the goblins at the door may be coloured: they matter only where goblins come at all."""
    if position.options.goblins == 0:
        return 1
    return 1 << hidden(position.goblins, 0) + hidden(position.goblins, 1)


@primitive
def reveal(position: Cascade, way: int) -> Cascade:
    """The position with the hidden ones of the shown goblins coloured in one of the ways there are."""
    goblins = position.goblins
    shown = goblins.shown
    for place in range(GOBLINS_SHOWN):
        if hidden(goblins, place):
            shown ^= (UNKNOWN ^ GREEN + (way & 1)) << CODE_BITS * place
            way >>= 1
    return Cascade(
        position.cells, Goblins(shown, goblins.come, goblins.source, goblins.known), position.passes, position.turn,
        position.ply, position.result, position.options,
    )  # fmt: skip


@kernel
def solve(position: Cascade, alpha: int, beta: int, ledger: Ledger) -> int:
    """The worth of a position, whose shown goblins are known, for the side to move, within the window.

    GAVE_UP at the end of the budget. The windows of the boards that a move may lead to follow from what the others are
    worth at least and at most (Ballard's star1).
    """
    ledger.counters[NODES] += 1
    if ledger.counters[NODES] > ledger.counters[BUDGET] or ledger.stop[0] != 0:
        return GAVE_UP
    result = settled_result(position)
    if result != PLAYING:
        return worth_of(result, position.turn)
    key = hash(position)
    slot = key & (ledger.keys.size - 1)
    if ledger.keys[slot] == key:
        low, high = ledger.lows[slot], ledger.highs[slot]
        if low == high or low >= beta:
            return int(low)
        if high <= alpha:
            return int(high)
    else:
        low, high = 0, SURE
    best = 0
    bottom = alpha
    choice = moves(position)
    for k in range(count(choice)):
        after = play(position, nth(choice, k))
        ways = ways_to_reveal(after) if settled_result(after) == PLAYING else 1
        total = ways * SURE  # each way is worth SURE until it is known better
        for way in range(ways):
            rest = total - SURE
            worst = min(max(ways * bottom - rest, 0), SURE)
            enough = min(max(ways * beta - (rest - (ways - way - 1) * SURE), 0), SURE)
            worth = solve(reveal(after, way), SURE - enough, SURE - worst, ledger)
            if worth == GAVE_UP:
                return GAVE_UP
            total -= worth
            if total <= ways * bottom:
                break
        best = max(best, total // ways)
        bottom = max(bottom, best)
        if best >= beta:
            break
    ledger.keys[slot] = key
    ledger.lows[slot] = best if best > alpha else low
    ledger.highs[slot] = best if best < beta else high
    return best
