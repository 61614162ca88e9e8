"""Runs: the same tables wherever they are played, nothing counted twice, every written file valid."""

import json
import os
import resource
import subprocess
import sys
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from quincunx.engine.errors import Refusal
from quincunx.engine.match import replay
from quincunx.lab.judge.summary import record_text
from quincunx.lab.run import chunk, sequential
from quincunx.lab.run.chunk import play_chunk
from quincunx.lab.run.folder import RunFolder
from quincunx.lab.run.runner import Progress, Stopped, forecast, run
from quincunx.lab.run.spec import Spec, make_spec
from quincunx.lab.run.workers import Crew, crew_at
from tests.lab.runs import play, small_spec
from tests.suite.games import GAMES, every_game
from tests.suite.scale import scaled


def test_any_number_of_workers_gives_the_same_tables(tmp_path: Path) -> None:
    spec = small_spec(games=12, chunk=2, opening=2)
    tables = [play(spec, tmp_path / where.replace(":", ""), where).games() for where in ("threads:1", "threads:3")]
    assert_frame_equal(*tables)


def test_a_chunk_does_not_depend_on_what_its_thread_played_before(tmp_path: Path) -> None:
    """The arrays for moves and leads are reused: the rest of a longer match must not show through."""
    long, short = small_spec("pushmine", players=("random",), games=6), small_spec("duel", {"size": 3}, games=6)
    chunks = [(spec.model_dump_json(), next(spec.chunks())) for spec in (short, long, short, long)]
    tables = [play_chunk(*chunk) for chunk in chunks]
    assert_frame_equal(tables[0]["games"], tables[2]["games"])
    assert_frame_equal(tables[1]["games"], tables[3]["games"])
    assert_frame_equal(tables[0]["squares"], tables[2]["squares"])


def test_batches_of_a_chunk_do_not_mix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = small_spec("pushmine", players=("random",), games=8)
    whole = play_chunk(spec.model_dump_json(), next(spec.chunks()))
    monkeypatch.setattr(chunk, "MOST_ROOM", 2 * spec.max_plies)
    parts = play_chunk(spec.model_dump_json(), next(spec.chunks()))
    assert_frame_equal(whole["games"], parts["games"])
    assert_frame_equal(whole["squares"], parts["squares"])


def test_processes_give_the_same_tables_as_threads(tmp_path: Path) -> None:
    spec = small_spec("pushmine", players=("random",), games=scaled(60, 4), chunk=scaled(20, 2))
    one, two = play(spec, tmp_path / "threads"), play(spec, tmp_path / "processes", "processes:2")
    assert_frame_equal(one.games(), two.games())
    assert_frame_equal(one.squares(), two.squares())


def test_chunks_of_another_size_give_the_same_matches(tmp_path: Path) -> None:
    one, two = (play(small_spec(games=10, chunk=size), tmp_path / str(size)).games() for size in (2, 6))
    assert_frame_equal(one, two)


@every_game
def test_every_game_can_be_run_by_every_kind_of_player(game: object, tmp_path: Path) -> None:
    slug = game.slug  # type: ignore[attr-defined]
    variant = {"duel": {"size": 3}, "flood": {"size": 6}}.get(slug)
    players = ("easy", "random") if slug == "flood" else ("greedy", "random")
    spec = small_spec(slug, variant, players, 4, decisions=1, max_plies=scaled(400, 12))
    games = play(spec, tmp_path / slug).games()
    assert len(games) == 4
    assert set(games["outcome"]) <= {"1", "2", "draw", "lost", "unfinished"}
    assert games["decision_good"].drop_nulls().min() is None or games["decision_good"].drop_nulls().min() >= 1  # type: ignore[operator]


def test_every_row_is_a_record_that_can_be_replayed(tmp_path: Path) -> None:
    for slug in ("pushmine", "cascade"):
        spec = small_spec(slug, players=("random",), games=scaled(10, 2), max_plies=scaled(400, 20))
        for row in play(spec, tmp_path / slug).games().iter_rows(named=True):
            match = replay(record_text(spec, row["seed"], row["moves"]))
            assert len(match.moves) == row["plies"]
            assert (match.result or "unfinished") == row["outcome"]


