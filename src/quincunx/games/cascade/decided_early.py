"""What the counts of tokens decide before the match is over: a colour of one or two tokens can never be cleared."""

from quincunx.engine.kernels.bits import popcount
from quincunx.engine.kernels.compiler import primitive
from quincunx.engine.rules import PLAYING, WON_BY_1, WON_BY_2
from quincunx.games.cascade.rules import BLUE, ORANGE, VANISH_WINS, Cascade, Options, by_count
from quincunx.games.match3.bits import of_code
from quincunx.search.hooks import foreseen

LINE = 3
"""A line takes three tokens at least, and goblins bring neither blue nor orange."""


@foreseen.register(Cascade)
def decided_result(position: Cascade) -> int:
    """The result that every continuation leads to; PLAYING where the counts leave it open."""
    if position.result != PLAYING:
        return position.result
    blue, orange = popcount(of_code(position.cells, BLUE)), popcount(of_code(position.cells, ORANGE))
    if blue < LINE and orange < LINE:
        return by_count(position)
    if keeps_the_lead(blue, orange, position.options):
        return WON_BY_1
    return WON_BY_2 if keeps_the_lead(orange, blue, position.options) else PLAYING


@primitive
def keeps_the_lead(count: int, other: int, options: Options) -> bool:
    """Exactly three tokens against one or two: they stay, and are more, or go together, and have vanished."""
    return count == LINE and 0 < other < LINE and options.vanish == VANISH_WINS and options.no_moves_draws == 0
