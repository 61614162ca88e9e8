"""A sweep: the same run for every combination of some options; a table, heat maps, and the best by a stated aim."""

import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

from quincunx.engine.errors import ErrorCode, Refusal, quoted
from quincunx.engine.game import AnyGame
from quincunx.lab.judge.metrics import metric_descriptions
from quincunx.lab.judge.statistics import Estimate, number_or_none
from quincunx.lab.judge.summary import Summary, summarise
from quincunx.lab.judge.verdicts import AMBER, GREEN, RED, Thresholds, Verdict
from quincunx.lab.report.figures import Figure
from quincunx.lab.report.page import write_page
from quincunx.lab.report.table import Cell, ReportTable, cell_text
from quincunx.lab.run.folder import RunFolder

FORMAT = "quincunx-lab-sweep/1"
AIMS = {
    "balanced": "the first side's distance from 50 %, plus the share without a winner, as small as possible",
    "fair": "the first side's score as close to 50 % as possible",
    "decisive": "as few matches without a winner as possible",
    "lights": "as few red lights as possible, then as few amber ones",
}
SHOWN = ("fair", "decisive", "session")
"""Questions whose answers the table shows; in a game for one, all but `varied`."""
LABELS = {"fair": "first side's score", "decisive": "without a winner"}
MOST_SETTINGS = 200
AIM, AIM_NOTE = "the aim", "How far off the aim: lighter is better."
MAP_NOTE = "Darker is more."

Setting = Mapping[str, Any]


class Aim(NamedTuple):
    """A number that should be as small as possible."""

    text: str
    distance: Callable[[Summary], Estimate]
    """How far a run is from the aim."""


@dataclass(frozen=True)
class SweepRow:
    """One setting and the answers that it gives."""

    setting: Setting
    summary: Summary
    distance: Estimate
    """From the aim."""

    @property
    def plies(self) -> float:
        return _metric(self.summary, "plies").value

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


def settings(varied: Sequence[str]) -> list[dict[str, Any]]:
    """All combinations of options given as `goblins=0,1,2`; a value is JSON, or a word."""
    options: dict[str, list[Any]] = {}
    for text in varied:
        name, _, values = text.partition("=")
        if not name.strip() or not values.strip():
            raise Refusal(ErrorCode.BAD_REQUEST, f"{quoted(text)} varies nothing; write it like goblins=0,1,2")
        options[name.strip()] = _values(values)
    combinations = [dict(zip(options, combination, strict=True)) for combination in product(*options.values())]
    if len(combinations) > MOST_SETTINGS:
        problem = f"that makes {len(combinations)} settings; a sweep has at most {MOST_SETTINGS}"
        raise Refusal(ErrorCode.BAD_REQUEST, problem)
    return combinations


def _values(text: str) -> list[Any]:
    """JSON values with commas between them; words need no quotes."""
    try:
        return list(json.loads(f"[{text}]"))
    except ValueError:
        return [_value(part.strip()) for part in text.split(",")]


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def setting_name(setting: Setting) -> str:
    """The name of its folder."""
    texts = (
        f"{name}={'-'.join(map(str, value)) if isinstance(value, list) else value}" for name, value in setting.items()
    )
    return ",".join(texts) or "standard"


# The aim.


def read_aim(text: str) -> Aim:
    """A named aim, or `min:METRIC`, `max:METRIC`, `METRIC:20` for the mean of a metric."""
    if text in AIMS:
        distances = {"balanced": _balance, "fair": _fairness, "decisive": _draws, "lights": _lights}
        return Aim(AIMS[text], distances[text])
    one, _, two = text.partition(":")
    if one in ("min", "max") and two:
        sign, size = (1, "small") if one == "min" else (-1, "large")
        return Aim(f"the mean of {two} as {size} as possible", lambda summary: _times(sign, _metric(summary, two)))
    try:
        goal = float(two)
    except ValueError:
        names = ", ".join(AIMS)
        problem = f"there is no aim {quoted(text)}; choose {names}, min:METRIC, max:METRIC or METRIC:20"
        raise Refusal(ErrorCode.BAD_REQUEST, problem) from None
    text = f"the mean of {one} as close to {goal:g} as possible"
    return Aim(text, lambda summary: _distance(_metric(summary, one), goal))


def check_aim(game: AnyGame, text: str) -> None:
    """Refuse an aim at something that is not measured, before anything is played."""
    read_aim(text)
    name = text.removeprefix("min:").removeprefix("max:").partition(":")[0]
    if text not in AIMS and name not in metric_descriptions(game):
        raise _no_metric(name, metric_descriptions(game))


def _metric(summary: Summary, name: str) -> Estimate:
    """The mean of a metric."""
    for row in summary.metrics:
        if row.name == name and row.estimate.is_bounded:
            return row.estimate
    raise _no_metric(name, [row.name for row in summary.metrics])


def _no_metric(name: str, known: Iterable[str]) -> Refusal:
    problem = f"there is no metric {quoted(name)} to aim at; there are {', '.join(known)}"
    return Refusal(ErrorCode.BAD_REQUEST, problem)


def _answer(summary: Summary, name: str) -> Estimate:
    for verdict in summary.verdicts:
        if verdict.name == name:
            return verdict.estimate
    raise Refusal(ErrorCode.BAD_REQUEST, f"{summary.game} has no answer to {quoted(name)}; choose another aim")


def _times(sign: int, estimate: Estimate) -> Estimate:
    low, high = sorted((sign * estimate.low, sign * estimate.high))
    return Estimate(sign * estimate.value, low, high, estimate.n)


def _distance(estimate: Estimate, goal: float) -> Estimate:
    """How far off the goal, and which distances the interval leaves possible."""
    ends = abs(estimate.low - goal), abs(estimate.high - goal)
    nearest = 0.0 if estimate.low <= goal <= estimate.high else min(ends)
    return Estimate(abs(estimate.value - goal), nearest, max(ends), estimate.n)


def _fairness(summary: Summary) -> Estimate:
    return _distance(_answer(summary, "fair"), 0.5)


def _draws(summary: Summary) -> Estimate:
    return _answer(summary, "decisive")


def _balance(summary: Summary) -> Estimate:
    fair, drawn = _fairness(summary), _draws(summary)
    return Estimate(fair.value + drawn.value, fair.low + drawn.low, fair.high + drawn.high, fair.n)


def _lights(summary: Summary) -> Estimate:
    worth = summary.lights[RED] + summary.lights[AMBER] / 100
    return Estimate(worth, worth, worth, summary.games)


# The sweep.


def summarise_sweep(
    folders: Sequence[tuple[Setting, RunFolder]], aim: str, thresholds: Thresholds | None = None
) -> Sweep:
    """One row per setting, the best first."""
    chosen = read_aim(aim)
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
