"""Playing until every verdict is in: the matches double from look to look, and no look is for free.

Whoever looks often enough at growing data will one day see what is not there. So the k-th look uses intervals of level
1 - 0.05 / (k (k + 1)): the chances of error of all looks together, however many, add up to 5 % for each question.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from quincunx.lab.judge.statistics import LEVEL
from quincunx.lab.judge.verdicts import GREY, Thresholds, Verdict, judge
from quincunx.lab.run.folder import RunFolder
from quincunx.lab.run.runner import Progress, run
from quincunx.lab.run.spec import Spec
from quincunx.lab.run.workers import Crew

STATED = (
    "Played until sure: the matches doubled from look to look, and the k-th look used intervals of level "
    "1 - 0.05 / (k (k + 1)), so that all looks together err in at most 5 % of runs, for each question."
)


class Checkpoint(NamedTuple):
    number: int
    games: int
    level: float
    undecided: list[str]


def level_of(look: int) -> float:
    """The level of the intervals at the k-th look, k from 1."""
    return 1 - (1 - LEVEL) / (look * (look + 1))


def sizes(first: int, cap: int) -> Iterator[int]:
    """How many matches there are at each look."""
    games = first
    while games < cap:
        yield games
        games *= 2
    yield cap


def run_until_sure(
    plan: Callable[[int], Spec],
    open_folder: Callable[[Spec], RunFolder],
    crew: Crew,
    games: int,
    cap: int,
    thresholds: Thresholds | None = None,
    progress: Callable[[Progress], None] = lambda _: None,
    heard: Callable[[Checkpoint], None] = lambda _: None,
    stopped: Callable[[], bool] = lambda: False,
) -> Checkpoint:
    """Play on until every verdict is decided, or `cap` matches are played; the last look."""
    for number, size in enumerate(sizes(games, cap), start=1):
        spec = plan(size)
        folder = open_folder(spec)
        run(spec, folder, crew, progress, stopped)
        level = level_of(number)
        look = Checkpoint(number, size, level, undecided(judge(spec.chosen, folder.games(), thresholds, level)))
        heard(look)
        if not look.undecided:
            break
    return look


def undecided(verdicts: list[Verdict]) -> list[str]:
    return [verdict.name for verdict in verdicts if verdict.light == GREY]
