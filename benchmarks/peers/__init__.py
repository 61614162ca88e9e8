"""What other tools do in the same run on the same machine: the peers' side of the benchmark.

Every module here has `missing()`, a one-line note if what it needs is not installed (empty if it is), and
`measure(seconds, repetitions)`, a list of figures: each is the best of `repetitions` runs of `seconds` each.
With something missing, `measure` writes the note to the standard error stream and returns an empty list.

    python -m benchmarks.peers.openspiel
"""

from __future__ import annotations

import argparse
import importlib
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

MODULES = ("openspiel", "openspiel_search", "tile_match", "python_chess", "native")
SECONDS = 1.0
REPETITIONS = 5
MAX_PLIES = 400  # a random game without an end by its rules stops here


@dataclass(frozen=True)
class Figure:
    """One measured rate, and how it came about."""

    name: str
    unit: str
    rate: float
    moves: int
    games: int
    seconds: float
    note: str


class Run(NamedTuple):
    """What one timed run did."""

    moves: int
    games: int
    seconds: float

    @property
    def rate(self) -> float:
        return self.moves / self.seconds


def figure(name: str, run: Run, note: str) -> Figure:
    return Figure(name, "moves/s", run.rate, run.moves, run.games, run.seconds, note)


def runs(play: Callable[[float], Run], seconds: float, repetitions: int) -> list[Run]:
    """Run `play` for `seconds`, `repetitions` times, fastest first."""
    return sorted((play(seconds) for _ in range(repetitions)), key=lambda run: -run.rate)


def best_rate(
    name: str, unit: str, search: Callable[[int], int], seconds: float, repetitions: int, note: str
) -> Figure:
    """The fastest of some runs of searches, in processor time; `search` returns how much it did.

    The first search is not counted: it may have to load or to compile."""
    search(0)
    best = max((_searches(search, seconds) for _ in range(repetitions)), key=lambda run: run.rate)
    return Figure(name, unit, best.rate, best.moves, best.games, best.seconds, note)


def _searches(search: Callable[[int], int], seconds: float) -> Run:
    done, number, spent = 0, 0, 0.0
    began = time.process_time()
    while number == 0 or spent < seconds:
        done += search(number)
        number += 1
        spent = time.process_time() - began
    return Run(done, number, spent)


def missing_package(module: str, package: str) -> str:
    """Empty if `module` can be imported, else one line that says what to install."""
    try:
        importlib.import_module(module)
    except ImportError as error:
        reason = str(error).strip().splitlines() or ["import failed"]
        return f"not measured: needs the pip package {package} ({reason[0]})"
    return ""


def is_available(note: str) -> bool:
    """True if `note` is empty; otherwise say it on the standard error stream."""
    if note:
        print(note, file=sys.stderr)
    return not note


def load(module: str) -> Any:
    """An optional module, untyped, so that type checks do not depend on what is installed."""
    return importlib.import_module(module)


def measure_all(seconds: float = SECONDS, repetitions: int = REPETITIONS) -> tuple[list[Figure], list[str]]:
    """The figures of all peers, and a note for each that could not be measured."""
    figures: list[Figure] = []
    notes: list[str] = []
    for name in MODULES:
        peer = importlib.import_module(f"{__name__}.{name}")
        note: str = peer.missing()
        if note:
            notes.append(f"{name}: {note}")
        else:
            figures.extend(peer.measure(seconds, repetitions))
    return figures, notes


def show(measure: Callable[[float, int], list[Figure]]) -> None:
    """The command line of every module here."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=SECONDS, help="length of one run")
    parser.add_argument("--repetitions", type=int, default=REPETITIONS, help="runs; the fastest counts")
    options = parser.parse_args()
    for one in measure(options.seconds, options.repetitions):
        print(f"{one.name}: {one.rate:,.0f} {one.unit}")
        print(f"    {one.moves:,} moves, {one.games:,} games, {one.seconds:.3f} s; {one.note}")
