"""The gauge of a game: its metrics, the kernel that counts them, and the questions about its design."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from quincunx.engine.kernels.arrays import np
from quincunx.measure.common_metrics import COMMON_METRICS
from quincunx.measure.metric import Metric
from quincunx.measure.question import Column, DesignQuestion, Games
from quincunx.measure.session import one_step_per_ply
from quincunx.measure.sheet import COMMON, IntArray, Sheets, lead_of, measure_common

if TYPE_CHECKING:
    from quincunx.engine.game import AnyGame


@dataclass(frozen=True)
class Gauge:
    """What the lab measures in a game, and asks of its design."""

    own: tuple[Metric, ...] = ()
    """The game's own metrics, in the order of their slots."""
    measure: Callable[[Any, IntArray, IntArray, Sheets], None] = measure_common
    """The kernel, for matches with the same first position: that position, one row of moves per match, how many moves
    each row has, and the sheets to write to."""
    lead: Callable[[Any], int] = lead_of
    """The lead of seat 1 in a position that is not over, as `measure` sees it."""
    margin: int = 1
    """A smaller lead counts as none."""
    lead_unit: str = "points of the evaluation"
    questions: tuple[DesignQuestion, ...] = ()
    minutes: tuple[float, float] = (5, 60)
    """How long a match should take, by the specification or by custom."""
    seconds_a_move: float = 10
    """How long a person is assumed to think."""
    steps: Callable[[Games], Column] = one_step_per_ply
    """The steps of each match's animation, from its metrics."""
    knowledge: Mapping[str, str] = field(default_factory=dict)
    """Names and notes of what `know` returns."""
    know: Callable[[Any], Mapping[str, int]] | None = None
    """What a solver knows about a first position, where a game has one; slow."""

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """All metrics, in the order of a sheet."""
        return COMMON_METRICS + (self.own if self.measure is not measure_common else ())

    def sheets(self, matches: int, most_plies: int, heat: IntArray) -> Sheets:
        """Room for this many matches of up to `most_plies`; `heat` has one entry per board cell."""
        slots = COMMON + len(self.own)
        values, leads = np.zeros((matches, slots), np.int64), np.zeros((matches, most_plies), np.int64)
        return Sheets(values, leads, np.zeros(most_plies + 1, np.int64), heat, self.margin)


DEFAULT_GAUGE = Gauge()


def gauge_of(game: "AnyGame") -> Gauge:
    """What is measured in this game: its own gauge, or the common metrics alone."""
    return game.gauge or DEFAULT_GAUGE
