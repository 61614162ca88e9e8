"""Where the search keeps its positions: a growing store, a table of what was seen, and a queue of buckets.

A node is a set of flooded regions with what the search knows of it. Nodes wait in buckets by the moves that a solution
through them takes at least (`level`) and the moves made (`depth`): a bucket is a chain of nodes, last in, first out.
"""

from typing import Any, NamedTuple

from quincunx.engine.kernels.arrays import np, npt
from quincunx.engine.kernels.compiler import kernel, primitive
from quincunx.games.flood.solver.region_sets import same
from quincunx.games.flood.solver.regions import Regions
from quincunx.games.flood.solver.simd import Words

NOBODY = -1
LOW = (1 << 32) - 1
REPLACED = 1 << 33
"""Among the facts of a node: a shorter way to its set was found later."""


LEVEL, COUNT, UPPER, EXPANDED, BUDGET, GOAL, GOAL_MOVE = range(7)
"""How far a search has come, in an array, so that it can be stopped and taken up again: the level that it is at, nodes,
the moves that a solution must stay below, expansions, how many there may be, and how the best solution ends."""

UNSOLVED = -2
"""As the goal: no solution has been found. NOBODY as the goal: the root is one."""


class Nodes(NamedTuple):
    sets: Words
    hashes: Words
    facts: Words
    """Depth, move and the rest of what `Facts` holds, packed in a word."""
    parents: npt.NDArray[np.int32]
    nexts: npt.NDArray[np.int32]
    """The next node of the same bucket."""
    distances: npt.NDArray[np.uint8]
    """For each target of the pair bound, the moves to it (see `pair_bound`)."""
    table: Words
    """The nodes by hash: its high half, and the number of the node plus 1 in the low half; 0 is free."""


class Facts(NamedTuple):
    depth: int
    """Moves made."""
    move: int
    """The colour that led here, before finishing moves that followed by themselves."""
    last: int
    """The colour that was played last, or NO_COLOUR if every colour may follow."""
    opened: int
    """The colours of which the last move brought regions near, as bits."""
    unweighed: int
    """Whether the cheap bound has still to be looked at."""


@primitive
def pack(facts: Facts) -> int:
    return facts.depth | facts.move << 16 | facts.last << 20 | facts.opened << 24 | facts.unweighed << 32


@primitive
def unpack(word: int) -> Facts:
    return Facts(word & 0xFFFF, word >> 16 & 15, word >> 20 & 15, word >> 24 & 255, word >> 32 & 1)


def make_progress(upper: int, budget: int) -> Words:
    progress = np.zeros(7, np.int64)
    progress[UPPER], progress[BUDGET], progress[GOAL] = upper, budget, UNSOLVED
    return progress


def make_nodes(room: int, regions: Regions, targets: int) -> Nodes:
    """An empty store for this many nodes."""
    return Nodes(
        np.empty(room * regions.width, np.int64),
        np.empty(room, np.int64),
        np.empty(room, np.int64),
        np.empty(room, np.int32),
        np.empty(room, np.int32),
        np.empty(room * targets, np.uint8),
        np.zeros(_slots(room), np.int64),
    )


def enlarged(nodes: Nodes, count: int) -> Nodes:
    """A store of twice the room with the same `count` nodes."""
    table = np.zeros(2 * len(nodes.table), np.int64)
    enter_all(table, nodes.hashes, nodes.facts, count)
    return Nodes(
        _doubled(nodes.sets),
        _doubled(nodes.hashes),
        _doubled(nodes.facts),
        _doubled(nodes.parents),
        _doubled(nodes.nexts),
        _doubled(nodes.distances),
        table,
    )


def _doubled(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    grown = np.empty(2 * len(array), array.dtype)
    grown[: len(array)] = array
    return grown


def _slots(room: int) -> int:
    return 1 << max(4, (2 * room - 1).bit_length())


def bytes_per_node(regions: Regions, targets: int) -> int:
    return 8 * regions.width + 8 + 8 + 4 + 4 + targets + 2 * 8


@kernel
def enter_all(table: Words, hashes: Words, facts: Words, count: int) -> None:
    for node in range(count):
        if int(facts[node]) & REPLACED == 0:
            slot = int(hashes[node]) & (len(table) - 1)
            while table[slot]:
                slot = (slot + 1) & (len(table) - 1)
            table[slot] = entry(int(hashes[node]), node)


@primitive
def entry(hash: int, node: int) -> int:
    return hash & ~LOW | (node + 1)


@primitive
def find(nodes: Nodes, scratch: Words, flooded: int, hash: int, width: int) -> int:
    """The slot of the table that holds this set, or the free one where it belongs."""
    table, sets = nodes.table, nodes.sets
    mask = len(table) - 1
    slot = hash & mask
    while table[slot]:
        seen = int(table[slot])
        if (seen ^ hash) & ~LOW == 0 and same(sets, ((seen & LOW) - 1) * width, scratch, flooded, width):
            return slot
        slot = (slot + 1) & mask
    return slot


@kernel
def choices(nodes: Nodes, goal: int, goal_move: int) -> Words:
    """The moves chosen on the way from the root to the best solution."""
    length = 0
    node = goal
    while node != NOBODY:
        length += 1
        node = int(nodes.parents[node])
    path = np.empty(length, np.int64)
    node, move = goal, goal_move
    for place in range(length - 1, -1, -1):
        path[place] = move
        move = unpack(int(nodes.facts[node])).move
        node = int(nodes.parents[node])
    return path


@primitive
def holder(nodes: Nodes, slot: int) -> int:
    """The node in this slot of the table, or NOBODY."""
    return (int(nodes.table[slot]) & LOW) - 1


class Queue(NamedTuple):
    heads: npt.NDArray[np.int32]
    """The first node of each bucket, by level and depth."""
    deepest: Words
    """For each level, a depth beyond which its buckets are empty."""


def make_queue(upper: int) -> Queue:
    """Buckets for nodes of levels (and so depths) below `upper`."""
    return Queue(np.full(upper * upper, NOBODY, np.int32), np.full(upper, NOBODY, np.int64))


@primitive
def push(queue: Queue, nexts: npt.NDArray[np.int32], node: int, level: int, depth: int) -> None:
    bucket = level * len(queue.deepest) + depth
    nexts[node] = queue.heads[bucket]
    queue.heads[bucket] = node
    if queue.deepest[level] < depth:
        queue.deepest[level] = depth


@primitive
def pop(queue: Queue, nexts: npt.NDArray[np.int32], level: int) -> int:
    """The next node of this level, the deepest first; NOBODY if there is none."""
    depth = int(queue.deepest[level])
    row = level * len(queue.deepest)
    while depth >= 0 and queue.heads[row + depth] < 0:
        depth -= 1
    queue.deepest[level] = depth
    if depth < 0:
        return NOBODY
    node = int(queue.heads[row + depth])
    queue.heads[row + depth] = nexts[node]
    return node
