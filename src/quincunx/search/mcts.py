"""Monte Carlo tree search: UCT over any game's positions, with a solver for proven wins and losses.

The tree holds no positions: every simulation plays its way down from the root. Budgets are simulations, the tree is new
for every choice, and all arithmetic is of the kind that every machine rounds alike, so that the same question has the
same answer everywhere. Unknown things are never looked up: a player samples them before a tree is grown, or a game says
in how many ways each may turn out (`hooks.ways`), and the tree holds them all.
"""

import math
from typing import Any, NamedTuple

from quincunx.engine.clock import is_raised
from quincunx.engine.kernels.arrays import np, npt
from quincunx.engine.kernels.bits import highest
from quincunx.engine.kernels.compiler import kernel, primitive
from quincunx.engine.kernels.randomness import word
from quincunx.engine.moves import count, nth
from quincunx.engine.rules import DRAWN, PLAYING, moves, play
from quincunx.search.hooks import foreseen, reveal, sample, venture, ways
from quincunx.search.workspace import Words

UNKNOWN, PROVEN_WIN, PROVEN_LOSS, PROVEN_DRAW = range(4)
"""What is proven of a node, for the side that moved into it."""

EXPLORATION = 0.7
PLAYOUT_PLIES = 200
"""A random game that has not ended by then counts as a draw."""
DEEPEST = 256
CHANCE = -1
"""In place of a move: this node is one of the ways in which an unknown turned out after the move of its parent."""
LN_2 = math.log(2)
FINISH_STREAM, SAMPLE_STREAM = 1, 2
"""Of the seed of a choice, by simulation: how its game is played to the end, and what the position hides."""


class Tree(NamedTuple):
    """Nodes as columns; node 0 is the root. The children of a node lie side by side."""

    first_child: npt.NDArray[np.int32]
    children: npt.NDArray[np.int16]
    """How many; -1 for a node that has not been opened."""
    move: npt.NDArray[np.int16]
    visits: npt.NDArray[np.int32]
    total: npt.NDArray[np.float64]
    """The sum of results (win 1, draw ½, loss 0) for the side that moved into the node."""
    proven: npt.NDArray[np.int8]
    counters: Words
    """0: nodes in use, 1: simulations done."""
    stop: Words


def make_tree(nodes: int, stop: Words) -> Tree:
    counters = np.zeros(2, np.int64)
    counters[0] = 1
    return Tree(
        np.zeros(nodes, np.int32),
        np.full(nodes, -1, np.int16),
        np.zeros(nodes, np.int16),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.float64),
        np.zeros(nodes, np.int8),
        counters,
        stop,
    )


@primitive
def logarithm(n: int) -> float:
    """The natural logarithm of a whole number, by additions, multiplications and one division alone."""
    places = highest(n)
    x = n / (1 << places)
    t = (x - 1.0) / (x + 1.0)
    square = t * t
    return places * LN_2 + 2.0 * t * (1.0 + square * (1 / 3 + square * (1 / 5 + square * (1 / 7 + square / 9))))


@primitive
def open_node(tree: Tree, node: int, position: Any) -> bool:
    """Give a node its children; False if the tree is full."""
    choice = moves(position)
    total = count(choice)
    start = int(tree.counters[0])
    if start + total > tree.move.size:
        return False
    tree.first_child[node] = start
    tree.children[node] = total
    for k in range(total):
        tree.move[start + k] = nth(choice, k)
    tree.counters[0] = start + total
    return True


@primitive
def open_ways(tree: Tree, node: int, total: int) -> bool:
    """Give a node a child for every way in which an unknown may turn out; False if the tree is full."""
    start = int(tree.counters[0])
    if start + total > tree.move.size:
        return False
    tree.first_child[node] = start
    tree.children[node] = total
    tree.move[start : start + total] = CHANCE
    tree.counters[0] = start + total
    return True


@primitive
def pick_child(tree: Tree, node: int) -> int:
    """The child with the highest upper confidence bound; an unvisited one first, one proven lost last."""
    first = int(tree.first_child[node])
    spread = EXPLORATION * EXPLORATION * logarithm(tree.visits[node] + 1)
    best, top = first, -1.0
    for child in range(first, first + int(tree.children[node])):
        if tree.proven[child] == PROVEN_LOSS:
            worth = -0.5
        elif tree.visits[child] == 0:
            worth = 1e9
        else:
            visits = tree.visits[child]
            worth = tree.total[child] / visits + math.sqrt(spread / visits)
        if worth > top:
            best, top = child, worth
    return int(best)


