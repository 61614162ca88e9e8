"""An opponent that fits a person: one number per person and game that follows the results.

The number is a place on the ladder of the game's levels, from 1 for the weakest. A win moves it up, a loss moves it
down a little further, so that it comes to rest where the person wins 55 % of the matches. A page keeps the number and
asks for the level at that place; records and matches name the level, never the fit. Pages move the number themselves
(`web/src/state/fit.ts`), since only they keep it; here the same is done for tests and benchmarks, and
`tests/search/fit_cases.json` says what both must do.
"""

from collections.abc import Iterable
from typing import NamedTuple


class Fit(NamedTuple):
    """Where a newcomer starts, and by how much each result moves the number. The catalogue tells pages."""

    start: float = 1.0
    win: float = 0.9
    draw: float = -0.1
    loss: float = -1.1

    def after(self, number: float, points: float, rungs: int) -> float:
        """The number after one match: `points` are 1 for the person's win, 0.5 for a draw, 0 for a loss."""
        step = {1.0: self.win, 0.5: self.draw, 0.0: self.loss}[points]
        return min(float(rungs), max(1.0, number + step))

    def follow(self, results: Iterable[float], rungs: int) -> float:
        """The number of a person with these results, oldest first: what stored matches say."""
        number = self.start
        for points in results:
            number = self.after(number, points, rungs)
        return number


FIT = Fit()


def rung_at(number: float) -> int:
    """The place on the ladder, counted from 1, that a number stands for; halves go up."""
    return int(number + 0.5)
