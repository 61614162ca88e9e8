"""The limit by `limit_rule` `optimum`: proven once, at the start, and a plain number from then on."""

import json

import pytest

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.match import Match, replay
from quincunx.games.flood.game import COLOURS, FloodGame
from quincunx.games.flood.solver import optimum
from quincunx.gtp import Session
from tests.games.flood.brute import fewest_moves, territory_of
from tests.suite.scale import COMPILED, scaled

CHARACTERS = [colour.character for colour in COLOURS]
SMALL = {"size": 4, "limit_rule": "optimum"}
compiled_only = pytest.mark.skipif(not COMPILED, reason="too much for plain Python")


def optimum_of(match: Match) -> int:
    """The fewest moves from the start, by exhaustive search."""
    cells = [CHARACTERS.index(character) for row in match.game.describe(match.first)["cells"] for character in row]
    return fewest_moves(cells, territory_of(match.first), match.first.colour, match.first.options.colours)


@pytest.fixture
def no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("nobody should have to solve anything here")

    monkeypatch.setattr(optimum, "solve", refuse)


@pytest.mark.parametrize("options", [{}, {"slack": 3}, {"colours": 3}, {"absorb_at_start": False}])
def test_the_limit_is_the_fewest_moves_and_slack(options: dict[str, int]) -> None:
    for seed in range(scaled(100, 3)):
        match = Match("flood", SMALL | options, seed)
        expected = max(1, optimum_of(match) + options.get("slack", 0))
        assert match.variant.limit == match.describe()["limit"] == expected


def test_a_board_of_one_colour_starts_won_with_a_limit_of_1() -> None:
    match = Match("flood", {"size": 2, "limit_rule": "optimum"}, setup={"cells": ["rr", "rr"]})
    assert (match.describe()["status"], match.describe()["limit"]) == ("won", 1)


@pytest.mark.parametrize(
    ("moves", "result"), [(("green", "blue", "yellow"), "1"), (("green", "yellow", "blue"), "lost")]
)
def test_with_no_move_to_spare_only_the_best_play_wins(moves: tuple[str, ...], result: str) -> None:
    match = Match("flood", SMALL, setup={"cells": ["rgby", "rgby", "rgby", "rgby"]})
    assert match.variant.limit == 3
    for text in moves:
        match.play(text)
    assert match.result == result


def test_the_record_holds_the_number_and_a_replay_needs_no_solver(request: pytest.FixtureRequest) -> None:
    match = Match("flood", SMALL | {"slack": 1}, 7)
    match.play(match.legal()[0])
    record = match.record()
    assert record.variant is not None
    assert record.variant["limit"] == match.variant.limit
    request.getfixturevalue("no_solver")
    for stored in (record, record.as_text(), record.as_json_text()):
        again = replay(stored)
        assert (again.variant, again.position) == (match.variant, match.position)
    exact = replay(match.exact_id())
    assert exact.position.options == match.position.options


@pytest.mark.usefixtures("no_solver")
def test_a_given_limit_is_not_computed() -> None:
    assert Match("flood", SMALL | {"limit": 9}).describe()["limit"] == 9
    assert Match("flood", SMALL, setup={"limit": 8}).describe()["limit"] == 8


def test_a_board_that_is_set_up_has_its_own_optimum() -> None:
    cells = ["rggg", "gggg", "gggb", "ggbb"]
    assert Match("flood", SMALL, setup={"cells": cells}).describe()["limit"] == 2
    later = Match("flood", SMALL | {"slack": 1}, setup={"cells": cells, "moves": 5})
    assert later.describe()["limit"] == 8


@pytest.mark.parametrize(("preset", "size", "colours"), [("easy", 12, 4), ("hard", 20, 4), ("expert", 14, 6)])
@compiled_only
def test_the_presets_start(preset: str, size: int, colours: int) -> None:
    for seed in range(20):
        match = Match("flood", preset, seed)
        view = match.describe()
        assert (len(view["cells"]), match.variant.colours) == (size, colours)
        assert match.record().preset == preset
        assert replay(match.record().as_text()).record() == match.record()


def test_what_cannot_be_proven_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optimum, "EXPANSIONS", 0)
    with pytest.raises(Refusal, match="limit_rule 'optimum' has no optimum for this board: it is between") as caught:
        Match("flood", {"size": 8, "colours": 6, "limit_rule": "optimum"})
    assert caught.value.errorCode == ErrorCode.BAD_VARIANT


def test_another_seed_has_another_limit() -> None:
    """The number belongs to the board: the next board must not inherit it."""
    session = Session(FloodGame(), SMALL, 1)
    limits = set()
    for seed in range(12):
        assert (session.answer(f"q-seed {seed}") or "").startswith("=")
        answer = session.answer("q-position") or ""
        limits.add(json.loads(answer[1:])["limit"])
        assert session.match.variant == Match("flood", SMALL, seed).variant
    assert len(limits) > 1
