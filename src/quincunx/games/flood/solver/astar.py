"""The exact search: A* over sets of flooded regions, with the bounds of `cheap_bound` and `pair_bound`.

Nodes of the lowest level (moves made and moves that are needed at least) come first, of these the deepest. When no node
is left below the best known number of moves, that number is proven.
"""

from typing import NamedTuple

from quincunx.engine.clock import is_raised
from quincunx.engine.kernels.compiler import aside, kernel, primitive
from quincunx.games.flood.solver.cheap_bound import steps_left
from quincunx.games.flood.solver.moves import (
    ANY_COLOUR,
    CHILD,
    EDGE,
    NEAR,
    NODE,
    Child,
    breed,
    lay_node,
    lay_root,
)
from quincunx.games.flood.solver.node_store import (
    BUDGET,
    COUNT,
    EXPANDED,
    GOAL,
    GOAL_MOVE,
    LEVEL,
    NOBODY,
    REPLACED,
    UPPER,
    Facts,
    Nodes,
    Queue,
    entry,
    find,
    holder,
    pack,
    pop,
    push,
    unpack,
)
from quincunx.games.flood.solver.pair_bound import Targets, approach, pair_bound, remember
from quincunx.games.flood.solver.region_sets import colours_left, copy, hash_of
from quincunx.games.flood.solver.regions import Regions
from quincunx.games.flood.solver.simd import Words

DONE, FULL, CUT = range(3)
"""Why it returned: no better solution is left; the store wants more room; the budget is spent, or it was stopped."""


class Search(NamedTuple):
    """All that a search works with."""

    nodes: Nodes
    queue: Queue
    targets: Targets
    progress: Words
    scratch: Words
    regions: Regions


@kernel
def explore(search: Search, opening: int, stop: Words) -> int:
    """Go on until no solution below UPPER is left, or until something is in the way.

    Solutions start from the territory, with the colour `opening` if that is one.
    """
    # The parts are passed on one by one: compiled code would count references whenever it takes one out of the tuple.
    nodes, queue, targets = search.nodes, search.queue, search.targets
    progress, scratch, regions = search.progress, search.scratch, search.regions
    if progress[COUNT] == 0:
        plant(opening, nodes, queue, targets, progress, scratch, regions)
    room = min(len(nodes.hashes), len(nodes.table) // 2) - regions.colours
    while progress[LEVEL] < progress[UPPER]:
        if progress[COUNT] > room:
            return FULL
        if progress[EXPANDED] >= progress[BUDGET] or is_raised(stop):
            return CUT
        node = pop(queue, nodes.nexts, int(progress[LEVEL]))
        if node == NOBODY:
            progress[LEVEL] += 1
        elif int(nodes.facts[node]) & REPLACED == 0:
            expand(node, nodes, queue, targets, progress, scratch, regions)
    return DONE


@primitive
def plant(
    opening: int, nodes: Nodes, queue: Queue, targets: Targets, progress: Words, scratch: Words, regions: Regions
) -> None:
    """Make the root, with all that can be finished there. The targets' distances are known from the territory, so that
    the root is laid in scratch memory as a child of that."""
    width = regions.width
    moves, left = lay_root(scratch, opening, regions)
    hash = hash_of(scratch, NODE * width, regions)
    copy(scratch, CHILD * width, scratch, NODE * width, width)
    copy(scratch, EDGE * width, scratch, NEAR * width, width)
    for place in range(width):
        scratch[NODE * width + place] = int(place == 0)
    for target in range(targets.total):
        nodes.distances[target] = targets.start[target]
    root = Child(moves, ANY_COLOUR, 0, left, hash)
    consider(root, NOBODY, 0, 0, nodes, queue, targets, progress, scratch, regions)


@primitive
def expand(
    node: int, nodes: Nodes, queue: Queue, targets: Targets, progress: Words, scratch: Words, regions: Regions
) -> None:
    """Look at all children of a node, unless it turns out to belong to a later level."""
    width = regions.width
    facts = unpack(int(nodes.facts[node]))
    lay_node(scratch, nodes.sets, node * width, regions)
    left = colours_left(scratch, NODE * width, regions)
    if facts.unweighed:
        nodes.facts[node] = pack(Facts(facts.depth, facts.move, facts.last, facts.opened, 0))
        enough = int(progress[UPPER]) - facts.depth
        level = facts.depth + steps_left(scratch, NODE * width, NEAR * width, left, enough, regions)
        if level > progress[LEVEL]:
            if level < progress[UPPER]:
                push(queue, nodes.nexts, node, level, facts.depth)
            return
    progress[EXPANDED] += 1
    for colour in range(regions.colours):
        child = breed(scratch, colour, facts.last, facts.opened, left, int(nodes.hashes[node]), regions)
        if child.cost:
            consider(child, node, colour, facts.depth, nodes, queue, targets, progress, scratch, regions)


@aside
def consider(
    child: Child, parent: int, move: int, depth: int, nodes: Nodes, queue: Queue, targets: Targets, progress: Words,
    scratch: Words, regions: Regions,
) -> None:  # fmt: skip
    """Keep the child if a better solution may lead through it and its set is not known as well already."""
    width = regions.width
    depth += child.cost
    if depth >= progress[UPPER]:
        return
    if child.left == 0:
        progress[UPPER], progress[GOAL], progress[GOAL_MOVE] = depth, parent, move
        return
    slot = find(nodes, scratch, CHILD * width, child.hash, width)
    known = holder(nodes, slot)
    if known != NOBODY and unpack(int(nodes.facts[known])).depth <= depth:
        return
    level = int(progress[LEVEL])
    if targets.total:
        approach(scratch, NODE * width, CHILD * width, child.cost, nodes.distances, max(parent, 0), targets, regions)
        level = max(level, depth + pair_bound(targets, regions.colours))
    unweighed = int(level > progress[LEVEL])  # it will wait for a later level, and may never have its turn
    if not unweighed:
        enough = int(progress[UPPER]) - depth
        level = max(level, depth + steps_left(scratch, CHILD * width, EDGE * width, child.left, enough, regions))
    if level >= progress[UPPER]:
        return
    if known != NOBODY:
        nodes.facts[known] |= REPLACED
    node = keep(child.hash, Facts(depth, move, child.last, child.opened, unweighed), parent, nodes, progress)
    copy(nodes.sets, node * width, scratch, CHILD * width, width)
    remember(nodes.distances, node, targets)
    nodes.table[slot] = entry(child.hash, node)
    push(queue, nodes.nexts, node, level, depth)


@primitive
def keep(hash: int, facts: Facts, parent: int, nodes: Nodes, progress: Words) -> int:
    """The number of a new node."""
    node = int(progress[COUNT])
    progress[COUNT] += 1
    nodes.hashes[node] = hash
    nodes.facts[node] = pack(facts)
    nodes.parents[node] = parent
    return node
