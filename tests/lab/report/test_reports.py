"""What the server uses of the lab: the list of reports, their files, and small runs that can be watched."""

import json
from pathlib import Path

import pytest

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.lab.report.report import write_report
from quincunx.lab.service import list_reports, report_file, start_small_run
from tests.lab.runs import play, small_spec
from tests.support.waiting import LIMIT_SECONDS


def test_reports_are_listed_the_latest_first(tmp_path: Path) -> None:
    for name in ("first", "second"):
        write_report(play(small_spec(players=("random",), games=10), tmp_path / name))
    (tmp_path / "notes.txt").write_text("no report")
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "summary.json").write_text("{")
    reports = list_reports(tmp_path)
    assert [report.name for report in reports] == ["second", "first"]
    assert reports[0].game == "duel"
    assert reports[0].games == 10
    assert report_file(tmp_path, "first").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert json.loads(report_file(tmp_path, "first", "summary.json").read_text())["games"] == 10
    assert list_reports(tmp_path / "nowhere") == []


@pytest.mark.parametrize("name", ["..", "../secret", "/etc", "", "a/b", "first\0", "none"])
def test_nothing_but_reports_can_be_fetched(name: str, tmp_path: Path) -> None:
    with pytest.raises(Refusal) as refused:
        report_file(tmp_path, name)
    assert refused.value.errorCode == ErrorCode.NOT_FOUND


def test_a_small_run_can_be_watched_to_its_report(tmp_path: Path) -> None:
    progress: list[tuple[int, int]] = []
    run = start_small_run(
        tmp_path, "duel", {"size": 3}, ["random"], 6, 2, lambda done, total: progress.append((done, total))
    )
    assert run.wait(120) == "done", run.problem
    assert progress[0] == (0, 6)
    assert progress[-1] == (6, 6)
    assert [report.name for report in list_reports(tmp_path)] == [run.name]


def test_a_small_run_can_be_cancelled(tmp_path: Path) -> None:
    run = start_small_run(tmp_path, "duel", None, ["medium"], 2000)
    run.cancel()
    assert run.wait(LIMIT_SECONDS) == "cancelled"
    assert run.process.poll() is not None
    assert list_reports(tmp_path) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("chess",),
        ("duel", "nopreset"),
        ("duel", None, ["grandmaster"]),
        ("duel", None, ["easy"], 10**6),
        ("duel", None, ["easy"], 5, -1),
    ],
)
def test_an_invalid_small_run_is_refused_at_once(arguments: tuple[object, ...], tmp_path: Path) -> None:
    with pytest.raises(Refusal):
        start_small_run(tmp_path, *arguments)  # type: ignore[arg-type]
