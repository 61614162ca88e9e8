"""How good a position of Infinity Grid Duel looks, for a search that cannot look to the end."""

from quincunx.engine.bits import DOWN, RIGHT, neighbours, popcount
from quincunx.engine.compiling import aside, primitive
from quincunx.games.duel.rules import Duel, captured, empty, reach
from quincunx.search.heuristics import promise, rate, reward

TILE = 100
"""Scores count hundredths of a tile of the final margin."""
WON = 10_000
"""Winning at all is worth more than any number of tiles; then, the more tiles the better."""


@reward.register(Duel)
def duel_reward(position: Duel, height: int, style: int) -> int:
    """Rule 3: more tiles win. All matches are about equally long, so that no win is sooner than another."""
    return margin_score(popcount(position.own) - popcount(position.other))


@primitive
def margin_score(margin: int) -> int:
    if margin == 0:
        return 0
    return margin * TILE + (WON if margin > 0 else -WON)


def margin_of(score: int) -> int:
    """The margin in tiles that a proven score means: the way back from `margin_score`."""
    return 0 if score == 0 else (abs(score) - WON) // TILE * (1 if score > 0 else -1)


@promise.register(Duel)
def duel_promise(position: Duel, move: int, style: int) -> int:
    """What turns more tiles and leaves fewer of them open comes first, whatever cut off elsewhere."""
    tile = 1 << move & position.options.board
    gained = tile | captured(position, tile)
    return popcount(gained) * 1_000_000 - popcount(neighbours(empty(position) & ~tile, gained)) * 500_000


@rate.register(Duel)
def duel_rate(position: Duel, style: int) -> int:
    return rate_duel(position)


@aside
def rate_duel(position: Duel) -> int:
    room = empty(position)
    own_front = neighbours(room, position.own)
    other_front = neighbours(room, position.other)
    safe = popcount(position.own & ~own_front) - popcount(position.other & ~other_front)
    return TILE * safe + 30 * (popcount(own_front) - popcount(other_front))
