"""The report on people: one section per rule set, with every question beside the levels."""

from typing import Any

from quincunx.lab.judge.statistics import Estimate
from quincunx.lab.judge.verdicts import quantity
from quincunx.lab.people.study import StudiedRules, Study
from quincunx.lab.report.figures import Figure, error_bars
from quincunx.lab.report.page import write_page
from quincunx.lab.report.table import Cell, ReportTable, Section
from quincunx.lab.run.folder import RunFolder

NOTE = (
    "The same questions of matches that people played and of each level against itself; differences are people minus "
    "AI, with 95 % intervals. Intervals of people take every match for an independent one, though a person may have "
    "played many. Questions about seats count only matches between two people. The level that plays most like people "
    "is the one whose differences are smallest on average, each measured by what chance alone allows."
)


def write_study(folder: RunFolder, study: Study) -> None:
    enough = [one for one in study.studied if one.rules.enough]
    context = {
        "title": study.title,
        "introduction": study.verdicts,
        "sections": [section for one in enough for section in _sections(one)],
        "note": NOTE,
    }
    write_page(folder, "people", study, [_figure(one) for one in enough], context)


def _sections(studied: StudiedRules) -> list[Section]:
    levels: list[list[Cell]] = [[one.level, one.differing, one.questions, one.mean_gap] for one in studied.levels]
    head = ["level", "answers that differ", "of", "mean difference (1: the edge of chance)"]
    return [
        Section(studied.rules.title, ReportTable(head, levels), studied.verdict),
        Section(f"{studied.rules.title}: the questions", _questions(studied), "People, and each level."),
    ]


def _questions(studied: StudiedRules) -> ReportTable:
    rows: list[list[Cell]] = []
    for row in studied.rows:
        unit = row.verdict.unit
        for gap in row.gaps:
            clear = "differs" if gap.clear else "within chance"
            texts = [_text(row.verdict.estimate, unit), _text(gap.ai, unit), _text(gap.difference, unit)]
            rows.append([f"{row.verdict.name}: {row.verdict.asks}", gap.level, *texts, clear])
    return ReportTable(["question", "level", "people", "AI", "difference", ""], rows)


def _text(answer: Estimate, unit: str) -> str:
    return f"{quantity(answer.value, unit)} ({quantity(answer.low, unit)} … {quantity(answer.high, unit)})"


def _figure(studied: StudiedRules) -> Figure:
    """Each level's differences in shares."""
    rows = [row for row in studied.rows if row.verdict.unit == "share"][::-1]
    data = []
    for level in [one.level for one in studied.levels]:
        gaps = [(row.verdict.name, gap) for row in rows for gap in row.gaps if gap.level == level]
        differences = [gap.difference for _, gap in gaps]
        data.append(
            {
                "type": "scatter",
                "mode": "markers",
                "name": level,
                "x": [one.value for one in differences],
                "y": [name for name, _ in gaps],
                "error_x": error_bars(differences),
                "marker": {"size": 9},
            }
        )
    layout: dict[str, Any] = {"xaxis": {"tickformat": "+.0%", "zeroline": True, "title": {"text": "people minus AI"}}}
    layout |= {"yaxis": {"automargin": True}, "height": 160 + 34 * len(rows)}
    return Figure(studied.rules.title, "Differences in shares, with 95 % intervals.", data, layout)
