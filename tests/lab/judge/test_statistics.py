"""Intervals and ratings, against what the books say and what simulation shows."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from quincunx.lab.judge.statistics import Estimate, ScoreEstimate, bradley_terry, difference, estimate, student, wilson
from quincunx.lab.run.sequential import level_of, sizes
from quincunx.measure.question import Sample

Numbers = npt.NDArray[Any]


@pytest.mark.parametrize(
    ("share", "number", "low", "high"),
    [(0, 10, 0.0, 0.2775), (0.5, 10, 0.2366, 0.7634), (1, 10, 0.7225, 1.0), (0.95, 400, 0.9240, 0.9674)],
)
def test_wilson_s_interval_is_the_one_in_the_books(share: float, number: int, low: float, high: float) -> None:
    assert wilson(share, number) == pytest.approx((low, high), abs=5e-4)


def test_student_s_quantiles_are_those_in_the_books() -> None:
    assert student(0.95, 10) == pytest.approx(2.228, abs=1e-3)
    assert student(0.95, 10**6) == pytest.approx(1.96, abs=1e-3)


def sample_of(values: Sequence[float] | Numbers, pairs: Numbers | None = None) -> Sample:
    amounts = np.asarray(values, float)
    return Sample(amounts, np.ones(len(amounts)), np.arange(len(amounts)) if pairs is None else pairs)


def test_a_share_of_independent_matches_has_wilson_s_interval() -> None:
    estimated = estimate(sample_of([1] * 30 + [0] * 70), share=True)
    assert estimated.value == pytest.approx(0.3)
    assert (estimated.low, estimated.high) == pytest.approx(wilson(0.3, 99), abs=1e-9)


def test_a_mean_has_student_s_interval() -> None:
    values = np.arange(11.0)
    estimated = estimate(sample_of(values), share=False)
    half = student(0.95, 10) * values.std(ddof=1) / math.sqrt(11)
    assert (estimated.value, estimated.low, estimated.high) == pytest.approx((5, 5 - half, 5 + half))


def test_matches_that_always_agree_count_as_one() -> None:
    once = estimate(sample_of([1, 0] * 50), share=True)
    twice = estimate(sample_of([1, 1, 0, 0] * 50, np.repeat(np.arange(100), 2)), share=True)
    assert twice.high - twice.low == pytest.approx(once.high - once.low, rel=0.02)
    assert twice.n == 200


def test_matches_that_always_cancel_each_other_leave_little_doubt() -> None:
    estimated = estimate(sample_of([1, 0] * 50, np.repeat(np.arange(50), 2)), share=True)
    assert estimated.high - estimated.low < 0.11


def test_draws_make_a_score_more_certain() -> None:
    halves = estimate(sample_of([0.5] * 80 + [1] * 10 + [0] * 10), share=True)
    assert halves.high - halves.low < 0.6 * (wilson(0.5, 100)[1] - wilson(0.5, 100)[0])


def test_a_ratio_weighs_matches_by_their_base() -> None:
    estimated = estimate(Sample(np.array([1.0, 9.0]), np.array([10.0, 10.0]), np.arange(2)), share=False)
    assert estimated.value == 0.5
    assert estimate(Sample(np.array([1.0, 0.0]), np.array([2.0, 0.0]), np.arange(2)), share=True).n == 1


def test_an_estimate_without_data_has_an_infinite_interval() -> None:
    estimated = estimate(Sample(np.zeros(0), np.zeros(0), np.zeros(0)), share=True)
    assert estimated.n == 0
    assert math.isinf(estimated.high)


def test_intervals_of_95_per_cent_hold_in_about_95_of_100_runs() -> None:
    random = np.random.default_rng(1)
    held = 0
    for _ in range(400):
        luck = random.normal(size=60)  # what both matches of a pair share
        points = (random.normal(size=(60, 2)) + luck[:, None] > 0.3).astype(float).ravel()
        estimated = estimate(sample_of(points, np.repeat(np.arange(60), 2)), share=True)
        held += estimated.low <= 0.41600 <= estimated.high  # P(N(0, 2) > 0.3)
    assert 0.92 <= held / 400 <= 0.985


def test_a_difference_is_as_uncertain_as_both_together() -> None:
    one, two = Estimate(0.4, 0.35, 0.45, 100), Estimate(0.6, 0.5, 0.7, 100)
    change = difference(one, two)
    assert change.value == pytest.approx(0.2)
    assert (change.low, change.high) == pytest.approx((0.2 - math.hypot(0.1, 0.05), 0.2 + math.hypot(0.1, 0.05)))


def test_ratings_of_two_are_the_logarithm_of_their_odds() -> None:
    strong, weak = bradley_terry([ScoreEstimate("a", "b", 750, 1000)])
    assert (strong.player, weak.player) == ("a", "b")
    assert strong.elo - weak.elo == pytest.approx(400 * math.log10(3), abs=1)
    assert strong.low < strong.elo < strong.high


def test_ratings_find_strengths_that_made_the_scores() -> None:
    true = {"a": 300.0, "b": 100.0, "c": -50.0, "d": -350.0}
    scores = [
        ScoreEstimate(one, two, 5000 / (1 + 10 ** ((true[two] - true[one]) / 400)), 5000)
        for one in true
        for two in true
        if one < two
    ]
    ratings = {rating.player: rating for rating in bradley_terry(scores)}
    for name, strength in true.items():
        assert ratings[name].elo == pytest.approx(strength, abs=2)
        assert ratings[name].low < strength < ratings[name].high


def test_a_clean_sweep_has_a_rating() -> None:
    best, worst = bradley_terry([ScoreEstimate("a", "b", 20, 20)])
    assert 400 < best.elo - worst.elo < 1500


def test_ratings_from_more_matches_are_more_certain() -> None:
    few, many = (bradley_terry([ScoreEstimate("a", "b", 0.6 * n, n)])[0] for n in (10, 1000))
    assert few.high - few.low == pytest.approx(10 * (many.high - many.low), rel=0.15)


def test_all_checkpoints_together_err_in_five_per_cent_at_most() -> None:
    assert sum(1 - level_of(look) for look in range(1, 10_000)) < 0.05
    assert level_of(1) == 0.975
    assert list(sizes(100, 1000)) == [100, 200, 400, 800, 1000]
    assert list(sizes(100, 50)) == [50]
