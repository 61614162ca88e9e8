"""The rows of a summary about metrics: mean with interval, and the spread, of every metric."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from quincunx.engine.game import AnyGame
from quincunx.lab.judge.statistics import Estimate, estimate
from quincunx.lab.judge.verdicts import columns
from quincunx.measure.gauge import gauge_of
from quincunx.measure.question import mean_of

Values = npt.NDArray[np.float64]

SKIPPED_ALONE = ("lead_changes", "behind", "settled", "comeback")
"""Metrics that mean nothing in a game for one."""


class Description(NamedTuple):
    note: str
    unit: str


@dataclass(frozen=True)
class Spread:
    p05: float
    median: float
    p95: float
    least: float
    most: float


@dataclass(frozen=True)
class MetricRow:
    """One metric over many matches."""

    name: str
    player: str | None
    """In a game for one: the player that it is about."""
    note: str
    unit: str
    estimate: Estimate
    """Of the mean."""
    spread: Spread

    def as_json(self) -> dict[str, Any]:
        begin = {"name": self.name, "player": self.player, "note": self.note, "unit": self.unit}
        return begin | self.estimate.as_json() | vars(self.spread)


def metric_rows(game: AnyGame, games: pl.DataFrame) -> list[MetricRow]:
    """One row per metric; in a game for one, also per player."""
    groups = sorted(games.group_by("player_1")) if game.seats == 1 else [((None,), games)]
    return [row for (player,), part in groups for row in _rows(game, part, player)]


def _rows(game: AnyGame, games: pl.DataFrame, player: str | None) -> list[MetricRow]:
    pairs, descriptions = columns(games)["pair"], metric_descriptions(game)
    rows = []
    for name, values in _values(game, games).items():
        known = ~np.isnan(values)
        if known.any():
            mean = estimate(mean_of({"pair": pairs[known]}, values[known]), share=False)
            rows.append(MetricRow(name, player, *descriptions[name], mean, _spread(values[known])))
    return rows


def _spread(values: Values) -> Spread:
    p05, median, p95 = (float(np.quantile(values, at)) for at in (0.05, 0.5, 0.95))
    return Spread(p05, median, p95, float(values.min()), float(values.max()))


def _values(game: AnyGame, games: pl.DataFrame) -> dict[str, Values]:
    """The columns that are metrics, as numbers, and those that follow from them."""
    names = [name for name in metric_descriptions(game) if name in games.columns]
    values = {name: games[name].cast(pl.Float64).to_numpy() for name in names}
    plies = np.maximum(games["plies"].to_numpy(), 1)
    return values | {"branching": games["choices"].to_numpy() / plies}


def metric_descriptions(game: AnyGame) -> dict[str, Description]:
    """Note and unit of every metric that a report shows."""
    gauge = gauge_of(game)
    skipped = {"result", "choices", *(SKIPPED_ALONE if game.seats == 1 else ())}
    own = {metric.name: Description(metric.note, metric.unit) for metric in gauge.metrics if metric.name not in skipped}
    if "comeback" in own:  # a lead, in the unit of this game's leads
        own["comeback"] = own["comeback"]._replace(unit=gauge.lead_unit)
    searched = {
        "branching": Description("legal moves per turn", "moves"),
        "decision_good": Description("good moves in the position that was searched", "moves"),
        "decision_moves": Description("legal moves in that position", "moves"),
        "proven_from": Description("the first ply at which a player proved its move", "ply"),
    }
    return own | searched | {name: Description(note, "") for name, note in gauge.knowledge.items()}
