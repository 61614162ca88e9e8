"""What the base class derives for every game."""

from typing import Any

import pytest

from quincunx.engine.errors import ErrorCode
from quincunx.engine.game import AnyGame, read_result, read_seed, status_text, winner_of
from quincunx.engine.match import Match
from quincunx.engine.rules import DRAWN, LOST, PLAYING, WON_BY_1, WON_BY_2
from tests.suite.games import every_game
from tests.suite.refusals import refused


@pytest.mark.parametrize(
    ("seats", "result"),
    [(2, PLAYING), (2, WON_BY_1), (2, WON_BY_2), (2, DRAWN), (1, PLAYING), (1, WON_BY_1), (1, LOST)],
)
def test_a_result_s_status_and_winner_read_back_to_it(seats: int, result: int) -> None:
    assert read_result(status_text(result), winner_of(result), seats) == result


@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize(
    ("status", "winner"),
    [
        ("won", None),
        ("won", 0),
        ("won", 3),
        ("won", "1"),
        ("playing", 1),
        ("draw", 1),
        ("", None),
        (None, None),
        ([], {}),
    ],
)
def test_an_impossible_status_is_refused(seats: int, status: Any, winner: Any) -> None:
    assert "'playing'" in refused(ErrorCode.BAD_POSITION, read_result, status, winner, seats)


@pytest.mark.parametrize(("seats", "status", "winner"), [(2, "lost", None), (1, "draw", None), (1, "won", 2)])
def test_a_status_that_this_game_does_not_know_is_refused(seats: int, status: str, winner: int | None) -> None:
    refused(ErrorCode.BAD_POSITION, read_result, status, winner, seats)


@pytest.mark.parametrize("seed", [0, 1, 12345, 2**53 - 1])
def test_a_seed_is_a_number_that_browsers_can_carry(seed: int) -> None:
    assert read_seed(seed) == seed


@pytest.mark.parametrize("seed", [-1, 2**53, 0.0, "0", None, False, [], 10**400])
def test_anything_else_is_not_a_seed(seed: Any) -> None:
    assert len(refused(ErrorCode.BAD_SEED, read_seed, seed)) < 200


@every_game
def test_an_ended_position_stays_ended_when_it_is_placed(game: AnyGame) -> None:
    """Also where its cells alone do not show why."""
    for result in (WON_BY_1, LOST) if game.seats == 1 else (WON_BY_1, WON_BY_2, DRAWN):
        fields = Match(game).describe() | {"status": status_text(result), "winner": winner_of(result)}
        placed = game.place(game.variant(), 12345, fields)
        assert placed.result == result
        assert game.legal_texts(placed) == []


@every_game
def test_a_position_may_bring_its_own_seed(game: AnyGame) -> None:
    assert game.describe(game.place(game.variant(), 1, {"seed": 2})) == Match(game, seed=2).describe()
    refused(ErrorCode.BAD_SEED, game.place, game.variant(), 1, {"seed": -1})


@every_game
def test_what_a_position_leaves_out_is_as_in_a_fresh_match(game: AnyGame) -> None:
    fresh = Match(game).describe()
    assert game.describe(game.place(game.variant(), 12345, {})) == fresh
    for name in fresh:
        fewer = {field: value for field, value in fresh.items() if field != name}
        assert game.describe(game.place(game.variant(), 12345, fewer)) == fresh


@every_game
def test_a_refused_pass_says_what_to_play_instead(game: AnyGame) -> None:
    match = Match(game)
    assert match.legal()[0] in refused(ErrorCode.ILLEGAL_MOVE, match.play, "pass")


def test_where_only_a_pass_is_left_the_refusal_of_another_move_says_so() -> None:
    match = Match("duel", {"size": 3}, setup={"cells": ["RG.", "GG.", "..."]})
    assert "'pass'" in refused(ErrorCode.ILLEGAL_MOVE, match.play, "c3")
    refused(ErrorCode.BAD_MOVE_TEXT, match.play, "nonsense")
