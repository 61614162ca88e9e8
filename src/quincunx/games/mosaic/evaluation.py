"""What a position is worth: the lead in points, and the chance that it wins the race to the target, or to the limit.

Chances are whole numbers out of `SURE`, made with additions, multiplications, divisions and square roots alone, which
every machine rounds alike.
"""

import math

from quincunx.engine.kernels.compiler import primitive
from quincunx.engine.kernels.odds import logistic
from quincunx.engine.rules import DRAWN, evaluate
from quincunx.games.mosaic.rules import Mosaic
from quincunx.search.hooks import WIN, reward

SURE = 1_000_000
EVEN = SURE // 2

CLEAR_LEAD = 100
"""Points: the early lead that gives odds of e to 1, and so the unit in which AI players' scores express odds."""

# Fitted to the results of 4000 matches between players that sample futures. In tokens: they hold for any points.
TO_MOVE = 2.5
"""What it is worth to be to move, beyond what can be seen."""
PACE = 5.5
"""What a swap pays."""
SPREAD = 1.16
"""How far the rest of a match strays: this times the square root of what each side has yet to make."""
UNSEEN = 5.0
"""As much may still come at the very end."""
SEEN = 5, 6
"""How much of a gain that was seen ahead is kept, as a fraction: the rest the other side finds an answer to."""

MOST_TOLD = 1000
"""How little, out of SURE, the points may make one draw better than another."""


@primitive
def is_decided(position: Mosaic) -> bool:
    """Whether a finished match ended by rule 4. An observation also ends where the board would be reshuffled, which
    says nothing about who wins."""
    options = position.options
    if position.score >= options.target or position.other_score >= options.target:
        return True
    return position.made >= options.max_moves and position.other_made >= options.max_moves


@reward.register(Mosaic)
def mosaic_reward(position: Mosaic, height: int, style: int) -> int:
    """As in any game, but at a reshuffle the lead, and not a win."""
    if not is_decided(position):
        return evaluate(position)
    if position.result == DRAWN:
        return 0
    return WIN - height if position.result == position.turn else height - WIN


@primitive
def chance(position: Mosaic, gain: int) -> int:
    """The chance of the side to move in an unfinished match, of which it can see that the next two plies gain this."""
    options = position.options
    token = float(options.token_points)
    to_target = options.target - (position.score + position.other_score) / 2.0
    plies_left = max(0, 2 * options.max_moves - position.made - position.other_made - 2)
    to_come = max(0.0, min(to_target, PACE * token * plies_left / 2.0)) + UNSEEN * token
    lead = evaluate(position) + gain * SEEN[0] / SEEN[1] + TO_MOVE * token
    return int(SURE * logistic(lead / (SPREAD * math.sqrt(token * to_come))))


@primitive
def final_chance(position: Mosaic) -> int:
    """The same where the match is over: all, nothing, or half with an eye on the points."""
    if position.result == DRAWN or not is_decided(position):
        return EVEN + max(-MOST_TOLD, min(MOST_TOLD, evaluate(position)))
    return SURE if position.result == position.turn else 0
