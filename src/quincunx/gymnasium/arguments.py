"""What an environment can be asked for; anything else is one clear error."""

from typing import Any

import numpy as np

from quincunx.engine.game import AnyGame


def checked_seat(game: AnyGame, seat: Any) -> int:
    if isinstance(seat, bool) or seat not in range(1, game.seats + 1):
        raise ValueError(f"seat must be from 1 to {game.seats}, not {seat!r}")
    return int(seat)


def checked_limit(name: str, number: Any) -> int:
    """A limit of plies or turns."""
    if isinstance(number, bool) or not isinstance(number, (int, np.integer)) or number < 1:
        raise ValueError(f"{name} must be a whole number from 1 on, not {number!r}")
    return int(number)


def checked_choice(name: str, given: Any, known: tuple[Any, ...]) -> Any:
    if given not in known:
        raise ValueError(f"{name} must be {' or '.join(repr(one) for one in known)}, not {given!r}")
    return given
