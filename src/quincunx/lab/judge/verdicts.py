"""Verdicts: for each question a sentence, a light, the estimate with its interval, and how many matches it rests on.

An answer is *good* (green) when its whole interval lies in the good zone, *bad* (red) when all of it lies beyond what
is bearable, and *middling* (amber) when it lies outside the good zone otherwise. An interval that straddles the edge of
the good zone is "not enough games to tell" (grey).
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import polars as pl

from quincunx.engine.errors import ErrorCode, Refusal, quoted, some_of
from quincunx.engine.game import RESULT_TEXTS, AnyGame
from quincunx.lab.judge.questions import questions_for
from quincunx.lab.judge.statistics import LEVEL, Estimate, estimate
from quincunx.measure.questions import SHARE, DesignQuestion, Games, Limits
from quincunx.measure.sheet import NOTHING

GREEN, AMBER, RED, GREY = "green", "amber", "red", "grey"
COARSE = ("minutes", "moves", "plies")
"""Units of which hundredths mean nothing."""
FEWEST = 10
"""Fewer matches tell nothing."""
NUMBERS = (pl.Int8, pl.Int16, pl.Int32, pl.Int64, pl.UInt8, pl.UInt16, pl.UInt32, pl.UInt64)
_CODES = {text or "unfinished": code for code, text in RESULT_TEXTS.items()}

Thresholds = Mapping[str, Mapping[str, float]]
"""Changed limits: by question, then by name."""


@dataclass(frozen=True)
class Verdict:
    name: str
    asks: str
    light: str
    sentence: str
    estimate: float | None
    low: float | None
    high: float | None
    n: int
    unit: str
    pairing: str
    player: str | None
    """In a game for one: whose answer it is."""
    limits: Limits

    def as_json(self) -> dict[str, Any]:
        return asdict(self) | {"limits": dict(self.limits)}


def judge(
    game: AnyGame, games: pl.DataFrame, thresholds: Thresholds | None = None, level: float = LEVEL
) -> list[Verdict]:
    """The verdicts on a run's matches; a question that no match answers is left out."""
    changed = checked(game, thresholds or {})
    groups = sorted(games.group_by("player_1")) if game.seats == 1 else [((None,), games)]
    verdicts = (
        _verdict(question, part, changed, level, player)
        for (player,), part in groups
        for question in questions_for(game)
    )
    return [verdict for verdict in verdicts if verdict is not None]


def checked(game: AnyGame, thresholds: Thresholds) -> Thresholds:
    """The thresholds, if this game is asked such questions."""
    known = {question.name: question for question in questions_for(game)}
    for name, limits in thresholds.items():
        if name not in known:
            raise Refusal(ErrorCode.BAD_REQUEST, f"there is no question {quoted(name)}; ask {some_of(known)}")
        for limit in limits:
            if limit not in known[name].limits and limit not in ZONES:
                raise Refusal(
                    ErrorCode.BAD_REQUEST,
                    f"{name} has no limit {quoted(limit)}; it has {', '.join(known[name].limits)}",
                )
    return thresholds


def matches_for(question: DesignQuestion, games: pl.DataFrame) -> tuple[str, Games] | None:
    """The pairing that answers a question, and its matches; None if no matches were played that answer it."""
    for pairing in question.pairings:
        part = games.filter(pl.col("pairing").str.starts_with(pairing))
        if len(part) and question.answerable(matches := columns(part)):
            return pairing, matches
    return None


def columns(games: pl.DataFrame) -> dict[str, Any]:
    """The numbers of a table as arrays, with -1 for null; `result` as a code, and how many `copies` a match has."""
    texts = games["pairing"].cast(pl.Categorical).to_physical().to_numpy().astype(np.int64)
    found: dict[str, Any] = {
        name: games[name].fill_null(NOTHING).to_numpy().astype(np.int64)
        for name, kind in games.schema.items()
        if kind in NUMBERS
    }
    found["result"] = games["outcome"].replace_strict(_CODES, return_dtype=pl.Int64).to_numpy()
    found["copies"] = copies(games)
    found["pair"] = found["pair"] + (texts << 40)  # pairs of different pairings are different pairs
    return found


def copies(games: pl.DataFrame) -> Any:
    """How many matches of the table are the same as each match, itself included, perhaps on a board that is turned or
    mirrored: they went the same way if the leads did, ply by ply, and there were as many moves to choose from."""
    keys = games.select("pairing", "outcome", "choices", pl.col("leads").hash())
    return keys.select(pl.len().over(keys.columns)).to_series().to_numpy().astype(np.int64)


# One verdict.

ZONES = ("good_least", "good_most", "bearable_least", "bearable_most")


def _verdict(
    question: DesignQuestion, games: pl.DataFrame, changed: Thresholds, level: float, player: str | None
) -> Verdict | None:
    answering = matches_for(question, games)
    if answering is None:
        return None
    pairing, matches = answering
    limits = {**question.limits, **changed.get(question.name, {})}
    found = estimate(question.sample(matches, limits), question.unit == SHARE, level)
    light = light_of(found, limits)
    return Verdict(
        question.name, question.asks, light, _sentence(question, found, light, limits), *_finite(found), found.n,
        question.unit, pairing, player, limits,
    )  # fmt: skip


def _finite(found: Estimate) -> tuple[float | None, float | None, float | None]:
    value, low, high = (number if math.isfinite(number) else None for number in found[:3])
    return value, low, high


def light_of(found: Estimate, limits: Limits) -> str:
    """In which zone the interval lies."""
    good = limits.get("good_least", -math.inf), limits.get("good_most", math.inf)
    bearable = limits.get("bearable_least", good[0]), limits.get("bearable_most", good[1])
    if found.n < FEWEST:
        return GREY
    if found.low >= good[0] and found.high <= good[1]:
        return GREEN
    if found.low > bearable[1] or found.high < bearable[0]:
        return RED
    return AMBER if found.low > good[1] or found.high < good[0] else GREY


def _sentence(question: DesignQuestion, found: Estimate, light: str, limits: Limits) -> str:
    if found.n == 0:
        return "Not enough games to tell: none of them says anything about it."
    words = {"estimate": told(found.value, question.unit), "interval": told_interval(found, question.unit)}
    if light == GREY:
        return f"Not enough games to tell: {words['estimate']} so far, with {words['interval']} possible."
    text = question.good if light == GREEN else (question.low if _is_low(found, limits) else question.high)
    return text.format(**words, n=found.n, **limits)


def _is_low(found: Estimate, limits: Limits) -> bool:
    return found.value < limits.get("good_least", -math.inf)


def told(value: float, unit: str) -> str:
    """A number as people say it."""
    if not math.isfinite(value):
        return "anything"
    if unit == SHARE:
        return f"{100 * value:.1f} %"
    return f"{value:.1f} {unit}" if unit in COARSE else f"{value:.2f} {unit}"


def told_interval(found: Estimate, unit: str) -> str:
    return f"{told(found.low, unit)} to {told(found.high, unit)}"


def thresholds_from(texts: Iterable[str]) -> dict[str, dict[str, float]]:
    """Thresholds as people give them: `fair.good_most=0.55`."""
    found: dict[str, dict[str, float]] = {}
    for text in texts:
        name, _, value = text.partition("=")
        question, _, limit = name.strip().partition(".")
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not limit or not math.isfinite(number):
            problem = f"{quoted(text)} is not a threshold; write one like fair.good_most=0.55"
            raise Refusal(ErrorCode.BAD_REQUEST, problem)
        found.setdefault(question, {})[limit] = number
    return found
