"""Sampled futures."""
from typing import NamedTuple

from quincunx.engine.compiling import aside, kernel, primitive
from quincunx.engine.moves import count, nth
from quincunx.engine.randomness import word
from quincunx.engine.rules import PLAYING, moves, observe, play
from quincunx.games.mosaic.evaluation import SURE, chance, final_chance
from quincunx.games.mosaic.lookahead import WON, look
from quincunx.games.mosaic.rules import Mosaic, Supply, after_swap, settled
from quincunx.games.match3 import legal_swaps, swapped
from quincunx.engine.moves import PASS
from quincunx.search.memory import Words
from quincunx.search.heuristics import sample

HOPELESS = 20_000

@sample.register(Mosaic)
def mosaic_sample(position: Mosaic, seed: int) -> Mosaic:
    """The queue is known; what comes after it is drawn from a word of the player's own."""
    supply = Supply(position.supply.queue, position.supply.drops, seed, 1)
    return Mosaic(
        position.cells, supply, position.score, position.other_score, position.made, position.other_made,
        position.passes, position.tries, position.turn, position.ply, position.result, position.options,
    )  # fmt: skip

@aside
def after(position: Mosaic, move: int) -> Mosaic:
    return after_swap(position, settled(swapped(position.cells, move), position.supply, position.options))


@aside
def worth(position: Mosaic) -> int:
    """The chance of the side to move."""
    if position.result != PLAYING:
        return final_chance(position)
    gain = look(position, 0).gain
    if gain >= WON // 2:
        return SURE
    if gain <= -WON // 2:
        return HOPELESS
    return chance(position, position.score - position.other_score + gain * 5 // 6)

@aside
def weighed(position: Mosaic, seed: int, samples: int) -> int:
    choice = legal_swaps(position.cells)
    total = count(choice)
    if total == 1:
        return nth(choice, 0)
    best, best_move = -1, PASS
    for number in range(total):
        move = nth(choice, number)
        chances = 0
        for k in range(samples):
            reached = after(sample(position, word(seed, 0, k)), move)
            chances += SURE - worth(observe(reached, reached.turn))
        if chances > best:
            best, best_move = chances, move
    return best_move

@kernel
def foresee(position: Mosaic, move: int, seed: int, first: int, number: int, plies: int, samples: int, stop: Words) -> int:
    """The sum of the chances of the side to move after `move`, over futures."""
    total = 0
    for k in range(first, first + number):
        if stop[0]:
            break
        own = word(seed, 2, k)
        current = after(sample(position, own), move)
        for ply in range(plies):
            if current.result != PLAYING:
                break
            seen = observe(current, current.turn)
            if samples:
                reply = weighed(seen, word(own, 1, ply), samples)
            else:
                reply = look(seen, word(own, 1, ply) & 15).move
            if reply == PASS:
                break
            current = after(current, reply)
        p = worth(observe(current, current.turn))
        total += p if current.turn == position.turn else SURE - p
    return total
