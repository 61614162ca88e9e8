"""How good a position of Infinity Grid Duel looks, for a search that cannot look to the end.

Fitted to 100 000 positions of games between searching players: the final margin follows from little else than the tiles
and the cells that each side can reach, and a cell that only one side can reach is worth nearly two tiles.
"""

from quincunx.engine.kernels.bits import neighbours, popcount
from quincunx.engine.kernels.compiler import primitive
from quincunx.engine.rules import PLAYING
from quincunx.games.duel.rules import Duel, captured, empty
from quincunx.learning.values import certain
from quincunx.search.hooks import promise, reward

TILE = 100
"""Scores count hundredths of a tile of the final margin."""
WON = 10_000
"""Winning at all is worth more than any number of tiles; then, the more tiles the better."""

OWNED, REACHED, TO_MOVE = 50, 180, 120
"""A tile that one has now, an empty cell next to one's tiles, and the move."""

TURNED, OPENED = 1_000_000, 500_000
"""A search tries first what turns more tiles and leaves fewer of them open, regardless of what cut off elsewhere."""


@reward.register(Duel)
def duel_reward(position: Duel, height: int, style: int) -> int:
    """Rule 3: more tiles win. All matches are about equally long: no win is preferred for being sooner."""
    return margin_score(popcount(position.own) - popcount(position.other))


@primitive
def margin_score(margin: int) -> int:
    if margin == 0:
        return 0
    return margin * TILE + (WON if margin > 0 else -WON)


def margin_of(score: int) -> int:
    """The margin in tiles that the score of a finished match means."""
    return 0 if score == 0 else (abs(score) - WON) // TILE * (1 if score > 0 else -1)


@primitive
def hand_rate(position: Duel) -> int:
    """The margin that an open position promises, in hundredths of a tile."""
    room = empty(position)
    owned = popcount(position.own) - popcount(position.other)
    reached = popcount(neighbours(position.own, room)) - popcount(neighbours(position.other, room))
    return OWNED * owned + REACHED * reached + TO_MOVE


@certain.register(Duel)
def duel_certain(position: Duel) -> int:
    """A side that can never place again has lost: the other side will have the whole board."""
    if position.result == PLAYING:
        if is_out(position.own, position.own_free):
            return 3 - position.turn
        if is_out(position.other, position.other_free):
            return position.turn
    return position.result


@primitive
def is_out(tiles: int, free: int) -> bool:
    """Whether a side can never place again."""
    return tiles == 0 and free == 0


@promise.register(Duel)
def duel_promise(position: Duel, move: int, style: int) -> int:
    tile = 1 << move & position.options.board
    gained = tile | captured(position, tile)
    open_tiles = neighbours(empty(position) & ~tile, gained & ~position.own_guard)
    return TURNED * popcount(gained) - OPENED * popcount(open_tiles)


@primitive
def certain_rate(position: Duel, result: int) -> int:
    """What a position is worth whose result is known."""
    tiles = popcount(position.options.board)
    return margin_score(tiles if result == position.turn else -tiles)


@primitive
def rate_by_hand(position: Duel) -> int:
    """As `rate` with the style `HAND`, and without the learned table: the lab measures by it, on any device."""
    result = certain(position)
    return hand_rate(position) if result == PLAYING else certain_rate(position, result)
