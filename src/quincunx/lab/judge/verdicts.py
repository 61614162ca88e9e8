"""Verdicts: for each question a sentence, a light, the estimate with its interval, and how many matches it rests on.

An answer is *good* (green) when its whole interval lies in the good zone, *bad* (red) when all of it lies outside the
acceptable range, and *acceptable* (amber) when it lies outside the good zone otherwise. An interval that straddles the
edge of the good zone is "not enough games to tell" (grey).
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np
import polars as pl

from quincunx.engine.errors import ErrorCode, Refusal, quoted, some_of
from quincunx.engine.game import RESULT_TEXTS, AnyGame
from quincunx.lab.judge.common_questions import questions_for
from quincunx.lab.judge.statistics import LEVEL, Estimate, estimate
from quincunx.measure.question import SHARE, DesignQuestion, Games, Limits
from quincunx.measure.sheet import NOTHING

Light = Literal["green", "amber", "red", "grey"]
GREEN: Final = "green"
AMBER: Final = "amber"
RED: Final = "red"
GREY: Final = "grey"
COARSE = ("minutes", "moves", "plies")
"""Units whose hundredths mean nothing."""
FEWEST = 10
"""Fewer matches than this show nothing."""
NUMBERS = (pl.Int8, pl.Int16, pl.Int32, pl.Int64, pl.UInt8, pl.UInt16, pl.UInt32, pl.UInt64)
_CODES = {text or "unfinished": code for code, text in RESULT_TEXTS.items()}

Thresholds = Mapping[str, Mapping[str, float]]
"""Changed limits: by question, then by name."""


@dataclass(frozen=True)
class Verdict:
    name: str
    asks: str
    light: Light
    sentence: str
    estimate: Estimate
    unit: str
    pairing: str
    player: str | None
    """In a game for one: the player that it is about."""
    limits: Limits

    @property
    def question(self) -> str:
        """What was asked, and about whom."""
        return f"{self.player}: {self.asks}" if self.player else self.asks

    @property
    def statement(self) -> str:
        """The answer, and about whom."""
        return f"{self.player}: {self.sentence}" if self.player else self.sentence

    def as_json(self) -> dict[str, Any]:
        begin = {"name": self.name, "asks": self.asks, "light": self.light, "sentence": self.sentence}
        end = {"unit": self.unit, "pairing": self.pairing, "player": self.player, "limits": dict(self.limits)}
        return begin | self.estimate.as_json() | end


def judge(
    game: AnyGame, games: pl.DataFrame, thresholds: Thresholds | None = None, level: float = LEVEL
) -> list[Verdict]:
    """The verdicts on a run's matches; questions that no match answers are left out."""
    changed = checked(game, thresholds or {})
    groups = sorted(games.group_by("player_1")) if game.seats == 1 else [((None,), games)]
    verdicts = (
        _verdict(question, part, changed, level, player)
        for (player,), part in groups
        for question in questions_for(game)
    )
    return [verdict for verdict in verdicts if verdict is not None]


def checked(game: AnyGame, thresholds: Thresholds) -> Thresholds:
    """The thresholds, if they belong to questions about this game."""
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
    pairings = games["pairing"].cast(pl.Categorical).to_physical().to_numpy().astype(np.int64)
    arrays: dict[str, Any] = {
        name: games[name].fill_null(NOTHING).to_numpy().astype(np.int64)
        for name, kind in games.schema.items()
        if kind in NUMBERS
    }
    arrays["result"] = games["outcome"].replace_strict(_CODES, return_dtype=pl.Int64).to_numpy()
    arrays["copies"] = copies(games)
    arrays["pair"] = arrays["pair"] + (pairings << 40)  # pairs of different pairings are different pairs
    return arrays


def copies(games: pl.DataFrame) -> Any:
    """For each match, how many matches of the table are the same, itself included, perhaps on a rotated or mirrored
    board. Matches are the same if they have the same lead before every ply and as many moves to choose from."""
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
    answer = answer_to(question, matches, limits, level)
    light = light_of(answer, limits)
    sentence = _sentence(question, answer, light, limits)
    return Verdict(question.name, question.asks, light, sentence, answer, question.unit, pairing, player, limits)


def answer_to(question: DesignQuestion, matches: Games, limits: Limits, level: float = LEVEL) -> Estimate:
    """What the matches say about a question."""
    return estimate(question.sample(matches, limits), question.unit == SHARE, level)


def light_of(answer: Estimate, limits: Limits) -> Light:
    """In which zone the interval lies."""
    good = limits.get("good_least", -math.inf), limits.get("good_most", math.inf)
    acceptable = limits.get("bearable_least", good[0]), limits.get("bearable_most", good[1])
    if answer.n < FEWEST:
        return GREY
    if answer.low >= good[0] and answer.high <= good[1]:
        return GREEN
    if answer.low > acceptable[1] or answer.high < acceptable[0]:
        return RED
    return AMBER if answer.low > good[1] or answer.high < good[0] else GREY


def _sentence(question: DesignQuestion, answer: Estimate, light: Light, limits: Limits) -> str:
    if answer.n == 0:
        return "Not enough games to tell: none of them says anything about it."
    words = {"estimate": quantity(answer.value, question.unit), "interval": _range(answer, question.unit)}
    if light == GREY:
        return f"Not enough games to tell: {words['estimate']} so far, with {words['interval']} possible."
    text = question.good if light == GREEN else (question.low if _is_low(answer, limits) else question.high)
    return text.format(**words, n=answer.n, **limits)


def _is_low(answer: Estimate, limits: Limits) -> bool:
    return answer.value < limits.get("good_least", -math.inf)


def quantity(value: float, unit: str) -> str:
    """A number with its unit, rounded for people."""
    if not math.isfinite(value):
        return "anything"
    if unit == SHARE:
        return f"{100 * value:.1f} %"
    return f"{value:.1f} {unit}" if unit in COARSE else f"{value:.2f} {unit}"


def _range(answer: Estimate, unit: str) -> str:
    return f"{quantity(answer.low, unit)} to {quantity(answer.high, unit)}"


def thresholds_from(texts: Iterable[str]) -> dict[str, dict[str, float]]:
    """Thresholds as people give them: `fair.good_most=0.55`."""
    thresholds: dict[str, dict[str, float]] = {}
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
        thresholds.setdefault(question, {})[limit] = number
    return thresholds
