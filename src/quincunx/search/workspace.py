"""What a search writes to while it runs: new for every choice, so that the same request has the same answer."""

from typing import NamedTuple

from quincunx.engine.clock import is_raised
from quincunx.engine.kernels.arrays import np, npt
from quincunx.engine.kernels.compiler import primitive
from quincunx.search.hooks import CERTAIN, WIN

INFINITY = WIN + 1
NO_MOVE = 127
MOST_PLIES = 64
"""How far from the root a search goes at most."""
MOST_MOVES = 128
TABLE_BITS = 18

EXACT, LOWER, UPPER = range(3)
"""What a stored score is: the score itself, or a bound on it."""

NODES, BUDGET, OVER, SHORTCUTS, PASSED = range(5)
"""The counters: nodes visited, nodes allowed, whether the search must return now, which shortcuts it may take, and the
height at which a position was just reached by passing."""

REDUCE, PASS_FIRST, SELECT = 1, 2, 4
"""The bits of the shortcuts."""

POLL_MASK = 511
"""The clock's flag is looked at every 512 nodes: some tenths of a millisecond."""

Words = npt.NDArray[np.int64]


class Shortcuts(NamedTuple):
    """What a search may leave out; with nothing left out it finds what plain minimax finds."""

    reductions: bool = False
    """Moves that look bad are searched less deep, and again in full if that was an error."""
    null_move: bool = False
    """Where even a pass is good enough, moves are not searched at all."""
    selection: bool = False
    """Moves that the game calls idle (`hooks.relevant`) are left out."""

    @property
    def bits(self) -> int:
        return REDUCE * self.reductions | PASS_FIRST * self.null_move | SELECT * self.selection


NO_SHORTCUTS = Shortcuts()


class Workspace(NamedTuple):
    keys: Words
    entries: Words
    """The transposition table: hashes, and what was found there, packed."""
    killers: Words
    """Two moves per ply that have cut off lately."""
    history: Words
    """How well a move has done for each side in all positions."""
    line: Words
    """The best line from each ply on: a triangle with one row per ply."""
    moves: Words
    worths: Words
    """The moves of each ply on the way, and how early each is to be tried: one row per ply."""
    path: Words
    """Hashes of the positions of the match so far, and of those on the way."""
    counters: Words
    stop: Words
    """The clock's flag: anything but 0 means return."""


def make_workspace(budget: int, past: Words, stop: Words, bits: int = TABLE_BITS) -> Workspace:
    """Empty tables, a budget of nodes, and the hashes of the positions that the match has seen."""
    counters = np.zeros(5, np.int64)
    counters[BUDGET] = budget
    return Workspace(
        np.zeros(1 << bits, np.int64),
        np.zeros(1 << bits, np.int64),
        np.full(2 * MOST_PLIES, NO_MOVE, np.int64),
        np.zeros(2 * MOST_MOVES, np.int64),
        np.full(MOST_PLIES * MOST_PLIES, NO_MOVE, np.int64),
        np.zeros(MOST_PLIES * MOST_MOVES, np.int64),
        np.zeros(MOST_PLIES * MOST_MOVES, np.int64),
        np.concatenate([past, np.zeros(MOST_PLIES, np.int64)]),
        counters,
        stop,
    )


@primitive
def count_node(workspace: Workspace) -> bool:
    """Count a node; whether the search must return now."""
    workspace.counters[NODES] += 1
    nodes = workspace.counters[NODES]
    if nodes > workspace.counters[BUDGET] or (nodes & POLL_MASK == 0 and is_raised(workspace.stop)):
        workspace.counters[OVER] = 1
    return bool(workspace.counters[OVER] != 0)


@primitive
def entry_of(workspace: Workspace, key: int) -> int:
    """What the table holds for a position; 0 for nothing."""
    slot = key & (workspace.keys.size - 1)
    return workspace.entries[slot] if workspace.keys[slot] == key else 0


@primitive
def entry_move(entry: int) -> int:
    return entry & 127 if entry != 0 else NO_MOVE


@primitive
def entry_depth(entry: int) -> int:
    return entry >> 8 & 255


@primitive
def entry_bound(entry: int) -> int:
    return entry >> 16 & 3


@primitive
def entry_score(entry: int, height: int) -> int:
    """The stored score, seen from `height`: a win is as many plies away as it was from the stored position."""
    score = (entry >> 20) - INFINITY
    if score > CERTAIN:
        return score - height
    return score + height if score < -CERTAIN else score


@primitive
def store(workspace: Workspace, key: int, move: int, depth: int, bound: int, score: int, height: int) -> None:
    if score > CERTAIN:
        score += height
    elif score < -CERTAIN:
        score -= height
    slot = key & (workspace.keys.size - 1)
    workspace.keys[slot] = key
    workspace.entries[slot] = (score + INFINITY) << 20 | bound << 16 | depth << 8 | move


@primitive
def remember_cutoff(workspace: Workspace, turn: int, move: int, depth: int, height: int) -> None:
    if workspace.killers[2 * height] != move:
        workspace.killers[2 * height + 1] = workspace.killers[2 * height]
        workspace.killers[2 * height] = move
    workspace.history[(turn - 1) * MOST_MOVES + move] += depth * depth


@primitive
def extend_line(workspace: Workspace, height: int, move: int) -> None:
    """The best line from here is this move and the best line after it."""
    workspace.line[height * MOST_PLIES] = move
    for k in range(MOST_PLIES - 1):
        follow = workspace.line[(height + 1) * MOST_PLIES + k]
        workspace.line[height * MOST_PLIES + k + 1] = follow
        if follow == NO_MOVE:
            break


@primitive
def on_the_way(workspace: Workspace, key: int, height: int) -> bool:
    """Whether a position has been there before, in the match or on the way from the root."""
    last = workspace.path.size - MOST_PLIES + height
    for k in range(last):
        if workspace.path[k] == key:
            return True
    return False
