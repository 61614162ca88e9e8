"""Compile what several of the tests' processes would otherwise compile at the same time: `python -m tests.warm`.

`quincunx warm` compiles what people wait for in a match; these are the kernels with which the lab measures random
matches, and those of a batch. Without them the tests are slower, and nothing else.
"""

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from quincunx.batch import Batch, cpu
from quincunx.catalogue import all_games
from quincunx.engine.kernels import cache
from quincunx.engine.kernels.sources import sources_digest
from quincunx.lab.run import chunk
from quincunx.observation.arrays import mask_of, planes_of
from tests.lab.runs import play, small_spec


def measure_a_match(slug: str) -> None:
    with TemporaryDirectory() as place:
        play(small_spec(slug, players=("random",), games=1), Path(place) / "run")


def step_a_batch(slug: str) -> None:
    batch = Batch(slug, 1)
    batch.step(batch.random_actions())
    batch.playout()
    Batch.from_positions(slug, batch.positions[:])
    planes_of(batch.encoding, batch.positions[0], 1)
    mask_of(batch.encoding, batch.positions[0])


def warm(slug: str) -> None:
    measure_a_match(slug)
    step_a_batch(slug)


def main() -> None:
    modules = {chunk.__name__, cpu.__name__, *(type(game).__module__ for game in all_games())}
    marker = cache.folder() / f"tests-{sources_digest(modules)[:24]}.warm"
    if not marker.exists():
        with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
            list(pool.map(warm, [game.slug for game in all_games()]))
        marker.touch()


if __name__ == "__main__":
    main()
