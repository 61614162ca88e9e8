"""Two runs side by side: what changed, with intervals."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.lab.judge.metrics import MetricRow
from quincunx.lab.judge.statistics import Estimate, difference
from quincunx.lab.judge.summary import Summary, summarise
from quincunx.lab.judge.verdicts import Light, Thresholds, Verdict, quantity
from quincunx.lab.report.figures import Figure, error_bars
from quincunx.lab.report.page import write_page
from quincunx.lab.report.report import WORDS
from quincunx.lab.report.table import Cell, ReportTable, cell_text
from quincunx.lab.run.folder import RunFolder
from quincunx.lab.run.spec import Spec
from quincunx.measure.question import SHARE

FORMAT = "quincunx-lab-comparison/1"
Kind = Literal["verdict", "metric"]


@dataclass(frozen=True)
class Change:
    """A number of both runs, and the second minus the first."""

    kind: Kind
    name: str
    what: str
    unit: str
    first: Estimate
    second: Estimate
    change: Estimate
    lights: tuple[Light, Light] | None
    """Of a verdict, in both runs."""

    @property
    def clear(self) -> bool:
        """Whether the interval of the change excludes zero."""
        return self.change.low > 0 or self.change.high < 0

    def as_json(self) -> dict[str, Any]:
        estimates = {name: getattr(self, name).as_json() for name in ("first", "second", "change")}
        return vars(self) | estimates | {"clear": self.clear}


@dataclass(frozen=True)
class Comparison:
    first: Summary
    second: Summary
    changes: tuple[Change, ...]

    @property
    def title(self) -> str:
        return f"{self.first.title} and {self.second.title}"

    @property
    def options(self) -> dict[str, tuple[Any, Any]]:
        """The options in which the runs differ, and their players if they do."""
        one, two = (dict(run.variant) | {"players": list(run.players)} for run in (self.first, self.second))
        return {name: (one[name], two.get(name)) for name in one if one[name] != two.get(name)}

    def of_kind(self, kind: Kind) -> list[Change]:
        return [change for change in self.changes if change.kind == kind]

    def as_json(self) -> dict[str, Any]:
        shown = ("title", "players", "games", "seed", "variant")
        return {
            "format": FORMAT,
            "title": self.title,
            "runs": [{name: getattr(run, name) for name in shown} for run in (self.first, self.second)],
            "options": self.options,
            "changes": [change.as_json() for change in self.changes],
        }


def compare(first: RunFolder, second: RunFolder, thresholds: Thresholds | None = None) -> Comparison:
    """What changed from the first run to the second."""
    check_comparable(first.spec(), second.spec())
    one, two = summarise(first, thresholds), summarise(second, thresholds)
    verdicts = _changes("verdict", one.verdicts, two.verdicts)
    return Comparison(one, two, (*verdicts, *_changes("metric", one.metrics, two.metrics)))


def check_comparable(first: Spec, second: Spec) -> None:
    if first.chosen.seats != second.chosen.seats:
        raise Refusal(ErrorCode.BAD_REQUEST, "a game for one and a game for two have nothing to compare")


Row = Verdict | MetricRow


def _changes(kind: Kind, ones: Sequence[Row], twos: Sequence[Row]) -> list[Change]:
    others = {(row.name, row.player): row for row in twos}
    pairs = ((row, others[row.name, row.player]) for row in ones if (row.name, row.player) in others)
    return [_change(kind, *pair) for pair in pairs if all(row.estimate.is_bounded for row in pair)]


def _change(kind: Kind, one: Row, two: Row) -> Change:
    name = f"{one.name} ({one.player})" if one.player else one.name
    what = one.asks if isinstance(one, Verdict) else one.note
    lights = (one.light, two.light) if isinstance(one, Verdict) and isinstance(two, Verdict) else None
    gap = difference(one.estimate, two.estimate)
    return Change(kind, name, what, one.unit, one.estimate, two.estimate, gap, lights)


# The report.


def write_comparison(folder: RunFolder, comparison: Comparison) -> None:
    """The comparison as a page, as Markdown and as JSON, in a folder of its own."""
    context = {
        "title": comparison.title,
        "introduction": _introduction(comparison),
        "verdicts": _table(comparison.of_kind("verdict")),
        "metrics": _table(comparison.of_kind("metric")),
    }
    write_page(folder, "comparison", comparison, [_figure(comparison)], context)


def _introduction(comparison: Comparison) -> list[str]:
    options = "; ".join(f"{name}: {before} became {after}" for name, (before, after) in comparison.options.items())
    clear = ", ".join(change.name for change in comparison.changes if change.clear)
    runs = (f"{run.games} matches of {', '.join(run.players)}" for run in (comparison.first, comparison.second))
    return [
        f"What differs: {options or 'nothing but the seeds'}. Compared: {' and '.join(runs)}.",
        f"Changed beyond chance (the 95 % interval of the difference excludes zero): {clear or 'nothing'}.",
    ]


def _table(changes: Sequence[Change]) -> ReportTable:
    lights = ["A is", "B is"] if any(change.lights for change in changes) else []
    return ReportTable(["clear", "what", "A", "B", "change", "95 % interval", *lights], list(map(_row, changes)))


def _row(change: Change) -> list[Cell]:
    def text(value: float) -> str:
        return quantity(value, change.unit) if change.kind == "verdict" else cell_text(value)

    gap = change.change
    lights = [WORDS[light] for light in change.lights or ()]
    between = f"{text(gap.low)} … {text(gap.high)}"
    name = f"{change.name}: {change.what}"
    numbers = [text(change.first.value), text(change.second.value), text(gap.value)]
    return ["changed" if change.clear else "", name, *numbers, between, *lights]


def _figure(comparison: Comparison) -> Figure:
    """The changes of all shares, with their intervals."""
    changes = [change for change in comparison.of_kind("verdict") if change.unit == SHARE][::-1]
    gaps = [change.change for change in changes]
    points = {
        "type": "scatter",
        "mode": "markers",
        "x": [gap.value for gap in gaps],
        "y": [change.name for change in changes],
        "error_x": error_bars(gaps),
        "marker": {"size": 9},
    }
    layout = {"xaxis": {"tickformat": "+.0%", "zeroline": True, "title": {"text": "B minus A"}}, "showlegend": False}
    layout |= {"yaxis": {"automargin": True}, "height": 120 + 30 * len(changes)}
    return Figure("What changed", "Shares: B minus A, with 95 % intervals.", [points], layout)
