"""Levels belong to their game: no other part of the package knows their names."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import orjson
import pytest

from quincunx.engine import registry
from quincunx.engine.errors import ErrorCode
from quincunx.engine.game import AnyGame
from quincunx.engine.match import Match
from quincunx.engine.player import Level
from quincunx.games.duel.game import DuelGame
from quincunx.search.analysis import analyse
from quincunx.search.chooser import choose_in, hint_level_of
from quincunx.search.hints import hint
from quincunx.search.players import NegamaxPlayer, RandomPlayer
from quincunx.server.http.api.catalogue import game_view
from quincunx.server.http.schemas.catalogue import GameView
from quincunx.server.match import daily
from quincunx.server.match.creation import seat_plan
from quincunx.server.match.new_match import LevelSeat
from tests.suite.games import every_game
from tests.suite.refusals import refused


class OddGame(DuelGame):
    """Duel with levels that no other game has."""

    slug: ClassVar[str] = "odd"
    levels: Mapping[str, Level] = {
        "sleepy": Level(RandomPlayer(), 40),
        "insane": Level(NegamaxPlayer(depth=2, nodes=500), 60),
        "shy": Level(RandomPlayer(), 60, offered=False),
    }
    hint_level: ClassVar[str] = "insane"
    default_level: ClassVar[str] = "sleepy"


class LonelyGame(OddGame):
    slug: ClassVar[str] = "lonely"
    levels: Mapping[str, Level] = {}
    hint_level: ClassVar[Any] = None
    default_level: ClassVar[Any] = None


@pytest.fixture
def odd() -> Iterator[AnyGame]:
    yield registry.register(OddGame())
    registry.forget(OddGame.slug)


@every_game
def test_every_game_names_its_hint_level_and_its_default_level(game: AnyGame) -> None:
    assert (game.hint_level, game.default_level) == ("hard", "medium")
    limits = {"easy": 1000, "medium": 1500, "hard": 2000, "expert": 2000}
    assert [name for name in game.levels if name in limits] == list(limits)
    assert {name: game.levels[name].milliseconds for name in limits} == limits


def test_a_game_that_names_none_gets_hints_from_its_last_level_and_begins_with_its_first(odd: AnyGame) -> None:
    unnamed = type("Unnamed", (OddGame,), {name: getattr(AnyGame, name) for name in ("hint_level", "default_level")})()
    assert (unnamed.hint_level, unnamed.default_level) == ("insane", "sleepy")


def test_the_clock_stops_a_search_before_its_limit() -> None:
    assert Level(RandomPlayer(), 2000).flag_milliseconds == 1700


def test_hints_and_analyses_come_from_the_level_that_the_game_names(odd: AnyGame) -> None:
    match = Match(odd)
    match.play("a1")
    assert hint(match).move in match.legal()
    assert len(analyse(match).judgements) == 1
    assert choose_in(match, "sleepy").reason == "a random move"


def test_a_level_of_another_game_is_refused(odd: AnyGame) -> None:
    assert "sleepy, insane" in refused(ErrorCode.UNKNOWN_LEVEL, choose_in, Match(odd), "hard")


def test_a_game_without_levels_has_no_hints() -> None:
    assert "no AI players" in refused(ErrorCode.UNKNOWN_LEVEL, hint_level_of, LonelyGame())


def test_the_catalogue_lists_levels_of_any_name_with_their_limits(odd: AnyGame) -> None:
    view = GameView.model_validate_json(orjson.dumps(game_view(odd)))
    assert [(level.level, level.milliseconds) for level in view.levels] == [("sleepy", 40), ("insane", 60)]
    assert (view.hint_level, view.default_level) == ("insane", "sleepy")


def test_the_catalogue_says_which_levels_are_called_by_their_names(odd: AnyGame) -> None:
    assert all(level["named"] for level in game_view(odd)["levels"])
    assert [level["level"] for level in game_view(DuelGame())["levels"] if level["named"]] == ["easy", "medium", "hard"]
    assert odd.is_named_level("mk4"), "no level is called mk"


def test_a_level_that_is_not_offered_is_not_shown_and_still_plays(odd: AnyGame) -> None:
    assert "shy" not in [level["level"] for level in game_view(odd)["levels"]]
    assert "shy" not in refused(ErrorCode.UNKNOWN_LEVEL, choose_in, Match(odd), "nobody")
    assert seat_plan(odd, LevelSeat(kind="level", level="shy")).level == "shy"
    assert choose_in(Match(odd), "shy").reason == "a random move"


def test_a_seat_gets_the_default_level_unless_another_is_asked_for(odd: AnyGame) -> None:
    assert seat_plan(odd, LevelSeat(kind="level")).level == "sleepy"
    assert seat_plan(odd, LevelSeat(kind="level", level="insane")).level == "insane"
    refused(ErrorCode.UNKNOWN_LEVEL, seat_plan, odd, LevelSeat(kind="level", level="medium"))


@pytest.mark.parametrize("game", [OddGame(), LonelyGame()], ids=["odd", "lonely"])
def test_the_board_of_the_day_needs_no_level_of_a_given_name(game: AnyGame) -> None:
    assert len(daily.board(game, "20260101", b"a secret").opening) == daily.OPENING_PLIES
