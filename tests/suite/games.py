"""What the tests over all games run over: every built-in game, and each of its presets."""

from typing import Any

import pytest

import quincunx.games  # noqa: F401  # registers the games
from quincunx.engine import registry
from quincunx.engine.game import AnyGame
from quincunx.testing.trial import random_match, random_moves

__all__ = [
    "GAMES",
    "PRESETS",
    "built_in_games",
    "every_game",
    "every_preset",
    "playable",
    "random_match",
    "random_moves",
]

BUILT_IN = "quincunx.games."


def built_in_games() -> list[AnyGame]:
    """The games in `src/quincunx/games`; those of other packages, or of a test, have tests of their own."""
    games = [registry.find(slug) for slug in registry.slugs()]
    return [game for game in games if type(game).__module__.startswith(BUILT_IN)]


GAMES = built_in_games()
PRESETS = [(game, preset) for game in GAMES for preset in game.presets]

every_game = pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])
every_preset = pytest.mark.parametrize(
    ("game", "preset"), PRESETS, ids=[f"{game.slug}-{preset}" for game, preset in PRESETS]
)


GIVEN_LIMITS = {"easy": 20, "hard": 21, "expert": 27}
"""Limits for flood's presets with `optimum`, so that tests of the rules need no solver (slow in plain Python)."""


def playable(game: AnyGame, preset: str) -> Any:
    """A preset's variant, complete."""
    if game.slug == "flood" and preset in GIVEN_LIMITS:
        return game.variant({"preset": preset, "limit": GIVEN_LIMITS[preset]})
    return game.variant(preset)
