"""Refusals: a code for programs, a sentence for people."""

import json
import pickle
import re
from enum import StrEnum

import pytest

from quincunx.catalogue import error_code
from quincunx.engine.errors import SHOWN, ErrorCode, Refusal, quoted, some_of
from quincunx.engine.game import AnyGame
from quincunx.games.match3.errors import SwapError
from quincunx.games.pushmine.errors import PushmineError
from quincunx.server_errors import ServerErrorCode
from tests.suite.games import GAMES, every_game

DESIGNED = """unknown_game bad_variant bad_seed bad_record bad_move_text illegal_move not_adjacent no_match
cell_occupied not_connected immediate_undo blocked no_mine same_colour not_your_turn not_your_seat match_over stale_ply
unknown_match too_many_requests too_large""".split()


def test_the_codes_of_the_design_are_there() -> None:
    assert set(DESIGNED) <= {*ErrorCode, *ServerErrorCode, *(code for game in GAMES for code in game.errors)}


@every_game
def test_every_code_is_snake_case_unique_and_named_alike(game: AnyGame) -> None:
    codes: list[StrEnum] = [*ErrorCode, *ServerErrorCode, *game.errors]
    assert len(codes) == len(set(codes))
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+)*", code.value) for code in codes)
    assert all(code.name == code.value.upper() for code in codes)


@pytest.mark.parametrize(
    "code", [ErrorCode.BAD_SEED, ServerErrorCode.SEAT_TAKEN, SwapError.NO_MATCH, PushmineError.BLOCKED]
)
def test_a_code_is_found_by_its_text(code: StrEnum) -> None:
    assert error_code(code.value) is code


def test_a_code_of_a_game_that_is_not_installed_is_a_bad_request() -> None:
    assert error_code("too_purple") is ErrorCode.BAD_REQUEST


def test_a_refusal_is_json_with_error_code_and_message() -> None:
    refusal = Refusal(PushmineError.NO_MINE, "you have none")
    assert json.loads(json.dumps(refusal.as_json())) == {"errorCode": "no_mine", "message": "you have none"}
    assert str(refusal) == "you have none"


def test_a_refusal_travels_between_processes() -> None:
    refusal = pickle.loads(pickle.dumps(Refusal(PushmineError.BLOCKED, "a dud is in the way")))
    assert (refusal.errorCode, refusal.message) == (PushmineError.BLOCKED, "a dud is in the way")


def test_a_long_list_is_cut_and_says_how_much_is_left() -> None:
    assert some_of(["a1"]) == "a1"
    assert some_of(str(n) for n in range(SHOWN)) == ", ".join(str(n) for n in range(SHOWN))
    assert some_of(str(n) for n in range(SHOWN + 3)).endswith(f"{SHOWN - 1} and 3 more")


def test_what_somebody_wrote_is_repeated_in_short() -> None:
    assert quoted("c4") == "'c4'"
    assert len(quoted("x" * 1_000_000)) < 50
    assert quoted(None) == "'None'"
    assert "\n" not in quoted("a\nb")


def test_even_bottomless_nesting_can_be_quoted() -> None:
    nested: list[object] = []
    for _ in range(100_000):
        nested = [nested]
    assert quoted(nested) == "'…'"
