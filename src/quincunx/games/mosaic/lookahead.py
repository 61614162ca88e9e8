"""Two plies ahead over what can be seen: the swap that gains most, the best answer to it counted.

Nodes are counted as boards settled, in `spent[0]`.
"""

from typing import NamedTuple

from quincunx.engine.kernels.compiler import aside
from quincunx.engine.moves import PASS, Moves, count, nth
from quincunx.games.match3.bits import legal_swaps, swapped
from quincunx.games.mosaic.rules import Mosaic, Options, Settled, settled
from quincunx.search.workspace import Words

WON = 1 << 40
"""More than any points."""
SHORTEST_LINE = 3


class Outlook(NamedTuple):
    """The best swap (PASS if there is none) and what it gains; WON if it reaches the target, -WON if it is lost."""

    move: int
    gain: int


@aside
def look(position: Mosaic, start: int, spent: Words) -> Outlook:
    """The best swap two plies ahead; of equals the first from the `start`-th on."""
    options = position.options
    needed, their_needed = options.target - position.score, options.target - position.other_score
    last = position.made + 1 >= options.max_moves and position.other_made >= options.max_moves
    least = SHORTEST_LINE * options.token_points
    choice = legal_swaps(position.cells)
    total = count(choice)
    best, best_move = -2 * WON, PASS
    for number in range(total):
        move = nth(choice, (number + start) % total)
        spent[0] += 1
        done = settled(swapped(position.cells, move), position.supply, options)
        gain = done.points
        if gain >= needed:
            return Outlook(move, WON)
        answers = legal_swaps(done.cells)
        if not last and answers.low | answers.high:
            if gain - least <= best:  # any answer makes it no better
                continue
            gain -= best_answer(done, answers, options, their_needed, gain - best, spent)
        if gain > best:
            best, best_move = gain, move
    return Outlook(best_move, best if total else 0)


@aside
def best_answer(done: Settled, answers: Moves, options: Options, needed: int, enough: int, spent: Words) -> int:
    """What the best of these swaps makes, or the first that makes `enough`; WON if it makes what is `needed`."""
    best = 0
    for number in range(count(answers)):
        spent[0] += 1
        points = settled(swapped(done.cells, nth(answers, number)), done.supply, options).points
        if points >= needed:
            return WON
        if points > best:
            best = points
            if best >= enough:
                break
    return best
