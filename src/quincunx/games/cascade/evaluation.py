"""How good an unfinished position looks, as the logarithm of the odds, fitted to 3000 games of strong players.

Two goals pull in opposite directions. At the end by count more tokens win, so the other side's are worth clearing, and
every swap at hand that would clear one's own is a danger. But three tokens that go in one line have vanished, and win.
"""

from quincunx.engine.kernels.bits import DOWN, RIGHT, popcount
from quincunx.engine.kernels.compiler import aside, primitive
from quincunx.engine.moves import Moves, count
from quincunx.engine.rules import DRAWN, PLAYING, evaluate
from quincunx.games.cascade.decided_early import LINE
from quincunx.games.cascade.rules import VANISH_NOTHING, VANISH_WINS, Cascade, by_count
from quincunx.games.match3.bits import legal_swaps, occupied, of_code
from quincunx.search.hooks import foreseen, rate

PLAIN, KEEN = range(2)
"""The styles: the lead in tokens alone, and all that is below."""

SCALE = 100
"""The score at which the logarithm of the odds is 1."""
LEAD = 18
"""What one token more is worth on average."""
SETTLED = 2000
"""The match is not over, but the result is certain."""
VANISHES_NOW, VANISHES_NEXT = 1500, -240
"""Three tokens can go in one swap and decide the match: for the side to move, or for the other if that lets it."""

TEMPO = 17
STANDING = (-400, -319, -124, -112, -48, -36, 0, 35, 40, 63, 83, 90, 97, 105)
"""What it is worth to have this many tokens."""
EXPOSED, EXPOSED_SHARE = 82, 71
"""What it costs that a line of one's own can be cleared, and by how many swaps in proportion to one's tokens."""
CLOSING_LEAD, CLOSING = 51, -75
"""The fewer swaps are left, the more a lead counts, and the less the right to move."""
FROZEN, RACE_STEP = -60, -4
"""Where only vanishing wins: what it costs never to be able to, and every token that has still to go."""


@rate.register(Cascade)
def cascade_rate(position: Cascade, style: int) -> int:
    return evaluate(position) if style == PLAIN else keen(position)


@aside
def keen(position: Cascade) -> int:
    """The score of a position for the side to move."""
    result = foreseen(position)
    swaps = count(legal_swaps(position.cells))
    if result == PLAYING and swaps == 0:
        result = by_count(position)
    if result != PLAYING:
        return settled_score(result, position.turn)
    tokens = occupied(position.cells)
    mine, theirs = of_code(position.cells, position.turn), of_code(position.cells, 3 - position.turn)
    own, other = popcount(mine), popcount(theirs)
    on_own, on_other = count(line_swaps(mine, tokens)), count(line_swaps(theirs, tokens))
    score = vanishing(own == LINE and on_own > 0, other == LINE and on_other > 0, position.options.vanish)
    if position.options.no_moves_draws:
        return score + race(own) - race(other)
    score += TEMPO + standing(own) - standing(other) + exposure(other, on_other) - exposure(own, on_own)
    return score + (CLOSING_LEAD * (own - other) + CLOSING) // (swaps + 1)


@primitive
def settled_score(result: int, turn: int) -> int:
    if result == DRAWN:
        return 0
    return SETTLED if result == turn else -SETTLED


@primitive
def vanishing(mine: bool, theirs: bool, vanish: int) -> int:
    """What it means that one's own, or the other side's, last three tokens can go in one swap."""
    if vanish == VANISH_NOTHING:
        return 0
    now, next_turn = (mine, theirs) if vanish == VANISH_WINS else (theirs, mine)
    if now:
        return VANISHES_NOW
    return VANISHES_NEXT if next_turn else 0


@primitive
def standing(tokens: int) -> int:
    return STANDING[min(tokens, len(STANDING) - 1)]


@primitive
def exposure(tokens: int, swaps: int) -> int:
    """What it costs a side that this many swaps would clear some of its tokens (the last three apart)."""
    return EXPOSED + EXPOSED_SHARE * swaps // tokens if swaps > 0 and tokens > LINE else 0


@primitive
def race(tokens: int) -> int:
    """Where only vanishing wins, fewer tokens are better, down to three; one or two can never go."""
    return RACE_STEP * tokens if tokens >= LINE else FROZEN


@primitive
def line_swaps(colour: int, tokens: int) -> Moves:
    """The swaps that bring about a line of this colour, which has none yet: `match3.legal_swaps` for one colour."""
    others = tokens & ~colour
    before, after, above, below = colour << RIGHT, colour >> RIGHT, colour << DOWN, colour >> DOWN
    pair_before, pair_after = before & colour << 2 * RIGHT, after & colour >> 2 * RIGHT
    pair_above, pair_below = above & colour << 2 * DOWN, below & colour >> 2 * DOWN
    in_column = (pair_above | above & below | pair_below) & others
    in_row = (pair_before | before & after | pair_after) & others
    rightward, leftward = in_column | pair_after & others, in_column | pair_before & others
    downward, upward = in_row | pair_below & others, in_row | pair_above & others
    low = colour & rightward >> RIGHT | leftward & after
    high = colour & downward >> DOWN | upward & below
    return Moves(low, high)
