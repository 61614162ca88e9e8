"""The report of a search: patches, the Pareto front, and every setting that was tried."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from quincunx.lab.judge.statistics import Estimate, number_or_none
from quincunx.lab.judge.verdicts import Thresholds, quantity
from quincunx.lab.report.figures import FIRST, NEITHER, SECOND, Figure, error_bars
from quincunx.lab.report.page import write_page
from quincunx.lab.report.patches import Patch, patches_of
from quincunx.lab.report.table import Cell, ReportTable, Section, cell_text
from quincunx.lab.run.folder import RunFolder
from quincunx.lab.search.race import STATED, Standing
from quincunx.lab.search.search import LabSearch, SearchResult
from quincunx.lab.search.space import setting_text

FORMAT = "quincunx-lab-search/1"
SCALE = (
    "The miss of an aim is 0 where the answer reaches the edge of the good zone, 1 at the edge of the acceptable "
    "range, and never below -1 (for a range that was given, never below 0); beyond 1 it grows with the logarithm. "
    "Settings are ranked by the sum of their misses."
)


@dataclass(frozen=True)
class SearchReport:
    result: SearchResult
    title: str
    base_title: str
    patches: tuple[Patch, ...]

    @property
    def verdict(self) -> str:
        best, base = self.result.best, self.result.order.space.base
        name = setting_text(best.setting, base)
        return f"The best of {len(self.result.standings)} settings after {self.result.matches} matches: {name}."

    def as_json(self) -> dict[str, Any]:
        result, order = self.result, self.result.order
        return {
            "format": FORMAT,
            "title": self.title,
            "game": order.game,
            "base": dict(order.variant),
            "players": list(order.players),
            "scouts": list(order.scouts) if order.scouts else None,
            "seed": order.seed,
            "games": result.matches,
            "settings": {"space": order.space.size, "tried": len(result.standings), "refused": order.space.refused},
            "options": {name: list(values) for name, values in order.space.options.items()},
            "aims": [{"name": aim.name, "text": aim.text, "limits": dict(aim.question.limits)} for aim in order.aims],
            "best": dict(result.best.setting),
            "patches": [patch.as_json() for patch in self.patches],
            "front": [dict(standing.setting) for standing in result.front],
            "standings": [standing.as_json() for standing in result.standings],
            "stated": STATED,
        }


def report_on(result: SearchResult, search: LabSearch, thresholds: Thresholds | None = None) -> SearchReport:
    order = result.order
    base = order.spec(order.space.base, order.players, order.games)
    title = f"Search: {base.chosen.name}"
    return SearchReport(result, title, base.title, tuple(patches_of(result, search, thresholds)))


def write_search(folder: RunFolder, report: SearchReport) -> None:
    context = {
        "title": report.title,
        "introduction": _introduction(report),
        "patches": [patch.text for patch in report.patches],
        "sections": _sections(report),
        "stated": [SCALE, STATED],
    }
    write_page(folder, "search", report, _figures(report.result), context)


def _introduction(report: SearchReport) -> list[str]:
    result, order = report.result, report.result.order
    refused = f", {order.space.refused} more are against the rules" if order.space.refused else ""
    scouts = f"; {', '.join(order.scouts)} scouted first" if order.scouts else ""
    return [
        report.verdict,
        f"Improving {report.base_title}. {len(result.standings)} of {order.space.size} settings were tried{refused}. "
        f"Players: {', '.join(order.players)}{scouts}. Seed {order.seed}.",
        *(aim.text for aim in order.aims),
    ]


def _sections(report: SearchReport) -> list[Section]:
    result = report.result
    note = "No other setting that was tried is at least as good in every aim and better in one."
    sections = [
        Section("What the patches change", _effects(report.patches), "Before and after, with 95 % intervals."),
        Section("Pareto front", _standings(result, result.front), note),
        Section("Every setting that was tried", _standings(result, result.standings), "The best first."),
    ]
    note = "Paste a line after quincunx play --id, or into the pages, to see the match."
    return [*sections, Section("Matches worth a look", _matches(report.patches), note)]


def _effects(patches: Sequence[Patch]) -> ReportTable:
    rows: list[list[Cell]] = []
    for number, patch in enumerate(patches, start=1):
        for effect in patch.effects:
            values = [_answer(effect.before, effect.unit), _answer(effect.after, effect.unit)]
            judged = ("better" if effect.better else "worse") if effect.clear else "within chance"
            rows.append([number, effect.name, *values, _answer(effect.change, effect.unit), judged])
    return ReportTable(["patch", "question", "before", "after", "change", ""], rows)


def _standings(result: SearchResult, standings: Sequence[Standing]) -> ReportTable:
    aims = result.order.aims
    head = ["setting", *(aim.name for aim in aims), "total miss", "95 % interval", "matches", "stopped"]
    rows: list[list[Cell]] = []
    for one in standings:
        answers = [quantity(answer.value, aim.question.unit) for aim, answer in zip(aims, one.answers, strict=True)]
        between = f"{cell_text(one.total.low)} … {cell_text(one.total.high)}"
        name = setting_text(one.setting, result.order.space.base)
        rows.append([name, *answers, number_or_none(one.total.value), between, one.matches, one.stopped or ""])
    return ReportTable(head, rows)


def _answer(answer: Estimate, unit: str) -> str:
    return f"{quantity(answer.value, unit)} ({quantity(answer.low, unit)} … {quantity(answer.high, unit)})"


def _matches(patches: Sequence[Patch]) -> ReportTable:
    rows: list[list[Cell]] = [
        [number, match.what, match.value, match.outcome, match.record]
        for number, patch in enumerate(patches, start=1)
        for match in patch.matches
    ]
    return ReportTable(["patch", "which", "value", "outcome", "record"], rows)


def _figures(result: SearchResult) -> list[Figure]:
    """The misses of the first two aims, one point per setting."""
    if len(result.order.aims) < 2:
        return []
    shown = [one for one in result.standings if all(miss.is_bounded for miss in one.misses[:2])]
    front = [one.setting for one in result.front]
    groups = {
        "Pareto front": (FIRST, [one for one in shown if one.setting in front]),
        "other settings": (NEITHER, [one for one in shown if one.setting not in front]),
        "the base": (SECOND, [one for one in shown if one.setting == result.order.space.base]),
    }
    data = [_points(result, name, colour, points) for name, (colour, points) in groups.items() if points]
    one, two = (aim.name for aim in result.order.aims[:2])
    layout = {"xaxis": {"title": {"text": f"miss: {one}"}}, "yaxis": {"title": {"text": f"miss: {two}"}}}
    return [Figure("Settings", "The misses of the first two aims; down and left is better.", data, layout)]


def _points(result: SearchResult, name: str, colour: str, standings: Sequence[Standing]) -> dict[str, Any]:
    across, up = ([one.misses[place] for one in standings] for place in (0, 1))
    few = len(standings) <= 12
    return {
        "type": "scatter",
        "mode": "markers",
        "name": name,
        "x": [miss.value for miss in across],
        "y": [miss.value for miss in up],
        "error_x": error_bars(across) | {"visible": few},
        "error_y": error_bars(up) | {"visible": few},
        "text": [setting_text(one.setting, result.order.space.base) for one in standings],
        "marker": {"size": 9, "color": colour},
    }
