"""The registry of games."""

from collections.abc import Iterator
from typing import Any

import pytest

from quincunx.engine import registry
from quincunx.engine.errors import ErrorCode
from quincunx.games.pushmine.game import PushmineGame
from tests.suite.refusals import refused


class SixthGame(PushmineGame):
    slug = "a_sixth_game"


@pytest.fixture
def sixth() -> Iterator[SixthGame]:
    game = SixthGame()
    registry.register(game)
    yield game
    registry.forget(game.slug)


def test_importing_the_games_registers_them() -> None:
    assert "pushmine" in registry.slugs()
    assert registry.find("pushmine").slug == "pushmine"


def test_slugs_are_sorted() -> None:
    assert registry.slugs() == sorted(registry.slugs())


def test_a_game_registers_and_is_forgotten_again(sixth: SixthGame) -> None:
    assert registry.find("a_sixth_game") is sixth
    registry.forget("a_sixth_game")
    assert "a_sixth_game" not in registry.slugs()
    registry.forget("a_sixth_game")


def test_the_latest_registration_counts(sixth: SixthGame) -> None:
    again = registry.register(SixthGame())
    assert registry.find("a_sixth_game") is again


@pytest.mark.parametrize("slug", ["", "Pushmine", "chess", "../pushmine", None, 5, ["pushmine"], "x" * 10_000])
def test_an_unknown_game_is_refused_with_the_known_ones(slug: Any) -> None:
    message = refused(ErrorCode.UNKNOWN_GAME, registry.find, slug)
    assert "pushmine" in message
    assert len(message) < 500
