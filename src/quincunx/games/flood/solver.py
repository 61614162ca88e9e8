"""The fewest moves that flood a board, found and proven; and what every colour costs.

A good answer comes first (`answer`); then the exact search (`search`) looks for a better one until none can be left.
It starts with the cheap bound; a board that resists is searched again with the pair bound, whose targets are chosen from
the nodes that the search before got to.
"""

import time
from typing import NamedTuple

import numpy as np

from quincunx.games.flood.answer import beam, room_for_beam
from quincunx.games.flood.lanes import Words, holds
from quincunx.games.flood.nodes import (
    COUNT,
    EXPANDED,
    GOAL,
    GOAL_MOVE,
    LEVEL,
    UNSOLVED,
    UPPER,
    bytes_a_node,
    choices,
    enlarged,
    make_nodes,
    make_progress,
    make_queue,
)
from quincunx.games.flood.pairs import Targets, no_targets
from quincunx.games.flood.regions import Regions, contract
from quincunx.games.flood.rules import Flood, of_one_colour
from quincunx.games.flood.search import DONE, FULL, Search, explore, plant
from quincunx.games.flood.steps import NO_COLOUR, make_desk, spell
from quincunx.games.flood.targets import choose_targets

BUDGET_OF_A_BOARD = 100_000_000
BEAM = 8
FIRST_ROOM = 4096
MOST_BYTES = 1_350_000_000
"""Of the store of nodes; while it is enlarged, half as much again is in use."""


class Stage(NamedTuple):
    """One of the searches that a board may need: how many nodes the targets are chosen from, how many targets there may
    be, and after how many expansions the next stage has better prospects."""

    samples: int
    targets: int
    expansions: int


STAGES = (Stage(0, 0, 5_000), Stage(32, 48, 30_000), Stage(64, 48, BUDGET_OF_A_BOARD))


class Solution(NamedTuple):
    moves: list[int]
    proven: bool
    lower_bound: int
    upper_bound: int
    expansions: int
    seconds: float


def solve(position: Flood, budget: int = BUDGET_OF_A_BOARD, stop: Words | None = None) -> Solution:
    """The fewest moves that win from this position, whatever its limit, and the colours to play.

    Not proven if `budget` expansions do not suffice, or if another thread writes 1 to `stop[0]`: then the moves are the
    best that were found, and the fewest possible are somewhere between the bounds.
    """
    began = time.perf_counter()
    hunt = Hunt(position, budget, stop)
    found = hunt.best()
    return Solution(
        found.moves, found.proven, found.lower, len(found.moves), hunt.expansions, time.perf_counter() - began
    )
