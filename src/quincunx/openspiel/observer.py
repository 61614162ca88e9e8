"""What a player sees, as a tensor and as text."""

from typing import Any

import numpy as np
import pyspiel

from quincunx.engine.rules import observe
from quincunx.observation.arrays import planes_of


class Observer:
    """The planes of the seat as a tensor; the view of the position as text, with perfect recall all views and moves."""

    def __init__(self, game: Any, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no observation parameters; passed {params}")
        self._recall = iig_obs_type.perfect_recall
        self._sees = iig_obs_type.public_info
        encoding = game.encoding
        self.tensor = np.zeros(int(np.prod(encoding.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(encoding.shape)}

    def set_from(self, state: Any, player: int) -> None:
        self.tensor.fill(0)
        if self._sees and state.position is not None:
            self.dict["observation"][:] = planes_of(state.get_game().encoding, state.position, player + 1)

    def string_from(self, state: Any, player: int) -> str:
        if not self._sees or state.position is None:
            return ""
        return "\n".join([*state.past, view(state)]) if self._recall else view(state)


def view(state: Any) -> str:
    """The position as everybody sees it, on one line: no seed, and nothing that is hidden."""
    game, position = state.get_game().rules, state.position
    shown = game.describe(observe(position, position.turn))
    return " ".join(f"{name}={_line(value)}" for name, value in shown.items())


def _line(value: Any) -> str:
    return "/".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


DEFAULT = pyspiel.IIGObservationType(perfect_recall=False)
