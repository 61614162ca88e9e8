"""The files that small runs leave: one library of plots for all their reports, and only the latest runs."""

import shutil
from pathlib import Path

from quincunx.lab.report.files import HTML, PLOTS

MARK = "small-run"
"""A file in the folder of a small run that is done: such folders are removed when there are many."""
MOST_KEPT = 20
_BEGINS, _ENDS = '<script id="plots">', "</script>"


def keep(run: Path) -> None:
    """A small run is done: its report gives up its copy of the library, and the oldest runs make room for it."""
    _share_plots(run / HTML)
    (run / MARK).touch()
    marks = sorted(run.parent.glob(f"*/{MARK}"), key=lambda mark: mark.stat().st_mtime_ns, reverse=True)
    for mark in marks[MOST_KEPT:]:
        remove(mark.parent)


def remove(run: Path) -> None:
    shutil.rmtree(run, ignore_errors=True)


def _share_plots(report: Path) -> None:
    page = report.read_text(encoding="utf-8")
    before, begins, rest = page.partition(_BEGINS)
    library, ends, after = rest.partition(_ENDS)
    if begins and ends:
        (report.parent.parent / PLOTS).write_text(library, encoding="utf-8")
        report.write_text(f'{before}<script src="../{PLOTS}"></script>{after}', encoding="utf-8")
