"""How many of a position's moves are good: those whose worth, a few plies ahead, is within a margin of the best."""

from typing import Any, NamedTuple

import numpy as np

from quincunx.engine.game import AnyGame
from quincunx.engine.kernels.randomness import Stream, below
from quincunx.engine.moves import PASS, numbers
from quincunx.engine.rules import hash, moves, observe, play
from quincunx.measure.gauge import gauge_of
from quincunx.search.iterative_deepening import score_after
from quincunx.search.workspace import INFINITY, MOST_PLIES, OVER, make_workspace

PLIES = 3
"""How far each move is looked ahead, itself included."""
NODES = 200_000
"""For all moves of a position together."""


class Decision(NamedTuple):
    ply: int
    moves: int
    good: int


def sample_decision(game: AnyGame, positions: list[Any], seed: int) -> Decision | None:
    """One position of the match in which there was a choice; None if there was none, or if it takes too long."""
    open_positions = [(ply, position) for ply, position in enumerate(positions[:-1]) if len(_choice(position)) > 1]
    if not open_positions:
        return None
    ply, position = open_positions[below(len(open_positions), seed, Stream.LAB_DECISIONS, 0)]
    worths = weigh(game, position)
    if worths is None:
        return None
    best = max(worths)
    return Decision(ply, len(worths), sum(best - worth <= gauge_of(game).margin for worth in worths))


def _choice(position: Any) -> list[int]:
    return [move for move in numbers(moves(position)) if move != PASS]


def weigh(game: AnyGame, position: Any) -> list[int] | None:
    """The worth of every move for the side to move."""
    if game.seats == 1:
        return [gauge_of(game).lead(play(position, move)) for move in _choice(position)]
    seen = observe(position, position.turn)
    workspace = make_workspace(NODES, np.zeros(0, np.int64), np.zeros(1, np.int64), 12)
    workspace.path[workspace.path.size - MOST_PLIES] = hash(seen)
    worths = [score_after(seen, move, PLIES, -INFINITY, INFINITY, 0, workspace) for move in _choice(seen)]
    return None if workspace.counters[OVER] else worths
