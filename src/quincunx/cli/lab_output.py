"""What the lab's commands print: progress and verdicts on standard error, a path or JSON on standard output."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.table import Table

from quincunx.cli.progress import console, progress_bar
from quincunx.lab.judge.summary import Summary
from quincunx.lab.judge.verdicts import AMBER, GREEN, GREY, RED
from quincunx.lab.report.files import HTML
from quincunx.lab.report.page import JsonContent
from quincunx.lab.report.report import subtitle
from quincunx.lab.run.folder import RunFolder
from quincunx.lab.run.runner import CostForecast, Progress
from quincunx.lab.run.sequential import Checkpoint

STYLES = {GREEN: "green", AMBER: "yellow", RED: "bold red", GREY: "bright_black"}
ReportProgress = Callable[[Progress], None]


def show_run(summary: Summary, path: Path, as_json: bool) -> None:
    """Print the verdicts to standard error and the report's path to standard output; or all of it as JSON."""
    if not as_json:
        console.print(f"\n[bold]{summary.title}[/]: {subtitle(summary)}")
        for text in summary.known:
            console.print(text)
        for verdict in summary.verdicts:
            name = f"[bright_black]{verdict.name:<13}[/]"
            console.print(f"[{STYLES[verdict.light]}]●[/] {name}{verdict.statement}", soft_wrap=True)
    show_result(summary, RunFolder(path), as_json, [])


def show_result(content: JsonContent, folder: RunFolder, as_json: bool, lines: Sequence[str]) -> None:
    if as_json:
        print(json.dumps(content.as_json()))
        return
    for line in lines:
        console.print(line, markup=False)
    print(folder.path / HTML)


def show_forecast(title: str, costs: Sequence[CostForecast], workers: int) -> None:
    table = Table(box=None, pad_edge=False)
    for heading in ("pairing", "matches", "seconds per match"):
        table.add_column(heading, justify="left" if heading == "pairing" else "right")
    for one in costs:
        table.add_row(one.pairing, str(one.games), f"{one.seconds_a_game:.4f}")
    console.print(table)
    total = sum(one.games * one.seconds_a_game for one in costs)
    print(f"{title}: about {_duration(total / workers)} on {workers} workers, {_duration(total)} of one core")


@contextmanager
def run_progress(title: str, lines: bool = False) -> Iterator[ReportProgress]:
    """A progress bar, or lines of JSON for a program that watches."""
    if lines:
        yield lambda progress: print(json.dumps(progress._asdict()), flush=True)
        return
    with progress_bar(title) as bar:

        def report(progress: Progress) -> None:
            """The first matches may take a while: perhaps something has to be compiled."""
            text = title if progress.done else f"{title}, waiting for the first matches"
            bar.update(progress.done, progress.total, text)

        yield report


def describe_checkpoint(checkpoint: Checkpoint) -> str:
    state = f"undecided: {', '.join(checkpoint.undecided)}" if checkpoint.undecided else "every verdict is in"
    return f"Checkpoint {checkpoint.number}, {checkpoint.games} matches: {state}."


def _duration(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.0f} seconds"
    return f"{seconds / 60:.0f} minutes" if seconds < 7200 else f"{seconds / 3600:.1f} hours"
