"""The exact search: A* over sets of flooded regions, with the bounds of `bounds` and `pairs`.

Nodes of the lowest level (moves made and moves that are needed at least) come first, of these the deepest. When no node
is left below the best known number of moves, that number is proven.
"""

from typing import NamedTuple

from quincunx.engine.compiling import aside, kernel, primitive
from quincunx.games.flood.bounds import steps_left
from quincunx.games.flood.lanes import Words
from quincunx.games.flood.nodes import (
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
from quincunx.games.flood.pairs import Distances, Targets, approach, pair_bound
from quincunx.games.flood.regions import Regions
from quincunx.games.flood.sets import colours_left, copy, hash_of
from quincunx.games.flood.steps import (
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

DONE, FULL, CUT = range(3)
"""Why it returned: no better solution is left; the store wants more room; the budget is spent, or it was stopped."""


class Search(NamedTuple):
    """All that a search works with."""

    nodes: Nodes
    queue: Queue
    targets: Targets
    progress: Words
    desk: Words
    distances: Distances
    """Room for the distances of a child, and below for what `pairs` lists and counts on the way to them."""
    ahead: Words
    farthest: Words
    regions: Regions


@kernel
def explore(search: Search, opening: int, stop: Words) -> int:
    """Go on until no solution below UPPER is left, or until something is in the way.

    Solutions start from the territory, with the colour `opening` if that is one.
    """
    nodes, queue, progress = search.nodes, search.queue, search.progress
    if progress[COUNT] == 0:
        plant(search, opening)
    room = min(len(nodes.hashes), len(nodes.table) // 2) - search.regions.colours
    while progress[LEVEL] < progress[UPPER]:
        if progress[COUNT] > room:
            return FULL
        if progress[EXPANDED] >= progress[BUDGET] or stop[0]:
            return CUT
        node = pop(queue, nodes.nexts, int(progress[LEVEL]))
        if node == NOBODY:
            progress[LEVEL] += 1
        elif int(nodes.facts[node]) & REPLACED == 0:
            expand(search, node)
    return DONE


@primitive
def plant(search: Search, opening: int) -> None:
    """Make the root, with all that can be finished there. The targets' distances are known from the territory, so that
    the root is laid on the desk as a child of that."""
    desk, regions = search.desk, search.regions
    width = regions.width
    moves, left = lay_root(desk, opening, regions)
    hash = hash_of(desk, NODE * width, regions)
    copy(desk, CHILD * width, desk, NODE * width, width)
    copy(desk, EDGE * width, desk, NEAR * width, width)
    for place in range(width):
        desk[NODE * width + place] = int(place == 0)
    consider(search, Child(moves, ANY_COLOUR, 0, left, hash), NOBODY, 0, 0, search.targets.start, 0)


@primitive
def expand(search: Search, node: int) -> None:
    """Look at all children of a node, unless it turns out to belong to a later level."""
    nodes, progress, desk, regions = search.nodes, search.progress, search.desk, search.regions
    width = regions.width
    facts = unpack(int(nodes.facts[node]))
    lay_node(desk, nodes.sets, node * width, regions)
    left = colours_left(desk, NODE * width, regions)
    if facts.unweighed:
        nodes.facts[node] = pack(Facts(facts.depth, facts.move, facts.last, facts.opened, 0))
        enough = int(progress[UPPER]) - facts.depth
        level = facts.depth + steps_left(desk, NODE * width, NEAR * width, left, enough, regions)
        if level > progress[LEVEL]:
            if level < progress[UPPER]:
                push(search.queue, nodes.nexts, node, level, facts.depth)
            return
    progress[EXPANDED] += 1
    hash, known = int(nodes.hashes[node]), node * search.targets.total
    for colour in range(regions.colours):
        child = breed(desk, colour, facts.last, facts.opened, left, hash, regions)
        if child.cost:
            consider(search, child, node, colour, facts.depth, nodes.distances, known)


@aside
def consider(
    search: Search, child: Child, parent: int, move: int, depth: int, distances: Distances, known: int
) -> None:
    """Keep the child on the desk if a better solution may lead through it and its set is not known as well already."""
    nodes, progress = search.nodes, search.progress
    width = search.regions.width
    depth += child.cost
    if depth >= progress[UPPER]:
        return
    if child.left == 0:
        progress[UPPER], progress[GOAL], progress[GOAL_MOVE] = depth, parent, move
        return
    slot = find(nodes, search.desk, CHILD * width, child.hash, width)
    twin = holder(nodes, slot)
    if twin != NOBODY and unpack(int(nodes.facts[twin])).depth <= depth:
        return
    level = max(int(progress[LEVEL]), far_bound(search, child.cost, depth, distances, known))
    unweighed = int(level > progress[LEVEL])  # it will wait for a later level, and may never have its turn
    if not unweighed:
        enough = int(progress[UPPER]) - depth
        steps = steps_left(search.desk, CHILD * width, EDGE * width, child.left, enough, search.regions)
        level = max(level, depth + steps)
    if level >= progress[UPPER]:
        return
    if twin != NOBODY:
        nodes.facts[twin] |= REPLACED
    keep(search, slot, child.hash, Facts(depth, move, child.last, child.opened, unweighed), parent, level)


@primitive
def far_bound(search: Search, cost: int, depth: int, distances: Distances, known: int) -> int:
    """The pair bound of the child on the desk, from its parent's distances; 0 without targets."""
    if search.targets.total == 0:
        return 0
    width = search.regions.width
    approach(
        search.desk, NODE * width, CHILD * width, cost, distances, known, search.distances, search.ahead,
        search.targets, search.regions,
    )  # fmt: skip
    return depth + pair_bound(search.distances, search.targets, search.regions.colours, search.farthest)


@primitive
def keep(search: Search, slot: int, hash: int, facts: Facts, parent: int, level: int) -> None:
    nodes, targets = search.nodes, search.targets
    width = search.regions.width
    node = int(search.progress[COUNT])
    search.progress[COUNT] += 1
    copy(nodes.sets, node * width, search.desk, CHILD * width, width)
    nodes.hashes[node] = hash
    nodes.facts[node] = pack(facts)
    nodes.parents[node] = parent
    for target in range(targets.total):
        nodes.distances[node * targets.total + target] = search.distances[target]
    nodes.table[slot] = entry(hash, node)
    push(search.queue, nodes.nexts, node, level, facts.depth)
