"""What the tests over all games run over: every registered game of the house, and each of its presets."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

import quincunx.games  # noqa: F401  # registers the games
from quincunx.engine import registry
from quincunx.engine.game import AnyGame
from quincunx.engine.match import Match

HOUSE = "quincunx.games."


def of_the_house() -> list[AnyGame]:
    """The games in `src/quincunx/games`; those of other packages, or of a test, answer for themselves."""
    games = [registry.find(slug) for slug in registry.slugs()]
    return [game for game in games if type(game).__module__.startswith(HOUSE)]


GAMES = of_the_house()
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


def random_moves(match: Match, seed: int, plies: int = 1000) -> Iterator[str]:
    """Legal moves chosen at random until the end; the caller plays each before it asks for the next."""
    choice = random.Random(seed)
    for _ in range(plies):
        if match.end is not None:
            return
        yield choice.choice(match.legal())


def random_match(game: AnyGame, variant: Any = None, seed: int = 1, plies: int = 1000) -> Match:
    """A match after so many random moves, or at its end."""
    match = Match(game, variant, seed)
    for text in random_moves(match, seed, plies):
        match.play(text)
    return match
