"""`quincunx lab`: what it writes, prints and refuses."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from quincunx.lab.run.folder import RunFolder
from tests.lab.runs import play, small_spec
from tests.support.command import run, run_process
from tests.support.waiting import wait_until

SMALL = ("--variant", '{"size": 3}', "--players", "random", "--games", "20", "--cluster", "threads:1")


def test_help_lists_the_commands_at_once() -> None:
    text = run_process("lab").stdout
    for command in ("run", "compare", "sweep", "tournament", "report"):
        assert f"  {command} " in text
    code = "import sys, quincunx.cli; sys.exit('polars' in sys.modules or 'numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_run_writes_a_report_and_says_where(tmp_path: Path) -> None:
    done = run_process("lab", "run", "duel", *SMALL, "--out", str(tmp_path / "run"))
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str(tmp_path / "run" / "report.html")
    assert "Infinity Grid Duel · size 3" in done.stderr
    assert {"manifest.json", "report.html", "report.md", "summary.json", "games"} <= {
        path.name for path in (tmp_path / "run").iterdir()
    }
    summary = json.loads(
        run("lab", "report", str(tmp_path / "run"), "--threshold", "fair.good_most=1", "--json").stdout
    )
    assert summary["games"] == 20
    fair = next(verdict for verdict in summary["verdicts"] if verdict["name"] == "fair")
    assert fair["limits"]["good_most"] == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("lab", "bogus"),
        ("lab", "run"),
        ("lab", "run", "chess"),
        ("lab", "run", "duel", "--bogus"),
        ("lab", "run", "duel", "--players", "grandmaster"),
        ("lab", "run", "duel", "--variant", "nopreset"),
        ("lab", "run", "duel", "--games", "0"),
        ("lab", "run", "duel", "--games", "many"),
        ("lab", "run", "duel", "--seed", "-1"),
        ("lab", "run", "duel", "--cluster", "nowhere"),
        ("lab", "run", "duel", "--threshold", "fair"),
        ("lab", "run", "duel", "--threshold", "niceness.good_most=1"),
        ("lab", "run", "duel", "--out", "."),
        ("lab", "run", "duel", "--out", "letter.txt"),
        ("lab", "run", "duel", "--out", "letter.txt/run"),
        ("lab", "run", "flood", "--players", "easy", "--ladder", "10"),
        ("lab", "report", "/no/such/run"),
        ("lab", "compare", "/no/such/run", "duel"),
        ("lab", "compare", "duel", "chess"),
        ("lab", "compare", "duel", "duel:truce:grandmaster"),
        ("lab", "compare", "duel", "flood"),
        ("lab", "compare", "duel", "duel:truce", "--threshold", "niceness.good_most=1"),
        ("lab", "compare", "duel", "duel:truce", "--out", "letter.txt"),
        ("lab", "sweep", "duel", "--vary", "colour=red"),
        ("lab", "sweep", "duel", "--vary", "size=3", "--aim", "beauty"),
        ("lab", "sweep", "duel", "--vary", "size=3", "--aim", "min:beauty"),
        ("lab", "tournament", "duel", "--players", "easy"),
    ],
    ids=" ".join,
)
def test_a_wrong_argument_gives_one_line_and_exit_status_2(
    arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "letter.txt").write_text("dear diary")
    monkeypatch.chdir(tmp_path)
    done = run(*arguments)
    assert done.returncode == 2, done.stderr
    assert done.stderr.startswith("quincunx: ")
    assert done.stderr.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"], "nothing was begun"


def test_an_unreachable_cluster_is_reported_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quincunx.lab.run.workers.CONNECT_SECONDS", 0.5)
    out = ("--out", str(tmp_path / "run"))
    done = run("lab", "run", "duel", *SMALL[:-2], *out, "--cluster", "tcp://127.0.0.1:9")
    assert done.returncode == 2, done.stderr
    assert done.stderr.splitlines()[-1].startswith("quincunx: not_ready: cannot reach the cluster at tcp://127.0.0.1:9")


def test_the_folder_of_another_run_is_refused(tmp_path: Path) -> None:
    play(small_spec(games=2), tmp_path / "run")
    done = run("lab", "run", "duel", *SMALL, "--out", str(tmp_path / "run"))
    assert done.returncode == 2
    assert "contains another run" in done.stderr


def test_a_dry_run_plays_nothing(tmp_path: Path) -> None:
    done = run("lab", "run", "duel", *SMALL[:-4], "--games", "40", "--dry-run", "--out", str(tmp_path / "run"))
    assert done.returncode == 0, done.stderr
    assert "of one core" in done.stdout
    assert not (tmp_path / "run").exists()


def test_until_sure_doubles_the_matches_until_the_cap(tmp_path: Path) -> None:
    done = run("lab", "run", "duel", *SMALL, "--until-sure", "--cap", "60", "--out", str(tmp_path / "run"), "--json")
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert summary["games"] == 60
    assert "Checkpoint 2, 40 matches" in done.stderr
    assert summary["level"] == pytest.approx(1 - 0.05 / 12)
    assert summary["notes"][0].startswith("Played until sure")


def test_two_rule_sets_are_compared_in_one_command(tmp_path: Path) -> None:
    sides = ('duel:{"size":3}:random', 'duel:{"size":4}:random')
    done = run("lab", "compare", *sides, "--games", "20", "--cluster", "threads:1", "--out", str(tmp_path), "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["options"] == {"size": [3, 4]}
    again = run("lab", "compare", str(tmp_path / "A"), str(tmp_path / "B"), "--out", str(tmp_path))
    assert again.returncode == 0, again.stderr


def test_a_comparison_has_a_folder_named_after_its_sides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So the next comparison does not find this one's runs there."""
    for name in ("old", "new"):
        play(small_spec(games=12), tmp_path / name)
    monkeypatch.chdir(tmp_path)
    assert run("lab", "compare", "old", "new").stdout.strip() == str(Path("lab", "old-and-new", "report.html"))


def test_a_sweep_and_a_tournament_in_one_command_each(tmp_path: Path) -> None:
    common = ("--games", "12", "--cluster", "threads:1", "--json")
    swept = run(
        "lab", "sweep", "duel", "--vary", "size=3,4", "--players", "random", *common, "--out", str(tmp_path / "s")
    )
    assert len(json.loads(swept.stdout)["rows"]) == 2, swept.stderr
    players = ("--players", "random,greedy", "--variant", '{"size": 3}')
    played = run("lab", "tournament", "duel", *players, *common, "--out", str(tmp_path / "t"))
    assert json.loads(played.stdout)["ratings"][0]["player"] == "greedy", played.stderr


def test_an_interrupted_run_says_so_and_goes_on(tmp_path: Path) -> None:
    options = ("--players", "medium", "--games", "4000", "--chunk", "2", "--simple", "0", "--ladder", "0")
    place = ("--out", str(tmp_path / "run"), "--cluster", "processes:1")
    command = [sys.executable, "-m", "quincunx", "lab", "run", "duel", *options, *place]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    games = tmp_path / "run" / "games"
    wait_until(lambda: len(list(games.glob("*.parquet"))) > 2)
    process.send_signal(signal.SIGINT)
    _, message = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "stopped; what was played is kept" in message
    done = len(RunFolder.open(tmp_path / "run").games())
    assert 4 <= done < 4000
    assert run("lab", "report", str(tmp_path / "run")).returncode == 0
