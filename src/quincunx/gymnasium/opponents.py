"""Who plays the other seat of a two-player game: nobody in particular, a level, or any function."""

from collections.abc import Callable
from typing import Any

import numpy as np

from quincunx.engine.game import AnyGame
from quincunx.observation.arrays import mask_of, planes_of
from quincunx.observation.encoding import Encoding
from quincunx.search.chooser import choose

RANDOM = "random"
Policy = Callable[[Any, Any], Any]
"""Takes an observation and a mask, gives an action."""

Opponent = str | Policy


class Opposition:
    """Chooses actions for the other seat."""

    def __init__(self, game: AnyGame, encoding: Encoding, opponent: Opponent) -> None:
        known = [RANDOM, *game.levels]
        if not callable(opponent) and opponent not in known:
            raise ValueError(f"opponent must be one of {', '.join(known)} or a function, not {opponent!r}")
        self._game = game
        self._encoding = encoding
        self._opponent = opponent

    def action(self, position: Any, seed: int, generator: np.random.Generator) -> int:
        """The action for the side to move; a level draws its random numbers from the seed of the match."""
        mask = mask_of(self._encoding, position)
        if callable(self._opponent):
            return _legal(self._opponent(planes_of(self._encoding, position, position.turn), mask), mask)
        if self._opponent == RANDOM:
            return int(generator.choice(np.flatnonzero(mask)))
        return self._encoding.action_of(choose(self._game, position, self._opponent, seed).move)


def _legal(action: Any, mask: Any) -> int:
    """What a function chose, which has to be legal: its mistakes are not the agent's wins."""
    if not isinstance(action, (int, np.integer)) or not 0 <= action < len(mask) or not mask[action]:
        raise ValueError(f"the opponent chose {action!r}, which is not a legal action here")
    return int(action)
