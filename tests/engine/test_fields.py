"""Reading the fields of a described position."""

from typing import Any

import pytest
from hypothesis import given

from quincunx.engine.errors import ErrorCode
from quincunx.engine.position_reader import LARGEST, Fields, position_fields
from tests.engine.test_notation import ANYTHING
from tests.suite.refusals import refusal_of, refused

BAD = ErrorCode.BAD_POSITION


def test_an_unknown_field_is_refused_with_the_known_ones() -> None:
    assert "no field 'colour'" in refused(BAD, Fields, {"colour": 1})
    assert "tiles" in refused(BAD, Fields, {"colour": 1}, "tiles")
    assert Fields({"tiles": 1}, "tiles").get("tiles", 0) == 1


@pytest.mark.parametrize("given", [None, 5, "cells", [], [("turn", 1)]])
def test_a_position_is_an_object(given: Any) -> None:
    assert "JSON object" in refused(BAD, position_fields, given)


def test_what_is_missing_takes_its_default() -> None:
    empty = Fields({}, "mines", "placed", "ages")
    assert empty.turn() == 1
    assert empty.number("ply", 7) == 7
    assert empty.pair("mines", (1, 2)) == (1, 2)
    assert empty.flags("placed", [True, False]) == [True, False]
    assert empty.mapping("ages") == {}
    assert not empty.has("ply")


@pytest.mark.parametrize("number", [-1, LARGEST + 1, 10**40, 1.0, 1.5, "1", True, None, [1], float("nan")])
def test_a_number_must_be_whole_and_in_its_range(number: Any) -> None:
    assert f"ply must be a whole number from 0 to {LARGEST}" in refused(BAD, Fields({"ply": number}).number, "ply", 0)


@pytest.mark.parametrize("turn", [0, 3, "1", True, None])
def test_the_turn_is_1_or_2(turn: Any) -> None:
    assert "turn must be a whole number from 1 to 2" in refused(BAD, Fields({"turn": turn}).turn)


@pytest.mark.parametrize("pair", [[], [1], [1, 2, 3], "12", 12, None, {"1": 1}, [1, -1], [1, "2"], [True, False]])
def test_a_pair_is_two_numbers(pair: Any) -> None:
    assert "mines must be a" in refused(BAD, Fields({"mines": pair}, "mines").pair, "mines")


@pytest.mark.parametrize("flags", [[True], [True, True, True], [1, 0], "tf", None, [True, None]])
def test_flags_are_true_and_false(flags: Any) -> None:
    assert "placed must be a list of 2" in refused(
        BAD, Fields({"placed": flags}, "placed").flags, "placed", [False, False]
    )


@given(ANYTHING)
def test_garbage_in_a_field_is_refused_or_read_and_nothing_worse(garbage: object) -> None:
    fields = Fields({"turn": garbage, "mines": garbage, "placed": garbage, "ages": garbage}, "mines", "placed", "ages")
    for read in (
        fields.turn,
        lambda: fields.pair("mines"),
        lambda: fields.flags("placed", [False, False]),
        lambda: fields.mapping("ages"),
    ):
        assert refusal_of(read) in (None, BAD)
