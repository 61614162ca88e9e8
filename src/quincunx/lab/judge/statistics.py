"""Estimates with intervals: shares, means and ratios over matches of which some belong together; ratings."""

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from quincunx.measure.question import Sample

LEVEL = 0.95
MOST_GAIN = 4.0
"""Draws make a score vary less than wins and losses do: it counts for up to this many times its matches."""

Vector = npt.NDArray[np.float64]


class Estimate(NamedTuple):
    """A number, its interval, and how many matches it rests on."""

    value: float
    low: float
    high: float
    n: int

    @property
    def is_bounded(self) -> bool:
        """Whether the interval has two ends: a single match leaves a mean open."""
        return math.isfinite(self.low) and math.isfinite(self.high)

    def as_json(self) -> dict[str, float | None]:
        """JSON has no infinity: such numbers are null."""
        numbers = {"estimate": self.value, "low": self.low, "high": self.high}
        return {name: number_or_none(number) for name, number in numbers.items()} | {"n": self.n}


def number_or_none(number: float) -> float | None:
    return number if math.isfinite(number) else None


NOTHING_KNOWN = Estimate(math.nan, -math.inf, math.inf, 0)


def quantile(level: float) -> float:
    """How many standard errors an interval of this level reaches to either side."""
    return NormalDist().inv_cdf((1 + level) / 2)


def estimate(sample: Sample, share: bool, level: float = LEVEL) -> Estimate:
    """The ratio of sums: Wilson's interval for a share, Student's otherwise; matches of one pair are one observation.

    Wilson's interval is taken for as many independent matches as would give the spread that the pairs really have.
    """
    used = sample.bases > 0
    if not used.any():
        return NOTHING_KNOWN
    amounts, bases = sample.amounts[used].astype(float), sample.bases[used].astype(float)
    total = float(bases.sum())
    value = float(amounts.sum()) / total
    groups = _sums_by_group(amounts - value * bases, sample.pairs[used])
    variance = _variance(groups, total)
    number = int(used.sum())
    if share:
        low, high = wilson(value, _worth(value, variance, total, len(groups)), level)
    else:
        half = student(level, len(groups) - 1) * math.sqrt(variance) if len(groups) > 1 else math.inf
        low, high = value - half, value + half
    return Estimate(value, low, high, number)


def _sums_by_group(values: Vector, groups: npt.NDArray[Any]) -> Vector:
    _, where = np.unique(groups, return_inverse=True)
    return np.bincount(where, weights=values).astype(np.float64)


def _variance(groups: Vector, total: float) -> float:
    """Of the ratio, from how far each group lies off it."""
    if len(groups) < 2:
        return 0.0
    return float((groups**2).sum() / total**2 * len(groups) / (len(groups) - 1))


def _worth(share: float, variance: float, total: float, groups: int) -> float:
    """How many independent matches would give this variance."""
    if not 0 < share < 1:
        return min(total, groups)
    return min(share * (1 - share), MOST_GAIN * total * variance) / variance if variance else MOST_GAIN * total


def wilson(share: float, number: float, level: float = LEVEL) -> tuple[float, float]:
    """Wilson's interval for a share of this many matches."""
    z = quantile(level)
    share = min(1.0, max(0.0, share))
    centre = (share + z * z / (2 * number)) / (1 + z * z / number)
    half = z * math.sqrt(share * (1 - share) / number + z * z / (4 * number * number)) / (1 + z * z / number)
    return max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half))


def student(level: float, freedom: int) -> float:
    """The quantile of Student's distribution for an interval of this level."""
    from scipy.special import stdtrit

    return float(stdtrit(freedom, (1 + level) / 2))


def difference(first: Estimate, second: Estimate) -> Estimate:
    """Second minus first, of independent runs (Newcombe's combination of two intervals)."""
    gap = second.value - first.value
    low = gap - math.hypot(second.value - second.low, first.high - first.value)
    high = gap + math.hypot(second.high - second.value, first.value - first.low)
    return Estimate(gap, low, high, min(first.n, second.n))


# Ratings.

ELO = 400 / math.log(10)
PRIOR_GAMES = 1.0
"""Every pairing gets this many extra draws, so that a clean sweep has a rating too."""


class Rating(NamedTuple):
    player: str
    elo: float
    low: float
    high: float
    points: float
    games: int


class ScoreEstimate(NamedTuple):
    """The score of the first of two players against the second."""

    first: str
    second: str
    points: float
    games: int

    @property
    def share(self) -> float:
        return self.points / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """Of the share. A draw counts as half a win, which makes the interval a little too wide."""
        return wilson(self.share, self.games)


def bradley_terry(scores: Sequence[ScoreEstimate]) -> list[Rating]:
    """The ratings that explain the scores best; the average player has 0.

    Maximum likelihood by Newton's method; a draw is half a win. Intervals of 95 % from the curvature at the maximum.
    """
    names = sorted({name for score in scores for name in (score.first, score.second)})
    place = {name: number for number, name in enumerate(names)}
    strength = np.zeros(len(names))
    hessian = np.eye(len(names))
    for _ in range(100):
        gradient, hessian = _slope(scores, place, strength)
        step = np.linalg.solve(hessian, gradient)
        strength += step
        if np.abs(step).max() < 1e-10:
            break
    errors = np.sqrt(np.diag(_centred(np.linalg.inv(hessian).astype(np.float64))))
    strength -= strength.mean()
    rated = [_rating(name, strength[place[name]], errors[place[name]], scores) for name in names]
    return sorted(rated, key=lambda rating: -rating.elo)


def _slope(
    scores: Sequence[ScoreEstimate], place: dict[str, int], strength: Vector
) -> tuple[Vector, npt.NDArray[np.float64]]:
    # The likelihood does not change with a common shift: the ones keep the sum of all strengths fixed.
    gradient, hessian = np.zeros(len(place)), np.ones((len(place), len(place)))
    for score in scores:
        one, two = place[score.first], place[score.second]
        games, points = score.games + PRIOR_GAMES, score.points + PRIOR_GAMES / 2
        expected = 1 / (1 + math.exp(strength[two] - strength[one]))
        gradient[one] += points - games * expected
        gradient[two] -= points - games * expected
        weight = games * expected * (1 - expected)
        hessian[[one, two], [one, two]] += weight
        hessian[[one, two], [two, one]] -= weight
    return gradient, hessian


def _centred(covariance: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The covariance of the ratings minus their mean."""
    number = len(covariance)
    centre = np.eye(number) - 1 / number
    return np.asarray(centre @ covariance @ centre, np.float64)


def _rating(name: str, strength: float, error: float, scores: Sequence[ScoreEstimate]) -> Rating:
    half = quantile(LEVEL) * error
    points = sum(s.points for s in scores if s.first == name) + sum(
        s.games - s.points for s in scores if s.second == name
    )
    games = sum(s.games for s in scores if name in (s.first, s.second))
    return Rating(name, ELO * strength, ELO * (strength - half), ELO * (strength + half), points, games)
