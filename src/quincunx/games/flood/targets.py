"""Choosing the targets of the pair bound, and the tables that the search follows them with.

Which pairs bound well depends on where the search gets to. So take some nodes of a search that did not come to an end,
work out the full pair bound of each, and note which distances it rests on; then choose pairs until all of these are
reached, every time the pair that serves the most nodes.
"""

from typing import NamedTuple

import numpy as np

from quincunx.engine.bits import lowest
from quincunx.engine.compiling import aside, kernel, primitive
from quincunx.engine.randomness import below
from quincunx.games.flood.lanes import BITS, LANES, Words, add, both, either, load, some, store, without
from quincunx.games.flood.pairs import FARTHEST, Distances, Targets, distinct_last_moves
from quincunx.games.flood.regions import Regions

PICK_SEED, PICK_STREAM = 0, 252
MOST_SURVEYED = 64 << 20
"""Bytes of a survey at most: a board of very many regions is surveyed at fewer nodes."""


class Ranks(NamedTuple):
    """Regions of a colour by rank, so that a pair of them has a number."""

    rank: Words
    size: Words
    """Regions of each colour."""
    first: Words
    """The number of the first pair of each colour, and at the end how many pairs there are."""


class Survey(NamedTuple):
    distance: Distances
    """For each pair of regions of a colour and each node: the moves from the node to both."""
    needed: Words
    """For each colour and node: the distance that a pair must have for the full bound; 0 if none need have any."""


