"""How simulated games are played on: each move is the best of a few random ones, by what it clears."""

from quincunx.engine.kernels.bits import popcount
from quincunx.engine.kernels.compiler import primitive
from quincunx.engine.kernels.randomness import below
from quincunx.engine.moves import count, nth
from quincunx.engine.rules import moves
from quincunx.games.cascade.rules import VANISH_NOTHING, VANISH_WINS, Cascade
from quincunx.games.match3.bits import lines, of_code, swapped
from quincunx.search.hooks import venture

TRIES = 4
"""Measured: 4 random moves to choose from make stronger players than 1 or 2, and 8 no stronger ones."""
DECISIVE = 100


@venture.register(Cascade)
def cascade_venture(position: Cascade, seed: int, ply: int) -> int:
    choice = moves(position)
    total = count(choice)
    best = nth(choice, below(total, seed, 0, ply))
    if total == 1:
        return best
    top = gain(position, best)
    for attempt in range(1, TRIES):
        move = nth(choice, below(total, seed, attempt, ply))
        worth = gain(position, move)
        if worth > top:
            best, top = move, worth
    return best


@primitive
def gain(position: Cascade, move: int) -> int:
    """The other side's tokens that a swap clears at once, less one's own; where only vanishing wins, the reverse."""
    cells = swapped(position.cells, move)
    gone = lines(cells)
    mine, theirs = of_code(cells, position.turn), of_code(cells, 3 - position.turn)
    score = popcount(gone & theirs) - popcount(gone & mine)
    if position.options.no_moves_draws:
        score = -score
    if position.options.vanish != VANISH_NOTHING:
        vanished = DECISIVE * ((mine & ~gone == 0) - (theirs & ~gone == 0))
        score += vanished if position.options.vanish == VANISH_WINS else -vanished
    return score
