"""How many moves it takes to flood two regions: breadth first over pairs, a whole set of partners at a time.

A sequence of colours floods both regions of a pair if each can be walked to through regions of these colours, in
order. So think of two walkers: at every move of a colour each goes on to a neighbour of that colour, or stays. The
pairs (a, b) where the walkers can be after a number of moves are kept as a set of partners b for each region a.
"""

from typing import NamedTuple

from quincunx.engine.clock import is_raised
from quincunx.engine.kernels.arrays import np
from quincunx.engine.kernels.bits import lowest
from quincunx.engine.kernels.compiler import aside, kernel, primitive
from quincunx.games.flood.solver.pair_bound import FARTHEST, Distances
from quincunx.games.flood.solver.region_sets import copy
from quincunx.games.flood.solver.regions import Regions
from quincunx.games.flood.solver.simd import BITS, LANES, Words, add, both, either, holds, load, store, without


class Ranks(NamedTuple):
    """Regions of a colour by rank, so that every ordered pair of regions of a colour has a number."""

    rank: Words
    size: Words
    """Regions of each colour."""
    first: Words
    """The number of the first pair of each colour, and at the end how many pairs there are."""


@kernel
def rank_regions(regions: Regions) -> Ranks:
    rank = np.zeros(regions.total, np.int64)
    size = np.zeros(regions.colours, np.int64)
    for region in range(1, regions.total):
        rank[region] = size[regions.colour[region]]
        size[regions.colour[region]] += 1
    first = np.zeros(regions.colours + 1, np.int64)
    for colour in range(regions.colours):
        first[colour + 1] = first[colour] + size[colour] * size[colour]
    return Ranks(rank, size, first)


@primitive
def pair_number(one: int, other: int, ranks: Ranks, regions: Regions) -> int:
    colour = int(regions.colour[one])
    return int(ranks.first[colour]) + int(ranks.rank[one]) * int(ranks.size[colour]) + int(ranks.rank[other])


@kernel
def pair_distances(sets: Words, start: int, ranks: Ranks, stop: Words, regions: Regions) -> Distances:
    """The moves from the set that begins at word `start` to both regions of every pair of a colour; meaningless if
    it was stopped."""
    width = regions.width
    distances = np.empty(ranks.first[regions.colours], np.uint8)
    for pair in range(len(distances)):
        distances[pair] = FARTHEST
    partners = np.zeros(regions.total * width, np.int64)
    for region in range(regions.total):
        if holds(sets, start, region):
            copy(partners, region * width, sets, start, width)
    beside = np.zeros_like(partners)
    fresh = partners.copy()
    moves = 0
    while moves < FARTHEST and not is_raised(stop) and note(fresh, moves, distances, ranks, regions):
        look_beside(fresh, beside, regions)
        partners = walk_on(partners, beside, fresh, regions)
        moves += 1
    return distances


@aside
def note(fresh: Words, moves: int, distances: Distances, ranks: Ranks, regions: Regions) -> bool:
    """Write down the distance of the pairs that have just been reached; return whether any pair has, of any colours."""
    width = regions.width
    found = 0
    for region in range(regions.total):
        mask = int(regions.colour[region]) * width
        for place in range(width):
            bits = int(fresh[region * width + place])
            found |= bits
            bits &= int(regions.masks[mask + place])
            while bits and region:
                distances[pair_number(region, BITS * place + lowest(bits), ranks, regions)] = moves
                bits &= bits - 1
    return found != 0


@aside
def look_beside(fresh: Words, beside: Words, regions: Regions) -> None:
    """For each region, add to `beside` the neighbours of its fresh partners."""
    width = regions.width
    for region in range(regions.total):
        for block in range(0, width, LANES):
            found = load(beside, region * width + block)
            for place in range(width):
                bits = int(fresh[region * width + place])
                while bits:
                    found = either(found, load(regions.rows, (BITS * place + lowest(bits)) * width + block))
                    bits &= bits - 1
            store(beside, region * width + block, found)


@aside
def walk_on(partners: Words, beside: Words, fresh: Words, regions: Regions) -> Words:
    """The pairs after one move more; those that are new are left in `fresh`.

    (a, b) is reached with the second walker alone moving, or with the first coming from a neighbour of a while the
    second stays, or comes to b by the same move: then b has the colour of a.
    """
    width = regions.width
    after = np.empty_like(partners)
    for region in range(regions.total):
        at, mask = region * width, int(regions.colour[region]) * width
        for block in range(0, width, LANES):
            found = either(load(partners, at + block), load(beside, at + block))
            coloured = load(regions.masks, mask + block)
            for place in range(width):
                bits = int(regions.rows[at + place])
                while bits:
                    origin = (BITS * place + lowest(bits)) * width + block
                    bits &= bits - 1
                    found = either(found, either(load(partners, origin), both(load(beside, origin), coloured)))
            store(after, at + block, found)
            store(fresh, at + block, without(found, load(partners, at + block)))
    return after


@kernel
def fill_rows(rows: Words, pairs: Words, start: Distances, levels: int, stop: Words, regions: Regions) -> None:
    """Work back from every target: the rows of `Targets`."""
    width = regions.width
    for target in range(len(pairs)):
        partners = np.zeros(regions.total * width, np.int64)
        add(partners, int(pairs[target, 0]) * width, int(pairs[target, 1]))
        add(partners, int(pairs[target, 1]) * width, int(pairs[target, 0]))
        beside, alike = np.zeros_like(partners), np.zeros_like(partners)
        fresh = partners.copy()
        for distance in range(1, int(start[target]) + 1):
            for region in range(regions.total):  # the first time, this is what makes the system provide the memory
                if is_raised(stop):
                    return
                row = ((region * levels + distance) * len(pairs) + target) * width
                copy(rows, row, partners, region * width, width)
            look_beside(fresh, beside, regions)
            keep_own_colour(fresh, regions)
            look_beside(fresh, alike, regions)
            partners = walk_back(partners, beside, alike, fresh, regions)


@aside
def keep_own_colour(fresh: Words, regions: Regions) -> None:
    """Leave of each region's fresh partners only those of its own colour."""
    width = regions.width
    for region in range(regions.total):
        mask = int(regions.colour[region]) * width
        for place in range(width):
            fresh[region * width + place] &= regions.masks[mask + place] if region else 0


@aside
def walk_back(partners: Words, beside: Words, alike: Words, fresh: Words, regions: Regions) -> Words:
    """The pairs that one move more leads back to; those that are new are left in `fresh`.

    From (a, b) the second walker moves alone, or the first moves to a neighbour of a while the second stays, or moves
    to a region of that neighbour's colour.
    """
    width = regions.width
    after = np.empty_like(partners)
    for region in range(regions.total):
        at = region * width
        for block in range(0, width, LANES):
            found = either(load(partners, at + block), load(beside, at + block))
            for place in range(width):
                bits = int(regions.rows[at + place])
                while bits:
                    goal = (BITS * place + lowest(bits)) * width + block
                    bits &= bits - 1
                    found = either(found, either(load(partners, goal), load(alike, goal)))
            store(after, at + block, found)
            store(fresh, at + block, without(found, load(partners, at + block)))
    return after
