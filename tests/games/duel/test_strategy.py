"""A strategy: nine weights, validated."""

from typing import Any

import pytest

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.match import Match, replay
from quincunx.engine.record import Seat, read_record
from quincunx.games.duel.advice.strategy import BALANCED, FEATURES, HEAVIEST, MOST_CHARACTERS, Strategy, read_strategy


def test_the_features_are_those_of_the_ruling() -> None:
    assert FEATURES == (
        "captures", "recaptures", "frontier", "edges", "corners", "centre", "mobility", "compactness", "endgame_greed"
    )  # fmt: skip


def test_without_a_word_the_strategy_is_the_balanced_one() -> None:
    assert read_strategy(None) is BALANCED
    assert read_strategy({}) == BALANCED


def test_usual_weights_are_within_their_bounds_and_leave_room_for_more() -> None:
    assert all(abs(BALANCED.weight(feature)) < 6 for feature in FEATURES)


@pytest.mark.parametrize("feature", FEATURES)
@pytest.mark.parametrize("weight", [-HEAVIEST, 0, HEAVIEST])
def test_every_weight_may_be_anything_within_the_bounds(feature: str, weight: int) -> None:
    assert read_strategy({feature: weight}).weight(feature) == weight


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"edges": 11}, "edges must be a whole number from -10 to 10, not '11'"),
        ({"edges": -11}, "edges must be a whole number from -10 to 10"),
        ({"edges": 2.5}, "edges must be a whole number"),
        ({"edges": "6"}, "edges must be a whole number"),
        ({"edges": True}, "edges must be a whole number"),
        ({"edges": None}, "edges must be a whole number"),
        ({"edges": float("nan")}, "edges must be a whole number"),
        ({"walls": 3}, "no weight 'walls'; the weights are captures, recaptures"),
        ({"text": "x" * (MOST_CHARACTERS + 1)}, "at most 500 characters"),
        ({"text": 5}, "text must"),
        ({3: 4}, "a strategy"),
        ("edges", "a strategy is a set of weights"),
        (7, "a strategy is a set of weights"),
    ],
)
def test_anything_else_is_refused_with_what_is_allowed(given: Any, says: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_strategy(given)
    assert refused.value.errorCode is ErrorCode.BAD_RECORD
    assert says in refused.value.message


def test_a_strategy_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="frozen"):
        setattr(BALANCED, "edges", 3)  # noqa: B010


def test_a_strategy_travels_in_the_record_of_its_match() -> None:
    strategy = Strategy(edges=6, text="hold the edges")
    seats = (Seat(), Seat(kind="level", level="medium", strategy=strategy.as_record()))
    match = Match("duel", seats=seats)
    match.play("c4")
    kept = read_record(match.record().as_json_text()).seats[1].strategy
    assert read_strategy(kept) == strategy
    assert replay(match.record()).seats == seats


def test_a_record_keeps_no_empty_text() -> None:
    assert set(BALANCED.as_record()) == set(FEATURES)