def test_times_are_in_a_file_of_their_own(tmp_path: Path) -> None:
    folder = play(small_spec(games=4), tmp_path)
    assert not [name for name in folder.games().columns if "second" in name]
    assert (folder.times()["seconds"] >= 0).all()


def test_a_match_without_an_end_is_unfinished(tmp_path: Path) -> None:
    games = play(small_spec(games=4, max_plies=5), tmp_path).games()
    assert set(games["outcome"]) == {"unfinished"}
    assert set(games["ended_by"]) == {"ply_cap"}
    assert set(games["plies"]) == {5}


# Interrupted and resumed.


def test_a_stopped_run_goes_on_and_counts_nothing_twice(tmp_path: Path) -> None:
    spec = small_spec(games=12, chunk=2)
    folder = RunFolder.create(tmp_path / "run", spec)
    progress: list[Progress] = []
    with crew_at("threads:1") as crew, pytest.raises(Stopped):
        run(spec, folder, crew, progress.append, lambda: len(progress) > 2)
    done = len(folder.games())
    assert 0 < done < 12
    kept = {file: file.stat().st_mtime_ns for file in (tmp_path / "run" / "games").iterdir()}
    again: list[Progress] = []
    with crew_at("threads:1") as crew:
        run(spec, RunFolder.create(tmp_path / "run", spec), crew, again.append)
    assert again[0] == Progress(done, 12)
    assert again[-1] == Progress(12, 12)
    assert all(file.stat().st_mtime_ns == at for file, at in kept.items()), "what was there was not played again"
    assert_frame_equal(folder.games(), play(spec, tmp_path / "whole").games())


def test_a_run_can_be_extended(tmp_path: Path) -> None:
    play(small_spec(games=6, chunk=4), tmp_path / "run")
    longer = play(small_spec(games=10, chunk=4), tmp_path / "run")
    assert_frame_equal(longer.games(), play(small_spec(games=10, chunk=4), tmp_path / "other").games())


def test_a_chunk_that_is_cut_off_is_played_again(tmp_path: Path) -> None:
    spec = small_spec(games=4, chunk=2)
    folder = play(spec, tmp_path / "run")
    expected = folder.games()
    file = next(iter((tmp_path / "run" / "games").iterdir()))
    file.write_bytes(file.read_bytes()[:100])
    assert_frame_equal(play(spec, tmp_path / "run").games(), expected)


def test_the_manifest_says_what_was_played_by_which_versions(tmp_path: Path) -> None:
    spec = small_spec()
    manifest = json.loads((RunFolder.create(tmp_path / "run", spec).path / "manifest.json").read_text())
    assert Spec.model_validate(manifest["spec"]) == spec
    assert {"quincunx", "numba", "polars", "python"} <= set(manifest["versions"])
    assert str(tmp_path) not in json.dumps(manifest)


# Refused.


def test_a_run_is_not_continued_by_other_code(tmp_path: Path) -> None:
    spec = small_spec(games=2)
    other = spec.model_copy(update={"code": "0" * 16})
    with pytest.raises(Refusal, match="another version of Quincunx"):
        play_chunk(other.model_dump_json(), next(other.chunks()))
    RunFolder.create(tmp_path / "run", other)
    with pytest.raises(Refusal, match="begun by another version of the code"):
        RunFolder.create(tmp_path / "run", spec)


def test_the_folder_of_another_run_is_refused(tmp_path: Path) -> None:
    play(small_spec(games=2), tmp_path / "run")
    with pytest.raises(Refusal, match="contains another run"):
        RunFolder.create(tmp_path / "run", small_spec(games=2, seed=9))


def test_a_folder_with_other_things_in_it_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear diary")
    with pytest.raises(Refusal, match="not empty"):
        RunFolder.create(tmp_path, small_spec())
    with pytest.raises(Refusal, match="contains no run"):
        RunFolder.open(tmp_path)


