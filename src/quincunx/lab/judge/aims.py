"""Aims: what a designer wants of a rule set, as numbers that should be as small as possible.

A sweep has one aim, a distance in the aim's own unit. A search has several, which must be comparable: each is a design
question, and its *miss* says where the answer lies on the question's own scale: 0 at the edge of the good zone, 1 at
the edge of the acceptable range.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from quincunx.engine.errors import ErrorCode, Refusal, quoted
from quincunx.engine.game import AnyGame
from quincunx.lab.judge.common_questions import questions_for
from quincunx.lab.judge.metrics import metric_descriptions
from quincunx.lab.judge.statistics import LEVEL, Estimate
from quincunx.lab.judge.summary import Summary
from quincunx.lab.judge.verdicts import AMBER, RED, Thresholds
from quincunx.measure.gauge import gauge_of
from quincunx.measure.metric import Metric
from quincunx.measure.question import DesignQuestion, Games, Limits, Sample, mean_of, where
from quincunx.measure.sheet import NOTHING

# The aim of a sweep.

SWEEP_AIMS = {
    "balanced": "the first side's distance from 50 %, plus the share without a winner, as small as possible",
    "fair": "the first side's score as close to 50 % as possible",
    "decisive": "as few matches without a winner as possible",
    "lights": "as few red lights as possible, then as few amber ones",
}


class SweepAim(NamedTuple):
    """A number that should be as small as possible."""

    text: str
    distance: Callable[[Summary], Estimate]
    """How far a run is from the aim."""


def read_sweep_aim(text: str) -> SweepAim:
    """A named aim, or `min:METRIC`, `max:METRIC`, `METRIC:20` for the mean of a metric."""
    if text in SWEEP_AIMS:
        distances = {"balanced": _balance, "fair": _fairness, "decisive": _draws, "lights": _lights}
        return SweepAim(SWEEP_AIMS[text], distances[text])
    one, _, two = text.partition(":")
    if one in ("min", "max") and two:
        sign, size = (1, "small") if one == "min" else (-1, "large")
        return SweepAim(
            f"the mean of {two} as {size} as possible", lambda summary: _times(sign, metric_of(summary, two))
        )
    try:
        goal = float(two)
    except ValueError:
        names = ", ".join(SWEEP_AIMS)
        problem = f"there is no aim {quoted(text)}; choose {names}, min:METRIC, max:METRIC or METRIC:20"
        raise Refusal(ErrorCode.BAD_REQUEST, problem) from None
    text = f"the mean of {one} as close to {goal:g} as possible"
    return SweepAim(text, lambda summary: _distance(metric_of(summary, one), goal))


def check_sweep_aim(game: AnyGame, text: str) -> None:
    """Refuse an aim at something that is not measured, before anything is played."""
    read_sweep_aim(text)
    name = text.removeprefix("min:").removeprefix("max:").partition(":")[0]
    if text not in SWEEP_AIMS and name not in metric_descriptions(game):
        raise _no_metric(name, metric_descriptions(game))


def metric_of(summary: Summary, name: str) -> Estimate:
    """The mean of a metric."""
    for row in summary.metrics:
        if row.name == name and row.estimate.is_bounded:
            return row.estimate
    raise _no_metric(name, [row.name for row in summary.metrics])


def _no_metric(name: str, known: Iterable[str]) -> Refusal:
    problem = f"there is no metric {quoted(name)} to aim at; there are {', '.join(known)}"
    return Refusal(ErrorCode.BAD_REQUEST, problem)


def _answer(summary: Summary, name: str) -> Estimate:
    for verdict in summary.verdicts:
        if verdict.name == name:
            return verdict.estimate
    raise Refusal(ErrorCode.BAD_REQUEST, f"{summary.game} has no answer to {quoted(name)}; choose another aim")


def _times(sign: int, estimate: Estimate) -> Estimate:
    low, high = sorted((sign * estimate.low, sign * estimate.high))
    return Estimate(sign * estimate.value, low, high, estimate.n)


def _distance(estimate: Estimate, goal: float) -> Estimate:
    """How far off the goal, and which distances the interval leaves possible."""
    ends = abs(estimate.low - goal), abs(estimate.high - goal)
    nearest = 0.0 if estimate.low <= goal <= estimate.high else min(ends)
    return Estimate(abs(estimate.value - goal), nearest, max(ends), estimate.n)


def _fairness(summary: Summary) -> Estimate:
    return _distance(_answer(summary, "fair"), 0.5)


def _draws(summary: Summary) -> Estimate:
    return _answer(summary, "decisive")


def _balance(summary: Summary) -> Estimate:
    return total([_fairness(summary), _draws(summary)])


def _lights(summary: Summary) -> Estimate:
    worth = summary.lights[RED] + summary.lights[AMBER] / 100
    return Estimate(worth, worth, worth, summary.games)


# The aims of a search.

LENGTH, LENGTH_METRIC = "length", "plies"
"""`length=20..60` is what people write for `plies=20..60`."""
WELL_INSIDE = -1.0
"""A miss is never below this: an answer this far inside the good zone is as good as any."""


@dataclass(frozen=True)
class Aim:
    """A question that a good rule set answers well."""

    question: DesignQuestion
    least: float = WELL_INSIDE
    """The smallest miss; 0 for a range that was given: every answer in it is as good as any other."""

    @property
    def name(self) -> str:
        return self.question.name

    @property
    def text(self) -> str:
        limits = self.question.limits
        ends = [
            f"{word} {limits[name]:g}" for name, word in (("good_least", "from"), ("good_most", "to")) if name in limits
        ]
        return f"{self.name}: {self.question.asks} Good {' '.join(ends)}."

    def miss(self, answer: Estimate) -> Estimate:
        """How far the answer is from the aim, and which misses its interval leaves possible."""
        if math.isnan(answer.value):
            return answer
        limits = self.question.limits
        ends = miss(answer.low, limits, self.least), miss(answer.high, limits, self.least)
        best = min(max(_best(limits), answer.low), answer.high)
        low = min(*ends, miss(best, limits, self.least))
        return Estimate(miss(answer.value, limits, self.least), low, max(ends), answer.n)


def miss(value: float, limits: Limits, least: float = WELL_INSIDE) -> float:
    """0 at the edge of the good zone, 1 at the edge of the acceptable range, negative inside the good zone.

    Beyond 1 it grows with the logarithm: a rule set that is hopeless in one aim, perhaps by the chance of few matches,
    does not drown what the other aims say."""
    misses = [least]
    if "good_least" in limits:
        misses.append((limits["good_least"] - value) / _margin_below(limits))
    if "good_most" in limits:
        misses.append((value - limits["good_most"]) / _margin_above(limits))
    furthest = max(misses)
    return furthest if furthest <= 1 else 1 + math.log(furthest)


def _margin_below(limits: Limits) -> float:
    return abs(limits["good_least"] - limits.get("bearable_least", limits["good_least"])) or 1.0


def _margin_above(limits: Limits) -> float:
    return abs(limits.get("bearable_most", limits["good_most"]) - limits["good_most"]) or 1.0


def _best(limits: Limits) -> float:
    """The answer with the smallest miss: where the two edges are equally far, measured in their margins."""
    if "good_least" not in limits:
        return -math.inf
    if "good_most" not in limits:
        return math.inf
    below, above = _margin_below(limits), _margin_above(limits)
    return (limits["good_least"] * above + limits["good_most"] * below) / (below + above)


def total(estimates: Sequence[Estimate]) -> Estimate:
    """The sum. Its interval holds if those of the parts do, whatever they have to do with each other."""
    value, low, high = (sum(getattr(one, name) for one in estimates) for name in ("value", "low", "high"))
    return Estimate(value, low, high, min(one.n for one in estimates))


def total_level(aims: Sequence[Aim], level: float = LEVEL) -> float:
    """The level of each aim's interval that gives their total this level."""
    return 1 - (1 - level) / len(aims)


