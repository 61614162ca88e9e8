"""The race: settings play few matches first, and the better ones more. Losers are stopped with a stated error.

After every lap of the race two things happen. A setting is *beaten* if the interval of its total lies above that of
the best one: the intervals of all settings and laps together hold with 95 %, so in at most one search in twenty is
any setting stopped this way that is better than the one that beat it. And only a share of those that are left goes on:
the others were *dropped* to save matches, without such a claim.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

import polars as pl

from quincunx.lab.judge.aims import Aim, total, total_level
from quincunx.lab.judge.statistics import NOTHING_KNOWN, Estimate
from quincunx.lab.judge.verdicts import answer_to, matches_for
from quincunx.lab.run.folder import RunFolder
from quincunx.lab.run.sequential import level_of, sizes
from quincunx.lab.search.space import Setting
from quincunx.measure.question import DesignQuestion

STATED = (
    "A setting counts as beaten only if the interval of its total miss lies above that of the best setting. The "
    "intervals of all settings and laps together hold with 95 %: in at most one search in twenty is a setting "
    "stopped this way that is better than the one that beat it. Settings that were dropped to save matches carry no "
    "such claim. What is said about the scouts' matches holds for the scouts: they only choose who enters the race."
)
SHARE_KEPT = 2
"""One setting in this many goes on to the next lap, which gives it twice the matches."""

Stop = Literal["beaten", "dropped"]


class Lap(NamedTuple):
    """Who plays, how many matches each setting has at its end, and how many settings take part."""

    number: int
    players: tuple[str, ...]
    games: int
    settings: int
    level: float | None
    """Of the interval of a total, for one setting and one lap; None for scouts: nobody is beaten there."""


@dataclass(frozen=True)
class Standing:
    """Where a setting stands after the last lap that it took part in."""

    setting: Setting
    lap: Lap
    matches: int
    """Of all pairings and laps together, the scouts' included."""
    answers: tuple[Estimate, ...]
    """To each aim's question."""
    misses: tuple[Estimate, ...]
    stopped: Stop | None = None

    @property
    def total(self) -> Estimate:
        return total(self.misses)

    @property
    def rank(self) -> tuple[int, float]:
        """Those that got further come first, then those with the smaller total miss."""
        value = self.total.value
        return -self.lap.number, math.inf if math.isnan(value) else value

    def as_json(self) -> dict[str, Any]:
        return {
            "setting": dict(self.setting),
            "players": list(self.lap.players),
            "games": self.lap.games,
            "matches": self.matches,
            "stopped": self.stopped,
            "total": self.total.as_json(),
            "answers": [answer.as_json() for answer in self.answers],
            "misses": [one.as_json() for one in self.misses],
        }


def plan_laps(
    players: tuple[str, ...], scouts: tuple[str, ...] | None, tries: int, first: int, games: int, finalists: int
) -> list[Lap]:
    """The scouts' lap, if there is one, and the laps of the race."""
    laps = [Lap(0, scouts, first, tries, None)] if scouts else []
    entrants = _kept(tries, finalists) if scouts else tries
    for number, size in enumerate(sizes(first, games), start=1):
        laps.append(Lap(number, players, size, entrants, 1 - (1 - level_of(number)) / tries))
        entrants = _kept(entrants, finalists)
    return laps


def _kept(settings: int, finalists: int) -> int:
    return min(settings, max(finalists, -(-settings // SHARE_KEPT)))


def assess(setting: Setting, folder: RunFolder, aims: Sequence[Aim], lap: Lap, matches: int, level: float) -> Standing:
    """What the matches in the folder say about a setting; the interval of its total has this level."""
    games, each = folder.games(), total_level(aims, level)
    answers = [_answer(aim.question, games, each) for aim in aims]
    misses = tuple(aim.miss(answer) for aim, answer in zip(aims, answers, strict=True))
    return Standing(setting, lap, matches, tuple(answers), misses)


def _answer(question: DesignQuestion, games: pl.DataFrame, level: float) -> Estimate:
    answering = matches_for(question, games)
    return answer_to(question, answering[1], question.limits, level) if answering else NOTHING_KNOWN


def cut(standings: Sequence[Standing], lap: Lap, entrants: int, base: Setting) -> list[Standing]:
    """The standings after a lap, with those marked that stop here. The base is always kept, to compare with."""
    ordered = sorted(standings, key=lambda standing: standing.rank)
    best = ordered[0].total
    kept = 0
    marked = []
    for standing in ordered:
        stop: Stop | None = None
        if lap.level is not None and standing.total.low > best.high:
            stop = "beaten"
        elif kept >= entrants:
            stop = "dropped"
        if standing.setting == base:
            stop = None
        kept += stop is None
        marked.append(replace(standing, stopped=stop))
    return marked


def front_of(standings: Sequence[Standing]) -> list[Standing]:
    """The Pareto front: no other setting is at least as good in every aim and better in one."""
    return [one for one in standings if not any(_dominates(other, one) for other in standings)]


def _dominates(one: Standing, other: Standing) -> bool:
    pairs = [(a.value, b.value) for a, b in zip(one.misses, other.misses, strict=True)]
    if any(math.isnan(b) for _, b in pairs):
        return True
    return all(a <= b for a, b in pairs) and any(a < b for a, b in pairs)
