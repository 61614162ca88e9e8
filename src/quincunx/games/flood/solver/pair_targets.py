"""Choosing the targets of the pair bound.

Which pairs bound well depends on where the search gets to. So take some nodes of a search that did not come to an end,
work out the full pair bound of each, and note which distances it rests on; then choose pairs until all of these are
reached, every time the pair that serves the most nodes.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from quincunx.engine.clock import is_raised
from quincunx.engine.kernels.arrays import np, npt
from quincunx.engine.kernels.compiler import aside, kernel, primitive
from quincunx.games.flood.solver.pair_bound import Distances, Targets, distinct_last_moves, make_targets
from quincunx.games.flood.solver.pair_distances import Ranks, fill_rows, pair_distances, rank_regions
from quincunx.games.flood.solver.region_sets import copy
from quincunx.games.flood.solver.regions import Regions
from quincunx.games.flood.solver.simd import Words, add

MOST_SURVEYED = 64 << 20
MOST_TABULATED = 256 << 20
"""Bytes of a survey, and of the targets' tables: a board of very many regions makes do with fewer nodes and targets."""


class Survey(NamedTuple):
    distance: npt.NDArray[np.uint8]
    """For each pair of regions of a colour and each node: the moves from the node to both."""
    needed: npt.NDArray[np.int64]
    """For each colour and node: the distance that a pair must have for the full bound; 0 if none need have any."""


def choose_targets(sets: Words, most: int, stop: Words, regions: Regions) -> Targets:
    """At most this many targets, which serve the territory and these nodes: sets of regions, one after the other.
    They are meaningless if it was stopped."""
    ranks = rank_regions(regions)
    nodes = min(len(sets) // regions.width, MOST_SURVEYED // int(ranks.first[-1]))
    surveyed = survey(sets[: nodes * regions.width], ranks, stop, regions)
    chosen = cover(surveyed, ranks, most, stop)
    start = [int(surveyed.distance[pair, 0]) for pair in chosen.tolist()]
    room = MOST_TABULATED // (8 * regions.total * regions.width * (max(start, default=0) + 1))
    pairs = [ends_of(pair, ranks, regions) for pair in chosen.tolist()[:room]]
    return tabulate(pairs, start[:room], stop, regions)


@kernel
def survey(sets: Words, ranks: Ranks, stop: Words, regions: Regions) -> Survey:
    """All distances from the territory and from these nodes, and what the bound of each of them rests on."""
    samples = 1 + len(sets) // regions.width
    distance = np.zeros((ranks.first[regions.colours], samples), np.uint8)
    needed = np.zeros((regions.colours, samples), np.int64)
    node = np.zeros(regions.width, np.int64)
    node[0] = 1
    for sample in range(samples):
        if is_raised(stop):
            break
        if sample:
            copy(node, 0, sets, (sample - 1) * regions.width, regions.width)
        found = pair_distances(node, 0, ranks, stop, regions)
        for pair in range(len(found)):
            distance[pair, sample] = found[pair]
        note_needs(found, needed, sample, ranks, regions)
    return Survey(distance, needed)


@aside
def note_needs(found: Distances, needed: npt.NDArray[np.int64], sample: int, ranks: Ranks, regions: Regions) -> None:
    farthest = np.zeros(regions.colours, np.int64)
    for colour in range(regions.colours):
        for pair in range(ranks.first[colour], ranks.first[colour + 1]):
            farthest[colour] = max(int(farthest[colour]), int(found[pair]))
    level = resting_on(farthest, regions.colours)
    for colour in range(regions.colours):
        needed[colour, sample] = level if farthest[colour] >= level else 0


@primitive
def resting_on(farthest: Words, colours: int) -> int:
    """The bound is E_j + j - 1 for some j: that E_j, the largest if there are several."""
    bound = distinct_last_moves(farthest, colours)
    for level in range(bound, 0, -1):
        as_far = 0
        for colour in range(colours):
            as_far += int(farthest[colour] >= level)
        if level + as_far - 1 >= bound:
            return level
    return 0


@kernel
def cover(surveyed: Survey, ranks: Ranks, most: int, stop: Words) -> Words:
    """The numbers of pairs: as few as serve all nodes of the survey, and no more than `most`."""
    colours = len(surveyed.needed)
    chosen = np.zeros(most, np.int64)
    best = np.zeros(colours, np.int64)
    serves = np.full(colours, -1, np.int64)
    for number in range(most):
        first = 0
        for colour in range(colours):
            if is_raised(stop):
                return chosen[:number]
            if serves[colour] < 0:
                best[colour], serves[colour] = most_serving(surveyed, colour, ranks)
            if serves[colour] > serves[first]:
                first = colour
        if serves[first] == 0:
            return chosen[:number]
        chosen[number] = best[first]
        strike(surveyed, first, int(best[first]))
        serves[first] = -1
    return chosen


@aside
def most_serving(surveyed: Survey, colour: int, ranks: Ranks) -> tuple[int, int]:
    """The pair of this colour that is far enough for the most nodes (the farther, if several), and for how many."""
    best = most = farther = 0
    for pair in range(ranks.first[colour], ranks.first[colour + 1]):
        serves = total = 0
        for sample in range(surveyed.needed.shape[1]):
            needed = int(surveyed.needed[colour, sample])
            if needed:
                far = int(surveyed.distance[pair, sample])
                serves += int(far >= needed)
                total += far
        if serves > most or (serves == most and total > farther):
            best, most, farther = pair, serves, total
    return best, most


@aside
def strike(surveyed: Survey, colour: int, pair: int) -> None:
    """The nodes that a pair serves need no other of its colour."""
    for sample in range(surveyed.needed.shape[1]):
        if surveyed.distance[pair, sample] >= surveyed.needed[colour, sample]:
            surveyed.needed[colour, sample] = 0


def ends_of(pair: int, ranks: Ranks, regions: Regions) -> tuple[int, int]:
    """The two regions of a pair."""
    colour = bisect_right(ranks.first.tolist(), pair) - 1
    one, other = divmod(pair - int(ranks.first[colour]), int(ranks.size[colour]))
    alike = [region for region in range(1, regions.total) if regions.colour[region] == colour]
    return alike[one], alike[other]


def tabulate(pairs: Sequence[tuple[int, int]], start: Sequence[int], stop: Words, regions: Regions) -> Targets:
    """Targets for these pairs of regions, so far from the territory, with their tables."""
    levels = max(start, default=0) + 1
    ends = np.zeros(regions.width, np.int64)
    for region in chain(*pairs):
        add(ends, 0, region)
    rows = np.zeros(regions.total * levels * len(pairs) * regions.width, np.int64)
    far = np.array(start, np.uint8)
    fill_rows(rows, np.array(pairs, np.int64).reshape(-1, 2), far, levels, stop, regions)
    colours = np.array([int(regions.colour[one]) for one, _ in pairs], np.int64)
    return make_targets(len(pairs), levels, colours, far, ends, rows, regions)
