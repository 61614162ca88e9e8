"""A good answer at once: a beam search, which keeps a few of the most promising nodes at every step.

It proves nothing; its number of moves is what the exact search has to stay below.
"""

from quincunx.engine.clock import is_raised
from quincunx.engine.kernels.arrays import np
from quincunx.engine.kernels.compiler import aside, kernel, primitive
from quincunx.games.flood.solver.cheap_bound import steps_left
from quincunx.games.flood.solver.moves import ANY_COLOUR, CHILD, EDGE, NODE, breed, lay_node, lay_root
from quincunx.games.flood.solver.node_store import GOAL, GOAL_MOVE, NOBODY, UPPER, Facts, Nodes, pack, unpack
from quincunx.games.flood.solver.region_sets import colours_left, copy, hash_of, size_of
from quincunx.games.flood.solver.regions import Regions
from quincunx.games.flood.solver.simd import Words

FREE = 1 << 40
"""The score of a place in the beam that holds no node."""


@primitive
def room_for_beam(size: int, regions: Regions) -> int:
    """Every step floods a region at least."""
    return size * (regions.total + 2)


@kernel
def beam(nodes: Nodes, size: int, opening: int, progress: Words, scratch: Words, stop: Words, regions: Regions) -> None:
    """Look for solutions below UPPER, from the territory after the colour `opening` if it is one."""
    width = regions.width
    moves, left = lay_root(scratch, opening, regions)
    if left == 0 and moves < progress[UPPER]:
        progress[UPPER], progress[GOAL] = moves, NOBODY
    if left == 0:
        return
    scores = np.full(room_for_beam(size, regions), FREE, np.int64)
    copy(scratch, CHILD * width, scratch, NODE * width, width)
    place_node(nodes, scores, 0, 0, hash_of(scratch, NODE * width, regions), moves, 0, NOBODY, scratch, width)
    first = 0
    alive = True
    while alive:
        alive = False
        for node in range(first, first + size):
            if is_raised(stop):
                return
            if scores[node] != FREE:
                alive = True
                stretch(nodes, scores, node, first + size, size, progress, scratch, regions)
        first += size


@aside
def stretch(
    nodes: Nodes, scores: Words, node: int, first: int, size: int, progress: Words, scratch: Words, regions: Regions
) -> None:
    """Put the children of a node into the next step of the beam, the places from `first` on, if good enough."""
    width = regions.width
    start = unpack(int(nodes.facts[node])).depth
    lay_node(scratch, nodes.sets, node * width, regions)
    left = colours_left(scratch, NODE * width, regions)
    for move in range(regions.colours):
        child = breed(scratch, move, ANY_COLOUR, 0, left, int(nodes.hashes[node]), regions)
        depth = start + child.cost
        if child.cost == 0 or depth >= progress[UPPER]:
            continue
        if child.left == 0:
            progress[UPPER], progress[GOAL], progress[GOAL_MOVE] = depth, node, move
            continue
        level = depth + steps_left(
            scratch, CHILD * width, EDGE * width, child.left, int(progress[UPPER]) - depth, regions
        )
        score = level << 16 | regions.total - size_of(scratch, CHILD * width, width)
        place = worst(nodes, scores, first, size, child.hash)
        if level < progress[UPPER] and score < scores[place]:
            place_node(nodes, scores, place, score, child.hash, depth, move, node, scratch, width)


@primitive
def worst(nodes: Nodes, scores: Words, first: int, size: int, hash: int) -> int:
    """The place of the same set, or else the one that can best be given up."""
    place = first
    for other in range(first, first + size):
        if scores[other] != FREE and nodes.hashes[other] == hash:
            return other
        if scores[other] > scores[place]:
            place = other
    return place


@primitive
def place_node(
    nodes: Nodes, scores: Words, place: int, score: int, hash: int, depth: int, move: int, parent: int, scratch: Words,
    width: int,
) -> None:  # fmt: skip
    copy(nodes.sets, place * width, scratch, CHILD * width, width)
    nodes.hashes[place] = hash
    nodes.facts[place] = pack(Facts(depth, move, 0, 0, 0))
    nodes.parents[place] = parent
    scores[place] = score
