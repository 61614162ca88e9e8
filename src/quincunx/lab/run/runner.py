"""Playing a run: chunks that are missing go to the crew, and their results into the folder."""

import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from quincunx.lab.run.chunk import Tables, play_chunk
from quincunx.lab.run.folder import RunFolder
from quincunx.lab.run.spec import Chunk, Pairing, Spec
from quincunx.lab.run.workers import Crew, cores, crew_at, losses

AHEAD = 3
"""Chunks handed out per worker: enough that no worker idles, few enough that a stop loses little."""
POLL_SECONDS = 0.2
SAMPLED_SECONDS = 3.0
"""How long a dry run plays each pairing."""


class Progress(NamedTuple):
    done: int
    total: int
    """Matches, those of earlier runs included."""


class Stopped(Exception):
    """The run was stopped before its end; what is done is in the folder."""


def run(
    spec: Spec,
    folder: RunFolder,
    crew: Crew,
    progress: Callable[[Progress], None] = lambda _: None,
    stopped: Callable[[], bool] = lambda: False,
) -> None:
    """Play the chunks that are not in the folder yet. Raises `Stopped` if it is stopped."""
    run_all([(spec, folder)], crew, progress, stopped)


def run_all(
    runs: Sequence[tuple[Spec, RunFolder]],
    crew: Crew,
    progress: Callable[[Progress], None] = lambda _: None,
    stopped: Callable[[], bool] = lambda: False,
) -> None:
    """The same for several runs at once: small ones keep a large crew busy together."""
    jobs = [ChunkTask(spec.model_dump_json(), folder, chunk) for spec, folder in runs for chunk in spec.chunks()]
    missing = [job for job in jobs if not job.folder.is_done(job.chunk)]
    total = sum(job.chunk.games for job in jobs)
    done = total - sum(job.chunk.games for job in missing)
    progress(Progress(done, total))
    with losses():
        for job, tables in _played(missing, crew, stopped):
            job.folder.write(job.chunk, tables)
            done += job.chunk.games
            progress(Progress(done, total))


class ChunkTask(NamedTuple):
    """A chunk of a run, and where its tables belong."""

    spec: str
    """As JSON, as workers get it."""
    folder: RunFolder
    chunk: Chunk


def _played(jobs: Iterable[ChunkTask], crew: Crew, stopped: Callable[[], bool]) -> Iterable[tuple[ChunkTask, Tables]]:
    """Chunks as they are done, in any order; only a few per worker are handed out at a time."""
    waiting = iter(jobs)
    running: dict[Future[Tables], ChunkTask] = {}
    try:
        while True:
            for job in islice(waiting, max(0, AHEAD * crew.workers - len(running))):
                running[crew.executor.submit(play_chunk, job.spec, job.chunk, crew.device)] = job
            if not running:
                return
            finished, _ = wait(running, timeout=POLL_SECONDS, return_when=FIRST_COMPLETED)
            for future in finished:
                yield running.pop(future), future.result()
            if stopped():
                raise Stopped
    finally:
        for future in running:
            future.cancel()


def play_here(spec: Spec, path: Path) -> RunFolder:
    """Play a whole run on this machine, as a notebook does."""
    folder = RunFolder.create(path, spec)
    with crew_at(f"threads:{cores()}") as crew:
        run(spec, folder, crew)
    return folder


# How long it will take.


class CostForecast(NamedTuple):
    pairing: str
    games: int
    seconds_a_game: float


def forecast(spec: Spec) -> list[CostForecast]:
    """Play a little of each pairing here, and measure what a match costs on one core."""
    return [CostForecast(pairing.name, pairing.games, _cost(spec, pairing)) for pairing in spec.pairings]


def _cost(spec: Spec, pairing: Pairing) -> float:
    """Seconds per match. The first match is not counted: it may compile kernels, or load them."""
    text = spec.model_dump_json()
    play_chunk(text, Chunk(pairing, 0, 0, 1))
    began = time.perf_counter()
    games, size = 0, 1
    while time.perf_counter() - began < SAMPLED_SECONDS and games < pairing.games:
        play_chunk(text, Chunk(pairing, 0, games, size))
        games, size = games + size, min(2 * size, 1000)
    return (time.perf_counter() - began) / games
