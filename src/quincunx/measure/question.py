"""Questions about a design: what is estimated from many matches, which answers are good, and how they are worded.

Each game has its own in its `metrics.py`; the lab asks some about every game. Nothing here plays matches or computes
intervals: a question turns the columns of a table of matches into a `Sample`, and the lab turns that into an estimate
with its interval, a light and a sentence.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from quincunx.engine.kernels.arrays import np, npt

Column = npt.NDArray[np.int64]
Games = Mapping[str, Column]
"""The matches of one pairing: one column per metric, -1 where it has no value, and `pair`, which is equal for matches
with the same seed."""

Limits = Mapping[str, float]
"""Thresholds by name. `good_least`, `good_most`, `bearable_least` and `bearable_most` bound the zones of answers; the
others are the question's own."""

SHARE = "share"
"""The unit of an answer between 0 and 1, written as a percentage; any other unit is written after the number."""


class Sample(NamedTuple):
    """What is estimated: the sum of `amounts` over the sum of `bases`, with one number per match in each."""

    amounts: npt.NDArray[Any]
    bases: npt.NDArray[Any]
    pairs: npt.NDArray[Any]
    """Matches that are not independent have the same number here."""


def has_matches(games: Games) -> bool:
    return len(games["pair"]) > 0


@dataclass(frozen=True)
class DesignQuestion:
    """One question, with the zones of its answers and a sentence for each."""

    name: str
    asks: str
    sample: Callable[[Games, Limits], Sample]
    limits: Limits
    good: str
    """The sentence for an answer in the good zone; `low` and `high`: below and above it. They may name {estimate},
    {interval}, {n} and any limit."""
    low: str = ""
    high: str = ""
    unit: str = SHARE
    pairings: tuple[str, ...] = ("main",)
    """The pairings of a run whose matches can answer it; the first one that does is taken. `ladder` means all rungs."""
    answerable: Callable[[Games], bool] = has_matches
    """Whether the matches of a pairing can answer it."""
    notes: Mapping[str, str] = field(default_factory=dict)
    """What the question's own limits mean."""


def where(games: Games, which: npt.NDArray[np.bool_]) -> dict[str, Column]:
    """Only some of the matches."""
    return {name: column[which] for name, column in games.items()}


def share_of(games: Games, which: npt.NDArray[Any]) -> Sample:
    """The share of matches for which something holds (or the mean of a number between 0 and 1)."""
    return Sample(which.astype(float), np.ones(len(which)), games["pair"])


def mean_of(games: Games, amounts: npt.NDArray[Any]) -> Sample:
    return Sample(amounts.astype(float), np.ones(len(amounts)), games["pair"])


def ratio_of(games: Games, amounts: npt.NDArray[Any], bases: npt.NDArray[Any]) -> Sample:
    """The number of something per something else, over all matches together."""
    return Sample(amounts.astype(float), bases.astype(float), games["pair"])


def points_of(games: Games, seat: int | Column) -> npt.NDArray[np.float64]:
    """The points of a seat in every match: 1, a half for a draw or an unfinished match, 0."""
    result = games["result"]
    won = (result == 1) | (result == 2)
    return np.where(won, (result == seat).astype(float), 0.5)
