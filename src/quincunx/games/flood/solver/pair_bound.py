"""The pair bound: two regions of one colour that no short sequence of moves can both reach.

D(u, v) is the fewest moves of one common sequence of colours that brings the flood to both regions u and v. Let E be
the largest D over the pairs of one colour: the last move of that colour is the E-th or a later one. Last moves of
different colours fall at different times, so, with the E of all colours sorted descending, a solution takes at least
E_j + j - 1 moves for every j = 1, 2, ….

The search follows a few chosen pairs, the *targets*, and keeps for each node how far the flood is from each of them:
the smallest D from any pair of flooded regions. One move brings it nearer by one at most, and only through a region
that the move took: so a node's distances follow from its parent's.
"""

from typing import NamedTuple

from quincunx.engine.kernels.arrays import np, npt
from quincunx.engine.kernels.bits import lowest
from quincunx.engine.kernels.compiler import primitive
from quincunx.games.flood.solver.regions import Regions
from quincunx.games.flood.solver.simd import BITS, LANES, Words, both, either, holds, load, nothing, some, without

Distances = npt.NDArray[np.uint8]
FARTHEST = 63
"""Distances beyond this are taken for this: tables stay small, and the bound remains a bound."""


class Targets(NamedTuple):
    total: int
    levels: int
    """One more than the largest distance."""
    colour: Words
    """Of each pair."""
    start: Distances
    """From the root."""
    ends: Words
    """The set of all regions that are in a pair."""
    rows: Words
    """For each region, distance d and target, in this order: the set of regions that, flooded together with the region,
    are fewer than d moves from the target."""
    current: Distances
    """Room for the distances of one node, and below for what is listed and counted on the way to its bound."""
    ahead: Words
    farthest: Words


def make_targets(
    total: int, levels: int, colour: Words, start: Distances, ends: Words, rows: Words, regions: Regions
) -> Targets:
    ahead, farthest = np.zeros(regions.total, np.int64), np.zeros(regions.colours, np.int64)
    return Targets(total, levels, colour, start, ends, rows, np.zeros(total, np.uint8), ahead, farthest)


def no_targets(regions: Regions) -> Targets:
    none = np.zeros(0, np.int64)
    return make_targets(0, 0, none, np.zeros(0, np.uint8), np.zeros(regions.width, np.int64), none, regions)


@primitive
def approach(
    scratch: Words,
    before: int,
    after: int,
    moves: int,
    known: Distances,
    parent: int,
    targets: Targets,
    regions: Regions,
) -> None:
    """Work out the current distances: of a child that `moves` moves led to, from what is known of its parent."""
    found = newcomers(scratch, before, after, targets, regions)
    for target in range(targets.total):
        distance = int(known[parent * targets.total + target])
        for _ in range(moves):
            if not nearer(scratch, after, distance, target, found, targets, regions.width):
                break
            distance -= 1
        targets.current[target] = distance


@primitive
def remember(known: Distances, node: int, targets: Targets) -> None:
    for target in range(targets.total):
        known[node * targets.total + target] = targets.current[target]


@primitive
def newcomers(scratch: Words, before: int, after: int, targets: Targets, regions: Regions) -> int:
    """List the regions just flooded that a way to a target can start from (those with neighbours that are not flooded,
    and the ends of pairs): how many."""
    ahead = targets.ahead
    found = 0
    for place in range(regions.width):
        bits = int(scratch[after + place]) & ~int(scratch[before + place])
        while bits:
            region = BITS * place + lowest(bits)
            bits &= bits - 1
            if holds(targets.ends, 0, region) or borders(scratch, after, region, regions):
                ahead[found] = region
                found += 1
    return found


@primitive
def borders(scratch: Words, flooded: int, region: int, regions: Regions) -> bool:
    """Whether the region has neighbours that are not flooded."""
    open_beside = nothing()
    for block in range(0, regions.width, LANES):
        beside = load(regions.rows, region * regions.width + block)
        open_beside = either(open_beside, without(beside, load(scratch, flooded + block)))
    return some(open_beside)


@primitive
def nearer(scratch: Words, flooded: int, distance: int, target: int, found: int, targets: Targets, width: int) -> bool:
    """Whether one of the regions ahead, with any flooded one, is nearer to the target than `distance`."""
    rows, ahead = targets.rows, targets.ahead
    stride = targets.levels * targets.total * width
    at = (distance * targets.total + target) * width
    met = nothing()
    for block in range(0, width, LANES):
        partners = load(scratch, flooded + block)
        for number in range(found):
            met = either(met, both(partners, load(rows, int(ahead[number]) * stride + at + block)))
    return some(met)


@primitive
def pair_bound(targets: Targets, colours: int) -> int:
    """The bound from the current distances of all targets."""
    farthest = targets.farthest
    for colour in range(colours):
        farthest[colour] = 0
    for target in range(targets.total):
        colour = int(targets.colour[target])
        farthest[colour] = max(int(farthest[colour]), int(targets.current[target]))
    return distinct_last_moves(farthest, colours)


@primitive
def distinct_last_moves(farthest: Words, colours: int) -> int:
    """The largest E_j + j - 1, where E_j is the j-th largest number of the colours, 0 for those without any."""
    bound = 0
    for colour in range(colours):
        mine = int(farthest[colour])
        rank = 0
        for other in range(colours):
            rank += int(farthest[other] >= mine)
        if mine:
            bound = max(bound, mine + rank - 1)
    return bound
