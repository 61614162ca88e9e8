"""Sampled futures: what a swap leads to when the drops behind the queue are made up, many times over.

In each future both sides go on for some plies. They see no more than players do: what comes into their queues is
new to them, and they weigh their own swaps by futures of their own.
"""

from quincunx.engine.clock import is_raised
from quincunx.engine.kernels.compiler import aside, kernel
from quincunx.engine.kernels.randomness import word
from quincunx.engine.moves import PASS, count, nth
from quincunx.engine.rules import PLAYING, observe
from quincunx.games.match3.bits import legal_swaps, swapped
from quincunx.games.mosaic.evaluation import SURE, chance, final_chance
from quincunx.games.mosaic.lookahead import WON, look
from quincunx.games.mosaic.rules import Mosaic, Supply, after_swap, settled
from quincunx.search.chooser import PlayerStream
from quincunx.search.hooks import sample
from quincunx.search.workspace import Words

SAMPLES = int(PlayerStream.SAMPLES)
"""Kernels know numbers, not enums."""
SLIGHT = SURE // 50
"""The chance of a side that leaves a winning answer with every move: what falls may still spoil that."""


@sample.register(Mosaic)
def mosaic_sample(position: Mosaic, seed: int) -> Mosaic:
    """Rule 6: the queue can be seen; what lies behind it is drawn from a source of the player's own."""
    if position.supply.known:
        return position
    supply = Supply(position.supply.queue, position.supply.drops, seed, 1)
    return Mosaic(
        position.cells, supply, position.score, position.other_score, position.made, position.other_made,
        position.passes, position.tries, position.turn, position.ply, position.result, position.options,
    )  # fmt: skip


@kernel
def foresee(
    position: Mosaic, move: int, seed: int, first: int, number: int, plies: int, tries: int, spent: Words, stop: Words
) -> int:
    """The sum of the chances that a swap leaves the side that makes it, over `number` futures from the `first` on."""
    chances = 0
    for k in range(first, first + number):
        if is_raised(stop):
            break
        own_seed = word(seed, SAMPLES, k)
        current = swap(sample(position, own_seed), move, spent)
        for ply in range(plies):
            if current.result != PLAYING:
                break
            following = weigh(observe(current, current.turn), word(own_seed, SAMPLES, ply), tries, spent)
            if following == PASS:  # a reshuffle would come: no one gains
                break
            current = swap(current, following, spent)
        reached = promising(observe(current, current.turn), spent)
        chances += reached if current.turn == position.turn else SURE - reached
    return chances


@aside
def swap(position: Mosaic, move: int, spent: Words) -> Mosaic:
    """Rules 3 and 4, without the reshuffle that a search never sees."""
    spent[0] += 1
    return after_swap(position, settled(swapped(position.cells, move), position.supply, position.options))


@aside
def weigh(position: Mosaic, seed: int, tries: int, spent: Words) -> int:
    """The best swap by this many futures of one ply each; by what can be seen if there are none."""
    choice = legal_swaps(position.cells)
    total = count(choice)
    if tries == 0 or total <= 1:
        return look(position, word(seed, SAMPLES, 0) & 15, spent).move
    best, best_move = -1, PASS
    for number in range(total):
        move = nth(choice, number)
        chances = 0
        for k in range(tries):
            after = swap(sample(position, word(seed, SAMPLES, k)), move, spent)
            chances += SURE - promising(observe(after, after.turn), spent)
        if chances > best:
            best, best_move = chances, move
    return best_move


@aside
def promising(position: Mosaic, spent: Words) -> int:
    """The chance of the side to move, by what can be seen two plies ahead."""
    if position.result != PLAYING:
        return final_chance(position)
    gain = look(position, 0, spent).gain
    if gain == WON:
        return SURE
    return SLIGHT if gain < -WON // 2 else chance(position, gain)
