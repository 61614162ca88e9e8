"""The opponent that fits: where its number goes, and that it stays there.

Pages move the number by code of their own (`web/src/state/fit.ts`); `fit_cases.json` says what both must do.
"""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.search.fit import FIT, rung_at

CASES = json.loads((Path(__file__).parent / "fit_cases.json").read_text(encoding="utf-8"))
"""Ladders of so many rungs, a person's results, and the place on the ladder before the first and after each of them."""
RUNGS = 8
points = st.lists(st.sampled_from([0.0, 0.5, 1.0]), max_size=30)


@given(points, st.integers(1, 12))
def test_the_number_stays_on_the_ladder(results: list[float], rungs: int) -> None:
    number = FIT.follow(results, rungs)
    assert 1 <= number <= rungs
    assert 1 <= rung_at(number) <= rungs


@given(points)
def test_a_better_result_never_leads_to_a_weaker_opponent(results: list[float]) -> None:
    for number in range(len(results)):
        better = [*results[:number], 1.0, *results[number + 1 :]]
        assert FIT.follow(better, RUNGS) >= FIT.follow(results, RUNGS)


def test_each_of_the_first_wins_brings_a_stronger_opponent_and_a_loss_a_weaker_one() -> None:
    assert [rung_at(FIT.follow([1.0] * wins, RUNGS)) for wins in range(4)] == [1, 2, 3, 4]
    assert rung_at(FIT.follow([1.0, 1.0, 1.0, 0.0], RUNGS)) == 3


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{len(case['results'])}-of-{case['rungs']}")
def test_the_opponent_s_place_follows_the_results_as_written_down_for_both_languages(case: dict[str, Any]) -> None:
    results = [float(points) for points in case["results"]]
    places = [rung_at(FIT.follow(results[:number], case["rungs"])) for number in range(len(results) + 1)]
    assert places == case["levels"]


@pytest.mark.parametrize("place", [3.0, 4.5, 6.0])
def test_a_person_comes_to_win_about_55_percent(place: float) -> None:
    """Away from the ends of the ladder. Against a level n rungs above their own place a person wins with the odds
    1 : 3 ** n."""
    chance = random.Random(7)
    number, won, matches = FIT.start, 0, 20_000
    for _ in range(matches):
        wins = chance.random() < 1 / (1 + 3 ** (rung_at(number) - place))
        won += wins
        number = FIT.after(number, float(wins), RUNGS)
    assert 0.53 < won / matches < 0.57
