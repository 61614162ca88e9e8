"""`quincunx lab search`: what it writes, prints and refuses."""

import json
from pathlib import Path

import pytest

from tests.support.command import run

SMALL = (
    "--vary", "size=3,4", "--vary", "truce=0,1", "--players", "random", "--first", "20", "--games", "40",
    "--cluster", "threads:1",
)  # fmt: skip


def test_it_prints_the_patches_and_writes_a_report(tmp_path: Path) -> None:
    aims = ("--aim", "fair,decisive,length=10..20")
    done = run("lab", "search", "duel", *SMALL, *aims, "--out", str(tmp_path / "s"))
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str(tmp_path / "s" / "report.html")
    assert "The best of 5 settings" in done.stderr
    page, text = ((tmp_path / "s" / name).read_text(encoding="utf-8") for name in ("report.html", "report.md"))
    for heading in ("Patches", "Pareto front", "Every setting that was tried", "Matches worth a look"):
        assert heading in page
        assert f"## {heading}" in text
    answer = json.loads(run("lab", "search", "duel", *SMALL, *aims, "--out", str(tmp_path / "s"), "--json").stdout)
    assert answer == json.loads((tmp_path / "s" / "summary.json").read_text())
    assert [aim["name"] for aim in answer["aims"]] == ["fair", "decisive", "plies"]
    assert "one search in twenty" in answer["stated"]
    patch = answer["patches"][0]
    assert patch["changes"]
    assert {"before", "after", "change", "better", "clear"} <= patch["effects"][0].keys()
    assert patch["matches_to_replay"][0]["record"].startswith("q1.duel.")


@pytest.mark.parametrize(
    "arguments",
    [
        ("duel", "--aim", "beauty"),
        ("duel", "--aim", "length"),
        ("duel", "--vary", "colour=red"),
        ("duel", "--vary", "size=6"),
        ("duel", "--scouts", "grandmaster"),
        ("duel", "--players", "grandmaster"),
        ("duel", "--first", "0"),
        ("flood", "--aim", "skilful"),
        ("flood", "--players", "easy,hard", "--aim", "winnable"),
        ("chess",),
    ],
    ids=" ".join,
)
def test_a_wrong_argument_gives_one_line_and_exit_status_2(
    arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("lab", "search", *arguments)
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert not list(tmp_path.iterdir())