@primitive
def finish(position: Any, seed: int) -> Any:
    """A random game to its end (or for long enough)."""
    for ply in range(PLAYOUT_PLIES):
        if foreseen(position) != PLAYING:
            break
        position = play(position, venture(position, seed, ply))
    return position


@primitive
def verdict_for(seat: int, result: int) -> int:
    """What a finished position proves for this seat."""
    if result == DRAWN:
        return PROVEN_DRAW
    return PROVEN_WIN if result == seat else PROVEN_LOSS


@primitive
def conclude(tree: Tree, node: int, again: bool) -> int:
    """What the children prove of a node, for the side that moved into it: it loses if one child wins for the other.
    If the same side moved into them, `again`, what they prove holds for it as it stands."""
    all_known = True
    draw = False
    first = int(tree.first_child[node])
    for child in range(first, first + int(tree.children[node])):
        if tree.proven[child] == PROVEN_WIN:
            return PROVEN_WIN if again else PROVEN_LOSS
        if tree.proven[child] == UNKNOWN:
            all_known = False
        elif tree.proven[child] == PROVEN_DRAW:
            draw = True
    if not all_known:
        return UNKNOWN
    if draw:
        return PROVEN_DRAW
    return PROVEN_LOSS if again else PROVEN_WIN


@primitive
def conclude_chance(tree: Tree, node: int) -> int:
    """What is proven of a node whose children are ways of chance: what all of them prove alike."""
    first = int(tree.first_child[node])
    for child in range(first + 1, first + int(tree.children[node])):
        if tree.proven[child] != tree.proven[first]:
            return UNKNOWN
    return int(tree.proven[first])


@primitive
def points(seat: int, result: int) -> float:
    if result == seat:
        return 1.0
    return 0.5 if result in (DRAWN, PLAYING) else 0.0


@kernel
def grow(position: Any, seed: int, simulations: int, tree: Tree) -> int:
    """Simulate until the budget is spent, the clock's flag is up, or the root is proven; how many were done."""
    nodes = np.zeros(DEEPEST, np.int64)
    movers = np.zeros(DEEPEST, np.int64)
    for simulation in range(simulations):
        if tree.proven[0] != UNKNOWN or (simulation & 63 == 0 and is_raised(tree.stop)):
            break
        current = position
        node = 0
        depth = 0
        nodes[0] = 0
        movers[0] = 3 - position.turn
        while foreseen(current) == PLAYING and depth < DEEPEST - 2:
            if tree.children[node] < 0 and not open_node(tree, node, current):
                break
            node = pick_child(tree, node)
            depth += 1
            nodes[depth] = node
            movers[depth] = current.turn
            current = play(current, int(tree.move[node]))
            if tree.visits[node] == 0:
                break
            total = ways(current)
            if total > 1 and foreseen(current) == PLAYING:
                if tree.children[node] < 0 and not open_ways(tree, node, total):
                    break
                way = int(tree.visits[node]) % total  # in turn: as often as each other
                node = int(tree.first_child[node]) + way
                depth += 1
                nodes[depth] = node
                movers[depth] = movers[depth - 1]
                current = reveal(current, way)
                if tree.visits[node] == 0:
                    break
        if foreseen(current) != PLAYING:
            tree.proven[node] = verdict_for(movers[depth], foreseen(current))
        else:
            current = finish(
                sample(current, word(seed, SAMPLE_STREAM, simulation)), word(seed, FINISH_STREAM, simulation)
            )
        result = foreseen(current)
        for k in range(depth, -1, -1):
            at = nodes[k]
            tree.visits[at] += 1
            tree.total[at] += points(movers[k], result)
            if k < depth and tree.proven[at] == UNKNOWN and tree.proven[nodes[k + 1]] != UNKNOWN:
                chance = tree.move[nodes[k + 1]] == CHANCE
                again = movers[k + 1] == movers[k]
                tree.proven[at] = conclude_chance(tree, at) if chance else conclude(tree, at, again)
        tree.counters[1] += 1
    return int(tree.counters[1])
