"""The naive implementation of a game: the same rule book, written a second time in `tests/naive/<slug>.py`."""

import importlib
from typing import Any, Protocol

from quincunx.engine.game import AnyGame
from tests.suite.variants import naive_variant


class NaiveGame(Protocol):
    """What every naive game offers."""

    def legal(self) -> list[str]: ...

    def play(self, text: str) -> None: ...

    def position(self) -> dict[str, Any]: ...


def naive_game(game: AnyGame, variant: Any, seed: int) -> NaiveGame:
    """A fresh naive match; `ValueError` where the rulings say `bad_variant`."""
    made: NaiveGame = importlib.import_module(f"tests.naive.{game.slug}").Naive(naive_variant(game, variant), seed)
    return made