def choose_targets(sets: Words, count: int, regions: Regions, samples: int, most: int) -> Targets:
    """At most so many targets that serve the root and a sample of the other nodes."""
    ranks = rank_regions(regions)
    samples = max(1, min(samples, MOST_SURVEYED // int(ranks.first[-1])))
    picks = np.array([0] + [below(count, PICK_SEED, PICK_STREAM, n) for n in range(1, samples)], np.int64)
    pairs = cover(survey(sets, picks, ranks, regions), ranks, regions, samples, most)
    territory = np.zeros(regions.width, np.int64)
    territory[0] = 1
    distances = pair_distances(territory, 0, ranks, regions)
    start = np.array([distances[pair_number(int(u), int(v), ranks, regions)] for u, v in pairs], np.uint8)
    return make_targets(pairs, start, regions)


@kernel
def rank_regions(regions: Regions) -> Ranks:
    rank = np.zeros(regions.total, np.int64)
    size = np.zeros(regions.colours, np.int64)
    for region in range(1, regions.total):
        rank[region] = size[regions.colour[region]]
        size[regions.colour[region]] += 1
    first = np.zeros(regions.colours + 1, np.int64)
    for colour in range(regions.colours):
        first[colour + 1] = first[colour] + size[colour] ** 2
    return Ranks(rank, size, first)


@primitive
def pair_number(one: int, other: int, ranks: Ranks, regions: Regions) -> int:
    """The number of a pair of regions of one colour, out of all such pairs."""
    colour = int(regions.colour[one])
    return int(ranks.first[colour] + ranks.rank[one] * ranks.size[colour] + ranks.rank[other])


@kernel
def pair_distances(sets: Words, start: int, ranks: Ranks, regions: Regions) -> Distances:
    """The moves from the set that begins at word `start` to both regions of every pair of a colour.

    Breadth first over pairs of regions, a set at a time: after so many moves, `reached` holds for each region all
    regions that can be flooded together with it.
    """
    width = regions.width
    distances = np.full(ranks.first[regions.colours], FARTHEST, np.uint8)
    reached = np.zeros(regions.total * width, np.int64)
    for region in range(regions.total):
        if int(sets[start + region // BITS]) >> region % BITS & 1:
            reached[region * width : (region + 1) * width] = sets[start : start + width]
    beside = np.zeros(regions.total * width, np.int64)
    fresh = reached.copy()
    moves = 0
    while moves < FARTHEST and note(fresh, moves, distances, ranks, regions):
        moves += 1
        look_beside(fresh, beside, regions)
        reached = step_forward(reached, beside, fresh, regions)
    return distances


@aside
def note(fresh: Words, moves: int, distances: Distances, ranks: Ranks, regions: Regions) -> bool:
    """Write down the distance of all pairs that have just been reached; tell whether there are any pairs at all."""
    width = regions.width
    some_new = False
    for region in range(regions.total):
        mask = int(regions.colour[region]) * width
        for place in range(width):
            bits = int(fresh[region * width + place])
            some_new |= bits != 0
            bits &= int(regions.masks[mask + place])
            while bits and region:
                distances[pair_number(region, BITS * place + lowest(bits), ranks, regions)] = moves
                bits &= bits - 1
    return some_new


@aside
def look_beside(fresh: Words, beside: Words, regions: Regions) -> None:
    """Add to `beside` the neighbours of all that is fresh, for each region."""
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
def step_forward(reached: Words, beside: Words, fresh: Words, regions: Regions) -> Words:
    """One move more: to a region beside one of the pair, or, with one colour, to regions beside both.

    The pair (a, b) is reached with b alone moving, or with a coming from a neighbour, b staying or moving in a's colour.
    """
    width = regions.width
    after = np.empty_like(reached)
    for region in range(regions.total):
        mask = int(regions.colour[region]) * width
        at = region * width
        for block in range(0, width, LANES):
            found = either(load(reached, at + block), load(beside, at + block))
            coloured = load(regions.masks, mask + block)
            for place in range(width):
                bits = int(regions.rows[at + place])
                while bits:
                    origin = (BITS * place + lowest(bits)) * width + block
                    bits &= bits - 1
                    found = either(found, either(load(reached, origin), both(load(beside, origin), coloured)))
            store(after, at + block, found)
            store(fresh, at + block, without(found, load(reached, at + block)))
    return after


@kernel
def survey(sets: Words, picks: Words, ranks: Ranks, regions: Regions) -> Survey:
    """All distances from the nodes picked, and what the bound of each of them rests on."""
    samples = len(picks)
    distance = np.empty((ranks.first[regions.colours], samples), np.uint8)
    needed = np.zeros(regions.colours * samples, np.int64)
    farthest = np.zeros(regions.colours, np.int64)
    for sample in range(samples):
        distance[:, sample] = pair_distances(sets, int(picks[sample]) * regions.width, ranks, regions)
        for colour in range(regions.colours):
            farthest[colour] = 0
            for pair in range(ranks.first[colour], ranks.first[colour + 1]):
                farthest[colour] = max(int(farthest[colour]), int(distance[pair, sample]))
        level = resting_on(farthest, regions.colours)
        for colour in range(regions.colours):
            needed[colour * samples + sample] = level if farthest[colour] >= level else 0
    return Survey(distance, needed)


@primitive
def resting_on(farthest: Words, colours: int) -> int:
    """The bound is E_j + j - 1 for some j: that E_j, the largest if there are several."""
    bound = distinct_last_moves(farthest, 0, colours)
    for level in range(bound, 0, -1):
        as_far = 0
        for colour in range(colours):
            as_far += int(farthest[colour] >= level)
        if level + as_far - 1 >= bound:
            return level
    return 0


@kernel
def cover(found: Survey, ranks: Ranks, regions: Regions, samples: int, most: int) -> Words:
    """Pairs of regions, one a row: as few as serve all nodes of the survey, and no more than `most`."""
    chosen = np.zeros((most, 2), np.int64)
    best = np.zeros(regions.colours, np.int64)
    serves = np.full(regions.colours, -1, np.int64)
    for number in range(most):
        for colour in range(regions.colours):
            if serves[colour] < 0:
                best[colour], serves[colour] = most_serving(found, colour, ranks, samples)
        colour = int(serves.argmax())
        if serves[colour] == 0:
            return chosen[:number]
        pair = int(best[colour])
        chosen[number] = ends_of(pair, colour, ranks, regions)
        strike(found, colour, pair, samples)
        serves[colour] = -1
    return chosen


@aside
def most_serving(found: Survey, colour: int, ranks: Ranks, samples: int) -> tuple[int, int]:
    """The pair of this colour that is far enough for the most nodes (the farther, if several), and for how many."""
    best = most = farther = 0
    for pair in range(ranks.first[colour], ranks.first[colour + 1]):
        serves = total = 0
        for sample in range(samples):
            needed = int(found.needed[colour * samples + sample])
            if needed:
                far = int(found.distance[pair, sample])
                serves += int(far >= needed)
                total += far
        if serves > most or serves == most and total > farther:
            best, most, farther = pair, serves, total
    return best, most


@primitive
def ends_of(pair: int, colour: int, ranks: Ranks, regions: Regions) -> tuple[int, int]:
    inside = pair - int(ranks.first[colour])
    one, other = inside // int(ranks.size[colour]), inside % int(ranks.size[colour])
    first = second = 0
    for region in range(1, regions.total):
        if regions.colour[region] == colour:
            first = region if ranks.rank[region] == one else first
            second = region if ranks.rank[region] == other else second
    return first, second


@aside
def strike(found: Survey, colour: int, pair: int, samples: int) -> None:
    """The nodes that a pair serves need no other of its colour."""
    for sample in range(samples):
        if found.distance[pair, sample] >= found.needed[colour * samples + sample]:
            found.needed[colour * samples + sample] = 0


def make_targets(pairs: Words, start: Distances, regions: Regions) -> Targets:
    levels = int(start.max(initial=0)) + 1
    ends = np.zeros(regions.width, np.int64)
    for region in pairs.ravel():
        add(ends, 0, int(region))
    rows = np.zeros(regions.total * levels * len(pairs) * regions.width, np.int64)
    fill_rows(rows, pairs, start, levels, regions)
    return Targets(len(pairs), levels, regions.colour[pairs[:, 0]], start, ends, rows)


@kernel
def fill_rows(rows: Words, pairs: Words, start: Distances, levels: int, regions: Regions) -> None:
    """Work back from every target: breadth first over pairs, as in `pair_distances`, the other way round."""
    width = regions.width
    for target in range(len(pairs)):
        reached = np.zeros(regions.total * width, np.int64)
        add(reached, pairs[target, 0] * width, pairs[target, 1])
        add(reached, pairs[target, 1] * width, pairs[target, 0])
        beside = np.zeros(regions.total * width, np.int64)
        alike = np.zeros(regions.total * width, np.int64)
        fresh = reached.copy()
        for distance in range(1, int(start[target]) + 1):
            for region in range(regions.total):
                at = ((region * levels + distance) * len(pairs) + target) * width
                rows[at : at + width] = reached[region * width : (region + 1) * width]
            look_beside(fresh, beside, regions)
            look_beside(of_own_colour(fresh, regions), alike, regions)
            reached = step_back(reached, beside, alike, fresh, regions)


@aside
def of_own_colour(fresh: Words, regions: Regions) -> Words:
    """What is fresh for each region, of the region's own colour."""
    width = regions.width
    chosen = np.zeros_like(fresh)
    for region in range(1, regions.total):
        for place in range(width):
            mask = int(regions.masks[int(regions.colour[region]) * width + place])
            chosen[region * width + place] = int(fresh[region * width + place]) & mask
    return chosen


@aside
def step_back(reached: Words, beside: Words, alike: Words, fresh: Words, regions: Regions) -> Words:
    """One move more: from (a, b) b alone moves, or a moves to a neighbour, b staying or moving in the same colour."""
    width = regions.width
    after = np.empty_like(reached)
    for region in range(regions.total):
        at = region * width
        for block in range(0, width, LANES):
            found = either(load(reached, at + block), load(beside, at + block))
            for place in range(width):
                bits = int(regions.rows[at + place])
                while bits:
                    goal = (BITS * place + lowest(bits)) * width + block
                    bits &= bits - 1
                    found = either(found, either(load(reached, goal), load(alike, goal)))
            store(after, at + block, found)
            store(fresh, at + block, without(found, load(reached, at + block)))
    return after
