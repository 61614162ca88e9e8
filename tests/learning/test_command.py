"""The command `quincunx train`."""

from pathlib import Path

import pytest

from quincunx.engine import registry
from quincunx.learning.training import Training, json_file, partial_file
from tests.learning.noughts import noughts
from tests.support.command import run


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the game `noughts`, known for this test, keeps its table."""
    table = tmp_path / "noughts.weights"
    monkeypatch.setitem(registry._games, "noughts", noughts(table))
    return table


def test_a_training_writes_the_table_that_the_game_reads(table: Path) -> None:
    done = run("train", "noughts")
    assert done.returncode == 0
    assert done.stdout.startswith(f"{table}: ")
    assert table.exists()
    assert json_file(table).exists()
    assert not partial_file(table).exists()


def test_an_interrupted_training_goes_on_where_it_stopped(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep = Training.keep

    def interrupt(training: Training, path: Path) -> None:
        keep(training, path)
        if training.next_round == 20:
            raise KeyboardInterrupt

    monkeypatch.setattr(Training, "keep", interrupt)
    stopped = run("train", "noughts")
    assert stopped.returncode == 130
    assert stopped.stderr.endswith("quincunx: interrupted; 20 of 36 rounds are kept: continue with --resume\n")
    assert not table.exists()
    monkeypatch.undo()
    monkeypatch.setitem(registry._games, "noughts", noughts(table))

    again = run("train", "noughts")
    assert again.returncode == 2
    assert "holds an unfinished training; continue with --resume, or delete it" in again.stderr
    assert run("train", "noughts", "--resume").returncode == 0
    whole = tmp_path / "whole.weights"
    assert run("train", "noughts", "--out", str(whole)).returncode == 0
    assert table.read_bytes() == whole.read_bytes()
    assert json_file(table).read_bytes() == json_file(whole).read_bytes()


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("nogame",), "unknown_game"),
        (("flood",), "declares no network"),
        (("noughts", "--seed", "-1"), "bad_seed"),
        (("noughts", "--games", "0"), "--games"),
        (("noughts", "--games", "many"), "--games"),
        (("noughts", "--out", "table.json"), "ends in .weights"),
        (("noughts", "--out", "/dev/null/table.weights"), "cannot write"),
        (("noughts", "--resume"), "there is no unfinished training"),
    ],
)
def test_bad_input_is_refused_in_one_line(table: Path, arguments: tuple[str, ...], reason: str) -> None:
    done = run("train", *arguments)
    assert done.returncode == 2
    assert reason in done.stderr
    assert done.stderr.startswith("quincunx: ")
    assert done.stderr.count("\n") == 1
    assert not table.exists()
