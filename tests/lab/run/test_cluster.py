"""A real Dask scheduler with worker processes: the same tables, and a killed worker costs time and no results."""

import os
import signal
import warnings
from pathlib import Path

import pytest
from polars.testing import assert_frame_equal

from quincunx.lab.run.folder import RunFolder
from quincunx.lab.run.runner import Progress, run
from quincunx.lab.run.workers import Crew
from tests.lab.runs import play, small_spec

distributed = pytest.importorskip("distributed")

pytestmark = [
    pytest.mark.long,
    pytest.mark.filterwarnings("ignore"),  # Dask's own
]


def test_two_worker_processes_give_the_same_tables_as_threads(tmp_path: Path) -> None:
    spec = small_spec("pushmine", players=("easy",), games=24, chunk=2)
    one, two = play(spec, tmp_path / "threads", "threads:2"), play(spec, tmp_path / "dask", "local:2")
    assert_frame_equal(one.games(), two.games())
    assert_frame_equal(one.squares(), two.squares())


def test_a_killed_worker_costs_time_and_no_results(tmp_path: Path) -> None:
    spec = small_spec("duel", {"size": 5}, ("hard/8", "medium"), 24, chunk=2)
    folder = RunFolder.create(tmp_path / "dask", spec)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with (
            distributed.LocalCluster(
                n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
            ) as cluster,
            distributed.Client(cluster) as client,
        ):
            first = {address: worker["pid"] for address, worker in _workers(client).items()}
            killed: list[int] = []

            def kill_one(progress: Progress) -> None:
                if progress.done >= 2 and not killed:
                    killed.append(next(iter(first.values())))
                    os.kill(killed[0], signal.SIGKILL)

            run(spec, folder, Crew(client.get_executor(pure=False, retries=5), 2), kill_one)
            assert killed
            assert killed[0] not in {worker["pid"] for worker in _workers(client).values()}
    assert_frame_equal(folder.games(), play(spec, tmp_path / "threads").games())


def _workers(client: object) -> dict[str, dict[str, int]]:
    return {address: {"pid": pid} for address, pid in client.run(os.getpid).items()}  # type: ignore[attr-defined]


def test_a_cluster_is_reached_by_its_address(tmp_path: Path) -> None:
    spec = small_spec(games=6, chunk=2)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as cluster:
        folder = play(spec, tmp_path / "cluster", cluster.scheduler_address)
    assert_frame_equal(folder.games(), play(spec, tmp_path / "threads").games())
