"""The report of a run."""

from collections.abc import Sequence

from quincunx.lab.judge.statistics import LEVEL, Estimate
from quincunx.lab.judge.summary import Summary, summarise
from quincunx.lab.judge.verdicts import AMBER, GREEN, GREY, RED, Light, Thresholds, Verdict, quantity
from quincunx.lab.report.figures import figures
from quincunx.lab.report.page import write_page
from quincunx.lab.report.scale import scale_of
from quincunx.lab.report.table import Cell, ReportTable, Section, cell_text
from quincunx.lab.run.folder import RunFolder

WORDS: dict[Light, str] = {GREEN: "good", AMBER: "acceptable", RED: "bad", GREY: "not enough games to tell"}
SYMBOLS: dict[Light, str] = {GREEN: "🟢", AMBER: "🟡", RED: "🔴", GREY: "⚪"}


def write_report(
    folder: RunFolder, thresholds: Thresholds | None = None, level: float = LEVEL, notes: Sequence[str] = ()
) -> Summary:
    """Summarise the run and write its three files; the summary."""
    summary = summarise(folder, thresholds, level, notes)
    drawn = figures(folder.spec().chosen, folder.games(), folder.squares(), summary)
    context = {
        "summary": summary,
        "subtitle": subtitle(summary),
        "headline": headline(summary.verdicts),
        "sections": sections(summary),
        "words": WORDS,
        "symbols": SYMBOLS,
        "interval": interval,
        "scale_of": scale_of,
    }
    write_page(folder, "report", summary, drawn, context)
    return summary


def subtitle(summary: Summary) -> str:
    players = " against ".join(summary.players) if len(summary.players) == 2 else ", ".join(summary.players)
    unfinished = "" if summary.complete else ", so far"
    return f"{summary.games} matches, {players}, seed {summary.seed}{unfinished}"


def headline(verdicts: Sequence[Verdict]) -> str:
    """What is bad; where nothing is, what is only acceptable."""
    for light in (RED, AMBER):
        if statements := [verdict.statement for verdict in verdicts if verdict.light == light]:
            return " ".join(statements)
    return "These matches show nothing wrong."


def interval(verdict: Verdict) -> str:
    answer = verdict.estimate
    if not answer.is_bounded:
        return "no interval"
    return f"{quantity(answer.low, verdict.unit)} … {quantity(answer.high, verdict.unit)}"


# The tables.


def sections(summary: Summary) -> list[Section]:
    tables = [
        Section("Outcomes", _outcomes(summary), "First-seat scores with 95 % intervals."),
        Section("Metrics", _metrics(summary), "Of the main pairing: means with 95 % intervals, and the spread."),
    ]
    if summary.notable:
        note = "Paste a line after quincunx play --id, or into the pages, to see the match."
        tables.append(Section("Matches worth a look", _notable(summary), note))
    tables.append(Section("Thresholds", _thresholds(summary), "Change one with --threshold fair.good_most=0.55."))
    if summary.times.choices:
        note = "On the machines that played; these numbers differ from run to run."
        tables.append(Section("Time", _times(summary), note))
    return tables


def _outcomes(summary: Summary) -> ReportTable:
    kinds = sorted({kind for row in summary.outcomes for kind in row.outcomes})
    head = ["pairing", "seats", "games", *(f"seat {kind}" if kind in "12" else kind for kind in kinds), "first seat"]
    rows: list[list[Cell]] = []
    for row in summary.outcomes:
        counts = [row.outcomes.get(kind, 0) for kind in kinds]
        rows.append([row.pairing, " – ".join(row.seats), row.games, *counts, _score(row.first_seat)])
    return ReportTable(head, rows)


def _score(score: Estimate | None) -> str:
    if score is None:
        return ""
    return f"{100 * score.value:.1f} % ({100 * score.low:.1f} … {100 * score.high:.1f})"


def _metrics(summary: Summary) -> ReportTable:
    head = ["metric", "mean", "95 % interval", "5 %", "median", "95 %", "least", "most", "what it is"]
    rows: list[list[Cell]] = []
    for row in summary.metrics:
        name = f"{row.name} ({row.player})" if row.player else row.name
        mean, spread = row.estimate, row.spread
        between = f"{cell_text(mean.low)} … {cell_text(mean.high)}" if mean.is_bounded else ""
        unit = f" [{row.unit}]" if row.unit else ""
        numbers = [spread.p05, spread.median, spread.p95, spread.least, spread.most]
        rows.append([name, mean.value, between, *numbers, row.note + unit])
    return ReportTable(head, rows)


def _notable(summary: Summary) -> ReportTable:
    rows: list[list[Cell]] = [
        [match.what, match.value, match.number, match.outcome, match.record] for match in summary.notable
    ]
    return ReportTable(["which", "value", "match", "outcome", "record"], rows)


def _thresholds(summary: Summary) -> ReportTable:
    limits = {verdict.name: verdict.limits for verdict in summary.verdicts}
    rows: list[list[Cell]] = [
        [f"{name}.{limit}", value] for name, own in limits.items() for limit, value in own.items()
    ]
    return ReportTable(["threshold", "value"], rows)


def _times(summary: Summary) -> ReportTable:
    rows: list[list[Cell]] = [["seconds, all matches together", summary.times.seconds]]
    for one in summary.times.choices:
        rows += [[f"milliseconds per choice, seat {one.seat}", one.mean]]
        rows += [[f"milliseconds of the slowest choice, seat {one.seat}", one.slowest]]
    return ReportTable(["what", "value"], rows)
