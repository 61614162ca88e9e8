"""A sweep: the same run for every combination of some options; a table, heat maps, and the best by a stated aim."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from quincunx.lab.judge.aims import metric_of, read_sweep_aim
from quincunx.lab.judge.statistics import Estimate, number_or_none
from quincunx.lab.judge.summary import Summary, summarise
from quincunx.lab.judge.verdicts import AMBER, GREEN, RED, Thresholds, Verdict
from quincunx.lab.report.figures import Figure
from quincunx.lab.report.page import write_page
from quincunx.lab.report.table import Cell, ReportTable, cell_text
from quincunx.lab.run.folder import RunFolder
from quincunx.lab.search.space import Setting

FORMAT = "quincunx-lab-sweep/1"
SHOWN = ("fair", "decisive", "session")
"""Questions whose answers the table shows; in a game for one, all but `varied`."""
LABELS = {"fair": "first side's score", "decisive": "without a winner"}
AIM, AIM_NOTE = "the aim", "How far off the aim: lighter is better."
MAP_NOTE = "Darker is more."


@dataclass(frozen=True)
class SweepRow:
    """One setting and the answers that it gives."""

    setting: Setting
    summary: Summary
    distance: Estimate
    """From the aim."""

    @property
    def plies(self) -> float:
        return metric_of(self.summary, "plies").value

    @property
    def answers(self) -> dict[str, Verdict]:
        """The verdicts that the table shows."""
        verdicts = {verdict.name: verdict for verdict in self.summary.verdicts}
        names = SHOWN if "fair" in verdicts else [name for name in verdicts if name != "varied"]
        return {name: verdicts[name] for name in names if name in verdicts}

    def as_json(self) -> dict[str, Any]:
        aim = {"value": self.distance.value, "low": self.distance.low, "high": self.distance.high}
        return {
            "setting": dict(self.setting),
            "title": self.summary.title,
            "games": self.summary.games,
            "lights": self.summary.lights,
            "aim": {name: number_or_none(number) for name, number in aim.items()},
            "plies": self.plies,
            "answers": {name: verdict.as_json() for name, verdict in self.answers.items()},
        }


@dataclass(frozen=True)
class Sweep:
    aim: str
    rows: tuple[SweepRow, ...]
    """The best first."""

    @property
    def title(self) -> str:
        return f"Sweep of {self.best.summary.title.partition(' · ')[0]}"

    @property
    def best(self) -> SweepRow:
        return self.rows[0]

    @property
    def clear(self) -> bool:
        """Whether the best is better than every other beyond chance."""
        return all(other.distance.low > self.best.distance.high for other in self.rows[1:])

    @property
    def verdict(self) -> str:
        best = ", ".join(f"{name} {value}" for name, value in self.best.setting.items()) or "as it is"
        sure = "clearly" if self.clear else "though others may be as good within their intervals"
        return f"Aim: {self.aim}. Best: {best}, {sure}."

    def as_json(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "title": self.title,
            "aim": self.aim,
            "best": dict(self.best.setting),
            "clear": self.clear,
            "rows": [row.as_json() for row in self.rows],
        }


# The sweep.


def summarise_sweep(
    folders: Sequence[tuple[Setting, RunFolder]], aim: str, thresholds: Thresholds | None = None
) -> Sweep:
    """One row per setting, the best first."""
    chosen = read_sweep_aim(aim)
    summaries = ((setting, summarise(folder, thresholds)) for setting, folder in folders)
    rows = [SweepRow(setting, summary, chosen.distance(summary)) for setting, summary in summaries]
    return Sweep(chosen.text, tuple(sorted(rows, key=_rank)))


def _rank(row: SweepRow) -> float:
    return math.inf if math.isnan(row.distance.value) else row.distance.value


# The report.


def write_sweep(folder: RunFolder, sweep: Sweep) -> None:
    context = {"title": sweep.title, "introduction": sweep.verdict, "settings": _table(sweep)}
    write_page(folder, "sweep", sweep, heat_maps(sweep), context)


def _table(sweep: Sweep) -> ReportTable:
    shown = list(sweep.best.answers)
    head = [*sweep.best.setting, "matches", "aim", "95 % interval", *shown, "plies", "red", "amber", "green"]
    return ReportTable(head, [_row(row, shown) for row in sweep.rows])


def _row(row: SweepRow, shown: Sequence[str]) -> list[Cell]:
    options = [str(value) for value in row.setting.values()]
    distance = row.distance
    between = f"{cell_text(distance.low)} … {cell_text(distance.high)}"
    answers = [number_or_none(row.answers[name].estimate.value) for name in shown]
    lights = [row.summary.lights[light] for light in (RED, AMBER, GREEN)]
    return [*options, row.summary.games, distance.value, between, *answers, row.plies, *lights]


def heat_maps(sweep: Sweep) -> list[Figure]:
    """One map per number, over the first two options; further options are averaged over."""
    maps = [_map(sweep, AIM, AIM_NOTE, lambda row: row.distance.value)]
    for name in sweep.best.answers:
        if name != "session":  # proportional to the plies
            label = LABELS.get(name, name)
            maps.append(_map(sweep, label, MAP_NOTE, lambda row, name=name: row.answers[name].estimate.value))  # type: ignore[misc]
    return [*maps, _map(sweep, "plies", MAP_NOTE, lambda row: row.plies)]


def _map(sweep: Sweep, label: str, note: str, number: Callable[[SweepRow], float]) -> Figure:
    across, down = [*sweep.best.setting, None][:2]
    columns, lines = _distinct(sweep, across), _distinct(sweep, down)
    cells = [
        [_mean([number(row) for row in sweep.rows if _is_at(row, {across: column, down: line})]) for column in columns]
        for line in lines
    ]
    heat = {
        "type": "heatmap",
        "x": columns,
        "y": lines,
        "z": cells,
        "colorscale": "YlGnBu",
        "reversescale": True,
        "texttemplate": "%{z:.3g}",
    }
    layout: dict[str, Any] = {"xaxis": {"type": "category", "title": {"text": across}}}
    layout["yaxis"] = {"type": "category", "title": {"text": down or ""}, "automargin": True}
    note = f"{note} Further options, if there are any, are averaged over."
    return Figure(label.capitalize(), note, [heat], layout | {"height": 160 + 48 * len(lines)})


def _mean(numbers: Sequence[float]) -> float | None:
    known = [number for number in numbers if math.isfinite(number)]
    return sum(known) / len(known) if known else None


def _is_at(row: SweepRow, place: Mapping[str | None, str]) -> bool:
    return all(name is None or str(row.setting[name]) == text for name, text in place.items())


def _distinct(sweep: Sweep, name: str | None) -> list[str]:
    """The values of an option in their order, as texts."""
    if name is None:
        return [""]
    texts = {str(row.setting[name]): row.setting[name] for row in sweep.rows}
    try:
        return sorted(texts, key=lambda text: texts[text])
    except TypeError:
        return sorted(texts)
