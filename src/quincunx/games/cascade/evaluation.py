"""How good an unfinished position looks, in hundredths of the logarithm of the odds.

The numbers were fitted to the results of some thousand games between strong players.
"""

from quincunx.engine.bits import DOWN, RIGHT, popcount
from quincunx.engine.compiling import aside, primitive
from quincunx.engine.moves import Moves, count
from quincunx.engine.rules import DRAWN, PLAYING, evaluate, moves
from quincunx.games.cascade.fate import LINE, fate
from quincunx.games.cascade.rules import (
    BLUE,
    CODE_BITS,
    GOBLINS_SHOWN,
    GREEN,
    ORANGE,
    VANISH_LOSES,
    VANISH_WINS,
    VIOLET,
    Cascade,
    Goblins,
    by_count,
    drawn,
)
from quincunx.games.match3 import UNKNOWN, occupied, of_code
from quincunx.search.heuristics import candidates, rate, sample

PLAIN, KEEN = range(2)
SETTLED = 2000
ABOUT_TO_VANISH = 1500
STANDING = (-400, -313, -142, -113, -48, -33, 0, 38, 43, 64, 85, 93, 101, 109)
TEMPO = 17
EXPOSED = 81
EXPOSED_SHARE = 71
VANISHES_NEXT = -250
LEAD_BY_MOVES = 44
LAST_MOVES = -75


@primitive
def line_swaps(colour: int, tokens: int) -> Moves:
    """The swaps that bring a line of this colour about, which has none yet."""
    others = tokens & ~colour
    left, right, up, down = colour << RIGHT, colour >> RIGHT, colour << DOWN, colour >> DOWN
    two_left, two_right, two_up, two_down = colour << 2 * RIGHT, colour >> 2 * RIGHT, colour << 2 * DOWN, colour >> 2 * DOWN
    in_column = up & (two_up | down) | down & two_down
    in_row = left & (two_left | right) | right & two_right
    low = colour & (in_column | right & two_right) & others >> 0
    rightward = colour & ((in_column | right & two_right) & others) >> RIGHT
    leftward = (in_column | left & two_left) & others & colour >> RIGHT
    downward = colour & ((in_row | down & two_down) & others) >> DOWN
    upward = (in_row | up & two_up) & others & colour >> DOWN
    return Moves(rightward | leftward, downward | upward)

@primitive
def standing(tokens: int) -> int:
    return STANDING[min(tokens, 13)]

@aside
def keen(position: Cascade) -> int:
    cells = position.cells
    result = fate(position)
    if result != PLAYING:
        return 0 if result == DRAWN else (SETTLED if result == position.turn else -SETTLED)
    tokens = occupied(cells)
    mine, theirs = of_code(cells, position.turn), of_code(cells, 3 - position.turn)
    on_mine, on_theirs = line_swaps(mine, tokens), line_swaps(theirs, tokens)
    green, violet = line_swaps(of_code(cells, GREEN), tokens), line_swaps(of_code(cells, VIOLET), tokens)
    own, other = popcount(mine), popcount(theirs)
    swaps = popcount(on_mine.low | on_theirs.low | green.low | violet.low) + popcount(on_mine.high | on_theirs.high | green.high | violet.high)
    if swaps == 0:
        result = by_count(position)
        return 0 if result == DRAWN else (SETTLED if result == position.turn else -SETTLED)
    a, b = count(on_mine), count(on_theirs)
    score = TEMPO + standing(own) - standing(other) + (LEAD_BY_MOVES * (own - other) + LAST_MOVES) // (swaps + 1)
    if own == LINE and a:
        return ABOUT_TO_VANISH
    if own > LINE and a:
        score -= EXPOSED + EXPOSED_SHARE * a // own
    if other > LINE and b:
        score += EXPOSED + EXPOSED_SHARE * b // other
    if other == LINE and b:
        score += VANISHES_NEXT
    return score


@rate.register(Cascade)
def cascade_rate(position: Cascade, style: int) -> int:
    return evaluate(position) if style == PLAIN else keen(position)


@primitive
def revealed(goblins, place):
    code = goblins.shown >> CODE_BITS*place & 7
    return drawn(goblins, goblins.come+place) if code==UNKNOWN else code
@sample.register(Cascade)
def cascade_sample(position, seed):
    g=Goblins(position.goblins.shown,position.goblins.come,seed,1)
    shown=0
    for place in range(GOBLINS_SHOWN):
        shown|=revealed(g,place)<<CODE_BITS*place
    return Cascade(position.cells,Goblins(shown,g.come,seed,1),position.passes,position.turn,position.ply,position.result,position.options)