@pytest.mark.parametrize("address", ["nowhere", "threads:0", "threads:many", "local:", "processes:-1"])
def test_an_invalid_cluster_is_refused(address: str) -> None:
    with pytest.raises(Refusal), crew_at(address):
        pass


def test_a_full_disk_is_reported_in_one_line_and_what_was_written_is_valid(tmp_path: Path) -> None:
    """A limit on the size of files stands in for the disk."""
    done = subprocess.run(
        [sys.executable, "-m", "quincunx", "lab", "run", "duel", "--variant", '{"size": 3}', "--players", "random",
         "--games", "6", "--out", str(tmp_path / "run"), "--cluster", "threads:1"],
        capture_output=True, text=True, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000)),
        env=os.environ | {"COLUMNS": "100"},
    )  # fmt: skip
    assert done.returncode == 2, done.stderr
    assert done.stderr.splitlines()[-1].startswith("quincunx: storage_unavailable: cannot write")
    assert json.loads((tmp_path / "run" / "manifest.json").read_text())
    for file in (tmp_path / "run").rglob("*.parquet"):
        assert len(pl.read_parquet(file))


@pytest.mark.parametrize(
    ("problem", "complaint"),
    [(BrokenProcessPool(), "a worker process died"), (CancelledError(), "the cluster was lost")],
    ids=["process", "cluster"],
)
def test_lost_workers_are_reported_in_one_line(problem: Exception, complaint: str, tmp_path: Path) -> None:
    class Lost(ThreadPoolExecutor):
        def submit(self, *given: object, **named: object) -> Future[Any]:
            future: Future[Any] = Future()
            future.set_exception(problem)
            return future

    spec = small_spec(games=2)
    with pytest.raises(Refusal, match=f"{complaint}.*run it again to continue"):
        run(spec, RunFolder.create(tmp_path / "run", spec), Crew(Lost(), 1))


def test_an_internal_error_is_not_taken_for_lost_workers(tmp_path: Path) -> None:
    spec = small_spec(games=2)
    with crew_at("threads:1") as crew, pytest.raises(ZeroDivisionError):
        run(spec, RunFolder.create(tmp_path / "run", spec), crew, lambda done: print(1 // (2 - done.done)))


def test_a_dry_run_estimates_what_a_match_costs() -> None:
    costs = forecast(small_spec(games=2))
    assert [one.pairing for one in costs] == ["main"]
    assert costs[0].seconds_a_game > 0


def test_a_worker_needs_nothing_but_the_text_of_a_spec() -> None:
    spec = small_spec(games=2)
    chunk = next(spec.chunks())
    assert_frame_equal(
        play_chunk(spec.model_dump_json(), chunk)["games"], play_chunk(spec.model_dump_json(), chunk)["games"]
    )


def test_repeating_a_run_repeats_searches_too(tmp_path: Path) -> None:
    """Budgets are in nodes, and the clock is off."""
    spec = make_spec("duel", {"size": 4}, ("hard/64", "medium"), 2, simple=0, ladder=0, decisions=1)
    assert GAMES
    assert_frame_equal(play(spec, tmp_path / "1").games(), play(spec, tmp_path / "2").games())


def test_until_sure_stops_when_every_verdict_is_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    undecided = iter([["fair"], ["fair"], []])
    monkeypatch.setattr(sequential, "undecided", lambda verdicts: next(undecided))
    checkpoints: list[sequential.Checkpoint] = []
    with crew_at("threads:1") as crew:
        last = sequential.run_until_sure(
            lambda games: small_spec(players=("random",), games=games),
            lambda spec: RunFolder.create(tmp_path / "run", spec),
            crew,
            games=4,
            cap=1000,
            on_checkpoint=checkpoints.append,
        )
    assert [checkpoint.games for checkpoint in checkpoints] == [4, 8, 16]
    assert last.undecided == []
    assert len(RunFolder.open(tmp_path / "run").games()) == 16
