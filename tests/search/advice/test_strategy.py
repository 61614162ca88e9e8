"""A strategy: wishes, as a record's seat keeps them."""

from typing import Any

import pytest

from quincunx.catalogue import game
from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.match import Match, replay
from quincunx.engine.record import Seat, read_record
from quincunx.search.advice.principles import Wish
from quincunx.search.advice.prompt import advise, guidance_of
from quincunx.search.advice.strategy import MOST_CHARACTERS, Strategy, read_strategy

DUEL = guidance_of(game("duel"))
EDGES = DUEL.by_name["edges"]


def wish(**fields: Any) -> dict[str, Any]:
    return {"wishes": [{"principle": "edges", "sought": True, "price": 2.5} | fields]}


@pytest.mark.parametrize("text", ["hold the edges at all costs", "never capture", "edges a little, corners!", ""])
def test_what_is_written_is_read_back(text: str) -> None:
    strategy = advise(game("duel"), text).strategy
    assert read_strategy(DUEL, strategy.as_record()) == strategy


def test_a_price_may_be_any_number_or_none() -> None:
    for price in (0, 1, 2.5, 1000, None):
        assert read_strategy(DUEL, wish(price=price)).wishes == (Wish(EDGES, True, price),)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (wish(price=-1), "the price of a wish must be a number from 0 to 1000000, or null for no limit, not '-1'"),
        (wish(price="2"), "the price of a wish must be"),
        (wish(price=True), "the price of a wish must be"),
        (wish(price=float("nan")), "the price of a wish must be"),
        (wish(price=float("inf")), "the price of a wish must be"),
        (wish(principle="walls"), "no principle 'walls'; the principles are captures, safety"),
        (wish(sought="yes"), "a strategy is a list of wishes"),
        (wish(more=1), "a strategy is a list of wishes"),
        (wish() | {"text": "x" * (MOST_CHARACTERS + 1)}, "at most 500 characters"),
        ({"wishes": "edges"}, "a strategy is a list of wishes"),
        ("edges", "a strategy is a list of wishes"),
        (7, "a strategy is a list of wishes"),
        ({"walls": 3}, "no weight 'walls'"),
        ({3: 4}, "no weight '3'"),
        ({"edges": 11}, "edges must be a whole number from -10 to 10, not '11'"),
        ({"edges": 2.5}, "edges must be a whole number"),
        ({"edges": True}, "edges must be a whole number"),
    ],
)
def test_anything_else_is_refused_with_what_is_allowed(given: Any, says: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_strategy(DUEL, given)
    assert refused.value.errorCode is ErrorCode.BAD_RECORD
    assert says in refused.value.message


def test_strategies_of_older_records_become_wishes() -> None:
    """They were weights. What a line had not mentioned stood there with its usual weight."""
    usual = {"captures": 5, "recaptures": -4, "frontier": 0, "edges": 1, "corners": 1, "centre": 1, "mobility": 5,
             "compactness": 1, "endgame_greed": 2}  # fmt: skip
    changed = {"edges": 6, "recaptures": -8, "corners": -10, "centre": 3, "captures": 0}
    read = read_strategy(DUEL, usual | changed | {"text": "as it was"})
    assert [(one.principle.name, one.sought, one.price) for one in read.wishes] == [
        ("safety", True, 5),
        ("edges", True, 2.5),
        ("corners", False, None),
        ("centre", True, 1),
    ]
    assert read.text == "as it was"
    assert read_strategy(DUEL, usual).wishes == ()


def test_a_strategy_travels_in_the_record_of_its_match() -> None:
    strategy = Strategy((Wish(EDGES, True, 2.5),), "hold the edges")
    seats = (Seat(), Seat(kind="level", level="medium", strategy=strategy.as_record()))
    match = Match("duel", seats=seats)
    match.play("c4")
    kept = read_record(match.record().as_json_text()).seats[1].strategy
    assert kept is not None
    assert read_strategy(DUEL, kept) == strategy
    assert replay(match.record()).seats == seats


def test_a_record_keeps_no_empty_text() -> None:
    assert Strategy().as_record() == {"wishes": []}
