"""What a position is worth: the lead, and the chance that it wins the race to the target or to the last swap.

Chances are whole numbers out of `SURE`, made by additions, multiplications, divisions and square roots alone, which
every machine rounds alike.
"""

import math

from quincunx.engine.compiling import primitive
from quincunx.engine.rules import DRAWN, evaluate
from quincunx.games.match3 import lines, swapped
from quincunx.games.mosaic.rules import Mosaic, Supply
from quincunx.engine.bits import popcount
from quincunx.engine.moves import PASS
from quincunx.search.heuristics import WIN, promise, reward, sample

SURE = 1_000_000
EVEN = SURE // 2

# Fitted to 4000 games of players that look two plies ahead in sampled futures; in tokens, so as to hold for any points.
MOVE_FIRST = 2.5
"""What being to move is worth."""
PACE = 5.5
"""What a swap brings on average."""
SPREAD = 1.16
"""How far the rest of a match strays: this times the square root of the tokens to come."""
BLUR = 5.0
"""So many tokens more are always to come: what the lookahead did not see."""
MOST_TOLD = 1000
"""The points by which a draw may look better than another, out of SURE."""


@primitive
def ended_by_rules(position: Mosaic) -> bool:
    """Whether the target or the limit ended the match: an observation also ends, with no verdict, at a reshuffle."""
    options = position.options
    if position.score >= options.target or position.other_score >= options.target:
        return True
    return position.made >= options.max_moves and position.other_made >= options.max_moves


@primitive
def logistic(x: float) -> float:
    """1 / (1 + e^-x), with e^-x as (1 - x/16)^16."""
    power = 1.0 - min(abs(x), 16.0) / 16.0
    for _ in range(4):
        power *= power
    return 1.0 / (1.0 + power) if x > 0.0 else power / (1.0 + power)


@primitive
def chance(position: Mosaic, lead: int) -> int:
    """The chance of the side to move, given the lead that it will have two plies on."""
    options = position.options
    token = float(options.token_points)
    to_target = options.target - (position.score + position.other_score) / 2.0
    to_limit = PACE * token * max(0, 2 * options.max_moves - position.made - position.other_made - 2) / 2.0
    to_come = max(0.0, min(to_target, to_limit)) + BLUR * token
    return int(SURE * logistic((lead + MOVE_FIRST * token) / (SPREAD * math.sqrt(token * to_come))))


@primitive
def final_chance(position: Mosaic) -> int:
    """The same of a finished position: what it is; of two draws the one with more points."""
    lead = evaluate(position)
    if position.result == DRAWN or not ended_by_rules(position):
        return EVEN + max(-MOST_TOLD, min(MOST_TOLD, lead))
    return SURE if position.result == position.turn else 0
