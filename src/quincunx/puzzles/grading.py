"""How hard a puzzle is: which levels find its answer, and how often."""

import math
from typing import Any, NamedTuple

from quincunx.engine.game import AnyGame
from quincunx.engine.kernels.randomness import word
from quincunx.puzzles.kind import Finding, PuzzleKind
from quincunx.puzzles.streams import PuzzleStream

TRIES = 3
"""Of each level: weak ones overlook different moves each time."""
MIDDLE, POINTS = 1500, 400


class Grading(NamedTuple):
    rating: int
    found_by: str | None


def grade(game: AnyGame, kind: PuzzleKind, position: Any, finding: Finding, seed: int) -> Grading:
    """The rating of a puzzle, and the weakest level that found its answer each time."""
    solved = {level: solves(game, kind, position, finding, level, seed) for level in kind.graders}
    found_by = next((level for level, times in solved.items() if times == TRIES), None)
    return Grading(rating_of(sum(solved.values()), TRIES * len(solved)), found_by)


def solves(game: AnyGame, kind: PuzzleKind, position: Any, finding: Finding, level: str, seed: int) -> int:
    """How many times a level finds the answer, of as many as it tries."""
    seeds = [abs(word(seed, PuzzleStream.GRADINGS, attempt)) for attempt in range(TRIES)]
    return sum(kind.solves(game, position, finding, level, own) for own in seeds)


def rating_of(solved: int, tries: int) -> int:
    """The rating at which an average level of 1500 would have solved this many; never without doubt."""
    share = (solved + 0.5) / (tries + 1)
    return round(MIDDLE + POINTS * math.log10((1 - share) / share))
