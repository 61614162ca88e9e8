"""What each feature of a position is worth: the one home of the evaluation's numbers.

The baseline is the specification's outline, and a little for stones. The improved weights follow a logistic fit to
32 000 positions of games between searching players, rounded, so that equals stay equal: stones weigh twice as much, and
more off the edge. To the fit inventory, key stones and frozen lanes are worth nothing that it could measure: theirs are
the smallest weights there are, with the sign that the specification gives them.
"""

from typing import NamedTuple

from quincunx.engine.kernels.compiler import primitive
from quincunx.search.hooks import DECISIVE

BASELINE, IMPROVED, PLAIN, LEARNED = range(4)
"""The styles of evaluation: the specification's baseline, its improved one, the rules' own count of stones and mines,
by which the bare search is measured, and the learned one (`tuples.py`), which is the improved one where it has learned
nothing: on boards of another size."""

WINS_NEXT = DECISIVE
"""The side to move completes a line now: more than all features together, less than a win that was played out."""

CLEAR_LEAD = 18
"""The score at which a side wins about 73 of 100 games, by the same fit."""

INVENTORY = (0, 3, 5, 6)
"""How much this many mines in stock count; further ones add nothing."""

BLOCKS = 3000
"""How much earlier a search tries a move that gets in the other side's way: as much as some cutoffs elsewhere."""


class Weights(NamedTuple):
    """A weight for each feature."""

    stones: int
    off_the_edge: int
    in_the_centre: int
    open_threes: int
    closed_threes: int
    inventory: int
    key_stones: int
    mobility: int
    danger: int
    fork: int
    frozen_lanes: int


BASELINE_WEIGHTS = Weights(
    stones=4,
    off_the_edge=0,
    in_the_centre=0,
    open_threes=6,
    closed_threes=4,
    inventory=1,
    key_stones=1,
    mobility=1,
    danger=-5,
    fork=0,
    frozen_lanes=0,
)

IMPROVED_WEIGHTS = BASELINE_WEIGHTS._replace(stones=8, off_the_edge=2, in_the_centre=1, fork=-8, frozen_lanes=1)


@primitive
def weights_of(style: int) -> Weights:
    return BASELINE_WEIGHTS if style == BASELINE else IMPROVED_WEIGHTS
