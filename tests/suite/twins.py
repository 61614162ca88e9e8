"""The naive twin of a game: the same rule book, written a second time in `tests/naive/<slug>.py`."""

import importlib
from typing import Any, Protocol

from quincunx.engine.game import AnyGame
from tests.suite.variants import naive_variant


class Twin(Protocol):
    """What every naive game offers."""

    def legal(self) -> list[str]: ...

    def play(self, text: str) -> None: ...

    def position(self) -> dict[str, Any]: ...


def twin_of(game: AnyGame, variant: Any, seed: int) -> Twin:
    """A fresh naive match; `ValueError` where the rulings say `bad_variant`."""
    made: Twin = importlib.import_module(f"tests.naive.{game.slug}").Naive(naive_variant(game, variant), seed)
    return made
