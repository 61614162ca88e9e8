"""Aims: the judge's questions on one scale."""

import math

import pytest

from quincunx.catalogue import game as find_game
from quincunx.engine.errors import Refusal
from quincunx.lab.judge.aims import miss, read_aims, total, total_level
from quincunx.lab.judge.statistics import NOTHING_KNOWN, Estimate


def test_a_miss_is_0_at_the_edge_of_good_and_1_at_the_edge_of_acceptable() -> None:
    fair, decisive = read_aims(find_game("duel"), "fair, decisive")
    assert miss(0.53, fair.question.limits) == pytest.approx(0)
    assert miss(0.45, fair.question.limits) == pytest.approx(1)
    assert miss(0.5, fair.question.limits) == -1
    assert miss(0.2, decisive.question.limits) == pytest.approx(0)
    assert miss(0.35, decisive.question.limits) == pytest.approx(1)
    assert miss(0.0, decisive.question.limits) == -1


def test_beyond_acceptable_a_miss_grows_slowly_but_always() -> None:
    limits = {"good_most": 0.2, "bearable_most": 0.35}
    misses = [miss(share, limits) for share in (0.35, 0.5, 0.8, 1.0)]
    assert misses == sorted(misses)
    assert misses[-1] == pytest.approx(1 + math.log(0.8 / 0.15))


def test_every_answer_inside_a_range_that_was_given_is_as_good_as_any_other() -> None:
    (length,) = read_aims(find_game("duel"), "length=20..60")
    assert length.name == "plies"
    inside = [length.miss(Estimate(value, value, value, 10)).value for value in (20, 40, 60)]
    assert inside == [0, 0, 0]
    assert length.miss(Estimate(10, 10, 10, 10)).value == pytest.approx(1)
    assert length.miss(Estimate(120, 120, 120, 10)).value == pytest.approx(1)


def test_the_interval_of_a_miss_covers_every_answer_that_is_possible() -> None:
    (fair,) = read_aims(find_game("duel"), "fair")
    around = fair.miss(Estimate(0.55, 0.44, 0.66, 40))
    assert around.low == -1  # 50 % is possible
    assert around.high == miss(0.66, fair.question.limits)
    assert fair.miss(Estimate(0.6, 0.56, 0.64, 40)).low == pytest.approx(miss(0.56, fair.question.limits))
    assert math.isnan(fair.miss(NOTHING_KNOWN).value)


def test_a_total_adds_up_misses_and_shares_the_error_among_them() -> None:
    aims = read_aims(find_game("duel"), "fair,decisive")
    assert total([Estimate(1, 0, 2, 40), Estimate(3, 2, 5, 30)]) == Estimate(4, 2, 7, 30)
    assert total_level(aims, 0.95) == pytest.approx(0.975)


def test_a_threshold_changes_the_scale() -> None:
    (fair,) = read_aims(find_game("duel"), "fair", {"fair": {"good_most": 0.6, "bearable_most": 0.7}})
    assert miss(0.65, fair.question.limits) == pytest.approx(0.5)


@pytest.mark.parametrize("text", ["", "beauty", "plies", "fair,fair", "length=60..20", "length=long", "plies=1..inf"])
def test_a_wrong_aim_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_aims(find_game("duel"), text)
    assert "\n" not in refused.value.message
