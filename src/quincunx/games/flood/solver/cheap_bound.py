"""The cheap bound: a lower bound on the moves that any continuation needs.

1. A colour whose regions are all near costs one move, and nothing is lost by making it now (see `steps`).
2. Where no colour can be finished, one move takes some of the regions that are near. Pretend that it takes all.
"""

from quincunx.engine.kernels.bits import popcount
from quincunx.engine.kernels.compiler import primitive
from quincunx.games.flood.solver.moves import SPARE
from quincunx.games.flood.solver.region_sets import copy, difference, finishable, spread, take_colours, unite
from quincunx.games.flood.solver.regions import Regions
from quincunx.games.flood.solver.simd import Words


@primitive
def steps_left(scratch: Words, node: int, edge: int, left: int, enough: int, regions: Regions) -> int:
    """A lower bound on the moves needed from the node; `edge` is what is near it, `left` (not empty) the colours that
    are not finished. Counts no further than `enough`."""
    width = regions.width
    flooded, near, fresh = SPARE * width, (SPARE + 1) * width, (SPARE + 2) * width
    copy(scratch, flooded, scratch, node, width)
    copy(scratch, near, scratch, edge, width)
    steps = 0
    while True:
        done = finishable(scratch, near, left, regions)
        left &= ~done
        steps += popcount(done) if done else 1
        if left == 0 or steps + popcount(left) >= enough:
            return steps + popcount(left)
        if done:
            take_colours(scratch, fresh, flooded, done, regions)
        else:
            difference(scratch, fresh, near, flooded, width)
        unite(scratch, flooded, flooded, fresh, width)
        spread(scratch, near, fresh, regions)