def read_aims(game: AnyGame, text: str, thresholds: Thresholds | None = None) -> tuple[Aim, ...]:
    """Aims as people give them: `fair,decisive,length=20..60`. Each names a question or, with a range, a metric."""
    questions = {question.name: question for question in questions_for(game)}
    for name, limits in (thresholds or {}).items():
        questions[name] = replace(questions[name], limits={**questions[name].limits, **limits})
    parts = [part.strip() for part in text.split(",")]
    aims = [_read_aim(game, part, questions) for part in parts if part]
    if not aims or len({aim.name for aim in aims}) < len(aims):
        problem = "name every aim once" if aims else "a search needs an aim"
        raise Refusal(ErrorCode.BAD_REQUEST, f"{problem}, as in fair,decisive,length=20..60")
    return tuple(aims)


def _read_aim(game: AnyGame, text: str, questions: Mapping[str, DesignQuestion]) -> Aim:
    name, _, ends = (part.strip() for part in text.partition("="))
    name = LENGTH_METRIC if name == LENGTH else name
    if name in questions and not ends:
        return Aim(questions[name])
    metrics = {metric.name: metric for metric in gauge_of(game).metrics if metric.name in metric_descriptions(game)}
    if name not in questions and name not in metrics:
        known = f"questions {', '.join(questions)}; metrics, with a range, {', '.join(metrics)}"
        raise Refusal(ErrorCode.BAD_REQUEST, f"there is no aim {quoted(name)}; there are the {known}")
    if not ends:
        raise Refusal(ErrorCode.BAD_REQUEST, f"{name} needs a range, as in {name}=20..60")
    limits = _range_limits(text, ends)
    if name in questions:
        return Aim(replace(questions[name], limits={**questions[name].limits, **limits}), least=0.0)
    return Aim(_metric_question(metrics[name], limits), least=0.0)


def _range_limits(text: str, ends: str) -> dict[str, float]:
    """The range is good; half of its lower end and twice its upper one are still acceptable."""
    try:
        least, most = (float(end) for end in ends.split(".."))
    except ValueError:
        least, most = math.nan, math.nan
    if not (math.isfinite(least) and math.isfinite(most) and least <= most):
        raise Refusal(ErrorCode.BAD_REQUEST, f"{quoted(text)} is not a range; write it like length=20..60")
    return {
        "good_least": least,
        "good_most": most,
        "bearable_least": least - abs(least) / 2,
        "bearable_most": most + abs(most),
    }


def _metric_question(metric: Metric, limits: Limits) -> DesignQuestion:
    def sample(games: Games, limits: Limits) -> Sample:
        values = games[metric.name]
        known = where(games, (values != NOTHING) | (metric.least < 0))  # a metric that may be negative has a value
        return mean_of(known, known[metric.name])

    return DesignQuestion(metric.name, f"The mean of: {metric.note}.", sample, limits, good="", unit=metric.unit)
