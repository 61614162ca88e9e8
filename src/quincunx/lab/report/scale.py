"""The scale beside a verdict: its zones, the interval and the estimate on one bar."""

from dataclasses import dataclass
from typing import NamedTuple

from quincunx.lab.judge.verdicts import ZONES, Verdict
from quincunx.measure.question import SHARE

WIDTH = 200
ROOM = 0.15
"""Beyond the outermost number, as a part of the bar."""


class Zone(NamedTuple):
    colour: str
    left: float
    width: float


@dataclass(frozen=True)
class Scale:
    """Everything in units of the bar, which is `WIDTH` wide."""

    zones: tuple[Zone, ...]
    """The widest first: the others are drawn over it."""
    low: float
    high: float
    estimate: float
    width: int = WIDTH


def scale_of(verdict: Verdict) -> Scale | None:
    """None where the interval has no ends."""
    answer, limits = verdict.estimate, verdict.limits
    if not answer.is_bounded:
        return None
    edges = [limits[name] for name in ZONES if name in limits]
    low, high = min([answer.low, *edges]), max([answer.high, *edges])
    if verdict.unit == SHARE:
        room = ROOM * (high - low)
        low, high = max(0.0, low - room), min(1.0, high + room)
    span = (high - low) or 1.0

    def at(value: float) -> float:
        return float(WIDTH * (min(max(value, low), high) - low) / span)

    def zone(colour: str, least: float, most: float) -> Zone:
        return Zone(colour, at(least), at(most) - at(least))

    good = limits.get("good_least", low), limits.get("good_most", high)
    acceptable = limits.get("bearable_least", good[0]), limits.get("bearable_most", good[1])
    zones = zone("red", low, high), zone("amber", *acceptable), zone("green", *good)
    return Scale(zones, at(answer.low), at(answer.high), at(answer.value))
