"""Two plies ahead over what can be seen: the best swap, counting what it leaves to the other side."""

from typing import NamedTuple

from quincunx.engine.compiling import aside
from quincunx.engine.moves import PASS, Moves, count, nth
from quincunx.games.match3 import legal_swaps, swapped
from quincunx.games.mosaic.rules import Mosaic, Options, Settled, settled

WON = 1_000_000
SHORTEST_LINE = 3


class Outlook(NamedTuple):
    move: int
    gain: int
    """What the move brings, less the best answer to it: ±WON if one of them reaches the target."""


@aside
def best_answer(done: Settled, choice: Moves, options: Options, needed: int, enough: int) -> int:
    """The most points that one of these swaps makes, or the first that are `enough`; WON for those that are `needed`."""
    best = 0
    for number in range(count(choice)):
        points = settled(swapped(done.cells, nth(choice, number)), done.supply, options).points
        if points >= needed:
            return WON
        if points > best:
            best = points
            if best >= enough:
                break
    return best


@aside
def look(position: Mosaic, start: int) -> Outlook:
    """The best swap two plies ahead; of equals the first from the `start`-th on."""
    options = position.options
    choice = legal_swaps(position.cells)
    total = count(choice)
    best, best_move = -2 * WON, PASS
    needed, their_needed = options.target - position.score, options.target - position.other_score
    last = position.made + 1 >= options.max_moves and position.other_made >= options.max_moves
    least = SHORTEST_LINE * options.token_points
    for number in range(total):
        move = nth(choice, (number + start) % total)
        done = settled(swapped(position.cells, move), position.supply, options)
        gain = done.points
        if gain >= needed:
            return Outlook(move, WON)
        answers = legal_swaps(done.cells)
        if not last and answers.low | answers.high:
            if gain - least <= best:
                continue
            gain -= best_answer(done, answers, options, their_needed, gain - best)
        if gain > best:
            best, best_move = gain, move
    return Outlook(best_move, 0 if total == 0 else best)

