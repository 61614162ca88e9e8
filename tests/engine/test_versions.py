"""Versions of a rule book: a later one that adds options reads, replays and writes the records of an older one."""

import json
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

import pytest

from quincunx.engine import registry
from quincunx.engine.errors import ErrorCode
from quincunx.engine.match import Match, replay
from quincunx.engine.record import read_record
from quincunx.engine.variants import Since
from quincunx.games.duel.game import DuelGame, DuelVariant
from quincunx.server.match.variant_key import variant_key
from tests.suite.refusals import refused


class LaterVariant(DuelVariant):
    novelty: Annotated[bool, Since(9)] = False


class LaterDuel(DuelGame):
    slug: ClassVar[str] = "laterduel"
    version: ClassVar[int] = 9
    older_versions: ClassVar[tuple[int, ...]] = (8,)
    variant_class = LaterVariant
    presets: Mapping[str, LaterVariant] = {"standard": LaterVariant(), "novel": LaterVariant(novelty=True)}


@pytest.fixture
def later() -> Iterator[LaterDuel]:
    game = LaterDuel()
    registry.register(game)
    yield game
    registry.forget(game.slug)
    registry.register(DuelGame())  # positions print by the game that was registered last


def older_record(**changes: Any) -> dict[str, Any]:
    """What version 8, which had no `novelty`, wrote."""
    variant = DuelVariant().model_dump(mode="json")
    fixed = {"format": "quincunx/1", "game": "laterduel", "version": 8, "preset": "standard", "variant": variant}
    return fixed | {"seed": 5, "moves": ["c3", "d3"]} | changes


def test_a_record_of_an_older_version_is_replayed(later: LaterDuel) -> None:
    match = replay(older_record())
    assert match.moves == ("c3", "d3")
    assert replay("q1.laterduel.8.standard.5.c3-d3").describe() == match.describe()


def test_the_record_of_a_match_that_goes_on_carries_the_new_version(later: LaterDuel) -> None:
    assert replay(older_record()).record().version == 9
    assert Match(later).record().version == 9


def test_the_line_of_an_older_record_is_what_it_was(later: LaterDuel) -> None:
    assert read_record(older_record()).as_text() == "q1.laterduel.8.standard.5.c3-d3"


def test_a_version_that_the_game_does_not_name_is_refused(later: LaterDuel) -> None:
    for version in (7, 10):
        message = refused(ErrorCode.BAD_RECORD, replay, older_record(version=version))
        assert f"version {version}" in message
        assert "version 9" in message


def test_an_older_version_has_no_later_option(later: LaterDuel) -> None:
    assert replay("q1.laterduel.9.novel.5").variant == LaterVariant(novelty=True)
    for given in ("q1.laterduel.8.novel.5", older_record(preset=None, variant={"novelty": True})):
        assert "has no such variant" in refused(ErrorCode.BAD_RECORD, replay, given)


def test_scores_are_kept_under_the_same_key_as_before(later: LaterDuel) -> None:
    options = {"reentry": True, "size": 4, "truce": 3}
    assert json.loads(variant_key(later, later.variant(options))) == options
    used = options | {"novelty": True}
    assert json.loads(variant_key(later, later.variant(used))) == used
