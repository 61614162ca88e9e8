"""Positions to search: the middle of random games of any two-sided game."""

from typing import Any

import numpy as np

import quincunx
from quincunx.engine.game import AnyGame
from quincunx.engine.rules import PLAYING, observe, outcome
from quincunx.search.workspace import Workspace, make_workspace

NO_PAST = np.zeros(0, np.int64)
PLENTY = 1 << 60


def duellers() -> list[str]:
    return [game.slug for game in quincunx.all_games() if game.seats == 2]


def middle(game: AnyGame, seed: int, plies: int, variant: Any = None) -> Any:
    """What the side to move sees after some random plies; a little earlier if the game is over by then."""
    start = game.new(game.variant(variant), seed)
    while True:
        position = quincunx.playout(start, seed, plies)
        if outcome(position) == PLAYING:
            return observe(position, position.turn)
        plies -= 1


def fresh_memory(budget: int = PLENTY) -> Workspace:
    return make_workspace(budget, NO_PAST, np.zeros(1, np.int64), bits=12)
