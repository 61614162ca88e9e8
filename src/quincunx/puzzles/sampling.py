"""Puzzles whose best move depends on what nobody can see: it is best on average, by a margin that samples confirm.

A kind gives what each move is worth in many equally likely draws of the unknown. A puzzle is checked by as many fresh
draws, and by plain search in each of them: the 95 % interval of the best move's margin over every other move lies above
zero.
"""

import math
from abc import abstractmethod
from typing import Any, ClassVar

from quincunx.engine.kernels.arrays import np
from quincunx.engine.kernels.compiler import kernel
from quincunx.engine.kernels.randomness import word
from quincunx.engine.rules import play
from quincunx.puzzles.kind import Finding, PuzzleKind, Scores, all_moves
from quincunx.puzzles.plain_search import plain_worth
from quincunx.puzzles.puzzle import Verification
from quincunx.puzzles.streams import PuzzleStream
from quincunx.search.hooks import sample
from quincunx.search.workspace import Words

SAMPLES = 1000
UNIT = 100
"""A score is an average in hundredths."""
FRESH_SEED = 2
CONFIDENCE = 1.96
"""Standard errors to either side of the middle of a 95 % interval."""
CLEAR = 6.0
"""Standard errors of a margin that makes a puzzle: fresh samples then confirm it, whatever they are."""
SAME = 8.0
"""Standard errors by which an average may differ from one of other samples."""

DRAWS = int(PuzzleStream.SAMPLES)
"""Kernels know numbers, not enums."""

Worths = dict[int, Any]
"""By move: an array of what it is worth in each of several equally likely draws, the same draws for every move."""


class SampledKind(PuzzleKind):
    """The move that is best on average."""

    verified: ClassVar[Verification] = "fresh samples"
    plies: ClassVar[int]
    """How far a move is followed: this many plies of best play."""
    result_weight: ClassVar[int]
    """What a match that is won by then counts, beside the lead."""

    @abstractmethod
    def worths(self, position: Any) -> Worths:
        """What every move is worth, by the quickest code there is."""

    def lead_before(self, position: Any) -> int:
        """What is taken off the lead in the end, where only the gain counts."""
        return 0

    @abstractmethod
    def asks(self, position: Any, finding: Finding) -> bool:
        """Whether a position with one clearly best move makes a puzzle."""

    def find(self, position: Any) -> Finding | None:
        worths = self.worths(position)
        if len(worths) < 2:
            return None
        finding = Finding(1, averages(worths))
        clear = len(finding.answers) == 1 and margins_above(worths, finding.answers[0], CLEAR)
        return finding if clear and self.asks(position, finding) else None

    def scores(self, position: Any, length: int) -> Scores:
        return averages(self.worths(position))

    def check(self, position: Any, length: int) -> Scores:
        return averages(self.fresh_worths(position))

    def confirms(self, position: Any, length: int, scores: Scores) -> bool:
        """Averages differ from sample to sample; the best move must not."""
        fresh = self.fresh_worths(position)
        best = max(scores, key=lambda move: scores[move])
        return (
            set(fresh) == set(scores)
            and margins_above(fresh, best, CONFIDENCE)
            and all(_is_average(scores[move], worths) for move, worths in fresh.items())
        )

    def fresh_worths(self, position: Any) -> Worths:
        """By draws that found no puzzle, and by plain search in each of them."""
        fresh = {}
        for move in all_moves(position):
            leads = np.zeros(SAMPLES, np.int64)
            plain_leads(position, move, self.plies, self.result_weight, FRESH_SEED, leads)
            fresh[move] = leads - self.lead_before(position)
        return fresh


@kernel
def plain_leads(position: Any, move: int, plies: int, result_weight: int, seed: int, leads: Words) -> None:
    """Fill `leads`: what a move leads to by plain search, in as many draws of what the position hides."""
    for k in range(len(leads)):
        after = play(sample(position, word(seed, DRAWS, k)), move)
        lead = plain_worth(after, plies - 1, result_weight, 1)
        leads[k] = lead if after.turn == position.turn else -lead


def averages(worths: Worths) -> Scores:
    return {move: round(UNIT * float(values.mean())) for move, values in worths.items()}


def margins_above(worths: Worths, best: int, errors: float) -> bool:
    """Whether the best move is ahead of every other by more than this many standard errors of `SAMPLES` draws."""
    return all(_margin_above(worths[best] - values, errors) for move, values in worths.items() if move != best)


def _margin_above(differences: Any, errors: float) -> bool:
    return float(differences.mean()) > errors * float(differences.std()) / math.sqrt(SAMPLES)


def _is_average(score: int, worths: Any) -> bool:
    error = float(worths.std()) / math.sqrt(SAMPLES)
    return abs(score / UNIT - float(worths.mean())) <= SAME * error + 1 / UNIT
