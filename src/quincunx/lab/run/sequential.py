"""Playing until every verdict is in: the matches double from checkpoint to checkpoint.

Anyone who checks growing data often enough will some day see an effect that is not there. So the k-th checkpoint uses
intervals of level 1 - 0.05 / (k (k + 1)): the chances of error of all checkpoints, however many, add up to 5 % for each
question.
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
    "Played until sure: the matches doubled from checkpoint to checkpoint, and the k-th checkpoint used intervals of "
    "level 1 - 0.05 / (k (k + 1)), so that all of them together err in at most 5 % of runs, for each question."
)


class Checkpoint(NamedTuple):
    number: int
    games: int
    level: float
    undecided: list[str]


def level_of(checkpoint: int) -> float:
    """The level of the intervals at the k-th checkpoint, k from 1."""
    return 1 - (1 - LEVEL) / (checkpoint * (checkpoint + 1))


def sizes(first: int, cap: int) -> Iterator[int]:
    """How many matches there are at each checkpoint."""
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
    on_checkpoint: Callable[[Checkpoint], None] = lambda _: None,
    stopped: Callable[[], bool] = lambda: False,
) -> Checkpoint:
    """Play on until every verdict is decided, or `cap` matches are played; the last checkpoint."""
    for number, size in enumerate(sizes(games, cap), start=1):
        spec = plan(size)
        folder = open_folder(spec)
        run(spec, folder, crew, progress, stopped)
        level = level_of(number)
        checkpoint = Checkpoint(number, size, level, undecided(judge(spec.chosen, folder.games(), thresholds, level)))
        on_checkpoint(checkpoint)
        if not checkpoint.undecided:
            break
    return checkpoint


def undecided(verdicts: list[Verdict]) -> list[str]:
    return [verdict.name for verdict in verdicts if verdict.light == GREY]
