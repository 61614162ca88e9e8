"""Who wins Infinity Grid Duel with best play: small boards, solved to the end.

    python -m benchmarks.games.duel_solver [--sizes 2 3 4 5] [--json FILE]

Alpha-beta over the rules of `quincunx.games.duel`, without an evaluation: every line ends on a full board. Boards up to
4×4 are solved for the exact margin; larger ones for the winner alone, which takes far fewer positions.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from benchmarks.figures import Figure, write
from quincunx.engine.kernels.bits import lowest, neighbours, popcount
from quincunx.engine.kernels.compiler import kernel
from quincunx.engine.match import Match
from quincunx.engine.moves import PASS
from quincunx.engine.rules import PLAYING, hash, moves, play
from quincunx.games.duel.rules import Duel, captured, empty

VARIANTS: dict[str, dict[str, Any]] = {"standard": {}, "truce": {"truce": 4}, "guarded": {"protect_first": True}}
EXACT_SIZE = 4
"""The largest board that is solved for the exact margin."""
TABLE_BITS = 24
MOST_PLIES, MOST_MOVES = 128, 64
EXACT, LOWER, UPPER = range(3)

Words = npt.NDArray[np.int64]


class Tables(NamedTuple):
    keys: Words
    entries: Words
    """By hash: margin, bound and best move of positions that were searched before."""
    order: Words
    """The moves of each ply on the way, and how early each is tried."""
    history: Words
    """How often a cell has cut off, by side."""
    nodes: Words


def make_tables() -> Tables:
    rows = np.zeros((MOST_PLIES, 2, MOST_MOVES), np.int64)
    return Tables(
        np.zeros(1 << TABLE_BITS, np.int64),
        np.zeros(1 << TABLE_BITS, np.int64),
        rows,
        np.zeros((2, MOST_MOVES), np.int64),
        np.zeros(1, np.int64),
    )


@kernel
def margin(position: Duel, alpha: int, beta: int, height: int, tables: Tables) -> int:
    """The final margin of the side to move with best play; a bound on it, if it is not between alpha and beta."""
    tables.nodes[0] += 1
    if position.result != PLAYING:
        return popcount(position.own) - popcount(position.other)
    key = hash(position)
    slot = key & (tables.keys.size - 1)
    first = -1
    if tables.keys[slot] == key:
        entry = tables.entries[slot]
        first = entry & 63
        known = (entry >> 8) - 64
        bound = entry >> 6 & 3
        if bound == EXACT or (bound == LOWER and known >= beta) or (bound == UPPER and known <= alpha):
            return int(known)
    room = empty(position)
    choice = moves(position).low
    total = 0
    while choice != 0:
        move = lowest(choice)
        choice &= choice - 1
        gained = 1 << move & position.options.board
        gained |= captured(position, gained)
        worth = 1_000_000 * popcount(gained) - 500_000 * popcount(neighbours(room & ~gained, gained))
        worth += tables.history[position.turn - 1, move] + (1 << 50 if move == first else 0)
        tables.order[height, 0, total] = move
        tables.order[height, 1, total] = worth
        total += 1
    best, best_move, bottom = -64, 0, alpha
    for number in range(total):
        chosen = number
        for other in range(number + 1, total):
            if tables.order[height, 1, other] > tables.order[height, 1, chosen]:
                chosen = other
        move = tables.order[height, 0, chosen]
        tables.order[height, 0, chosen] = tables.order[height, 0, number]
        tables.order[height, 1, chosen] = tables.order[height, 1, number]
        after = play(position, move)
        score = -margin(after, -beta if number == 0 else -bottom - 1, -bottom, height + 1, tables)
        if number > 0 and bottom < score < beta:
            score = -margin(after, -beta, -bottom, height + 1, tables)
        if score > best:
            best, best_move = score, move
            bottom = max(bottom, score)
        if best >= beta:
            if move != PASS:
                tables.history[position.turn - 1, move] += popcount(room) ** 2
            break
    bound = LOWER if best >= beta else (EXACT if best > alpha else UPPER)
    tables.keys[slot] = key
    tables.entries[slot] = (best + 64) << 8 | bound << 6 | best_move & 63
    return best


class Solution(NamedTuple):
    variant: str
    size: int
    margin: int
    """Of Red, in tiles; on large boards its sign alone is known."""
    nodes: int
    seconds: float


def solve(variant: str, size: int) -> Solution:
    position = Match("duel", {"size": size} | VARIANTS[variant]).position
    tables, began = make_tables(), time.perf_counter()
    most = size * size if size <= EXACT_SIZE else 1
    found = margin(position, -most, most, 0, tables)
    return Solution(variant, size, int(found), int(tables.nodes[0]), time.perf_counter() - began)


def figures(sizes: Sequence[int]) -> Iterator[Figure]:
    for size in sizes:
        for variant in VARIANTS:
            found = solve(variant, size)
            note = f"{found.nodes / 1e6:.1f} million positions, {found.seconds:.0f} s"
            if size <= EXACT_SIZE:
                yield Figure(f"{size}×{size} {variant}: Red's margin", found.margin, "tiles", note=note)
            else:
                sign = (found.margin > 0) - (found.margin < 0)
                yield Figure(f"{size}×{size} {variant}: 1 Red wins, -1 Green wins", sign, "", note=note)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[2, 3, 4, 5])
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    given = parser.parse_args()
    found = []
    for figure in figures(given.sizes):
        print(figure, flush=True)
        found.append(figure)
    if given.json:
        write(given.json, found)


if __name__ == "__main__":
    main()
