"""`step` of a batch on one core of the CPU, with planes, masks and resets, beside other libraries' steps.

    python -m benchmarks.speed.steps [GAME ...] [--seconds S] [--repeat N] [--json FILE] [--pgx PYTHON]
        [--pufferlib FOLDER]

`--pgx` names the Python of an environment with Pgx and JAX, `--pufferlib` the unpacked source distribution of PufferLib
(`pip download --no-deps --no-binary :all: pufferlib==3.0.0`). The choice of actions is not counted. Seconds are those
of the processor, and each figure is the best of several, so that a busy machine matters less.
"""

import argparse
import json
import random
import subprocess
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyspiel

from benchmarks.figures import Figure, load_of_the_machine
from benchmarks.peers import native
from quincunx.batch import Batch
from quincunx.catalogue import all_games

LEAST = {"duel": 25, "pushmine": 15, "cascade": 8, "mosaic": 4}
LANES = 4096
OPENSPIEL = ("connect_four", "othello")
"""Games of OpenSpiel's C++ core, stepped from Python as its users do."""
PGX = ("connect_four", "othello", "tic_tac_toe")
PUFFERLIB = {
    "connect4": ("CONNECT4", "with its opponent, which searches four plies"),
    "connect4 alone": ("CONNECT4_ALONE", "the same functions without the opponent; no mask"),
    "go": ("GO", "7×7, with its opponent; no mask"),
}
"""What is compiled, and what a step of it does."""


class Parts(NamedTuple):
    """Where the time of a step goes, in nanoseconds per step."""

    step: float
    looking: float
    dealing: float
    """What resets cost, spread over all steps."""


def main() -> None:
    options = _options()
    print(load_of_the_machine())
    copying = best(lambda: copy_speed(options.seconds / 4), options.repeat)
    slugs = options.games or [game.slug for game in all_games()]
    figures = [Figure("copying memory, bytes written", round(copying, 1), "GB/s")]
    figures += [measure(slug, options.seconds, options.repeat, copying) for slug in slugs]
    for name in OPENSPIEL:
        figures.append(rate(f"OpenSpiel's {name}, from Python", options, partial(openspiel, name, options.seconds)))
    for name in PGX if options.pgx else ():
        figures.append(rate(f"Pgx's {name}", options, partial(pgx, options.pgx, name, options.seconds)))
    if options.pufferlib:
        figures += measure_pufferlib(options)
    for figure in figures:
        print(figure)
    if options.json:
        rows = [figure._asdict() for figure in figures]
        report = {"load": load_of_the_machine(), "lanes": LANES, "figures": rows}
        options.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


def best(work: Callable[[], float], repeat: int) -> float:
    return max(work() for _ in range(repeat))


def rate(name: str, options: Any, work: Callable[[], float], note: str = "") -> Figure:
    return Figure(f"{name}: steps", round(best(work, options.repeat) / 1e6, 3), "M/s", note=note)


def copy_speed(seconds: float) -> float:
    """What the memory can do: gigabytes that a plain copy writes per second, more than a cache holds."""
    source, target = np.ones(1 << 28, np.uint8), np.zeros(1 << 28, np.uint8)
    return source.size / seconds_of(lambda: np.copyto(target, source), seconds) / 1e9


def seconds_of(work: Callable[[], Any], seconds: float) -> float:
    """Seconds of this thread for one call, after one that does not count."""
    work()
    began, times = time.thread_time(), 0
    while times == 0 or time.thread_time() - began < seconds:
        work()
        times += 1
    return (time.thread_time() - began) / times


# Ours.


def measure(slug: str, seconds: float, repeat: int, copying: float) -> Figure:
    batch = Batch(slug, LANES, seed=1, autoreset="same_step", keep_final=False, illegal="lose", threads=1)
    actions: Any = batch.random_actions()
    for _ in range(60):  # lanes come apart
        batch.step(batch.random_actions(out=actions))
    tries = [parts_of(batch, actions, seconds) for _ in range(repeat)]
    quickest = min(tries)
    shown = int(np.prod(batch.encoding.shape)) + batch.encoding.actions
    flow = shown / quickest.step
    note = (
        f"{shown} bytes shown per step, {flow:.1f} GB/s or {100 * flow / copying:.0f} % of what a copy writes; "
        f"of {quickest.step:.0f} ns looking and writing {quickest.looking:.0f}, dealing {quickest.dealing:.0f}"
    )
    return Figure(f"{slug}: steps", round(1e3 / quickest.step, 2), "M/s", LEAST.get(slug), note=note)


def parts_of(batch: Batch, actions: Any, seconds: float) -> Parts:
    before = int(batch.episodes.sum())
    spent, steps = 0.0, 0
    while spent < seconds:
        batch.random_actions(out=actions)
        began = time.thread_time()
        batch.step(actions)
        spent += time.thread_time() - began
        steps += LANES
    episodes = int(batch.episodes.sum()) - before
    looking = seconds_of(lambda: batch._device.look(batch._state), seconds / 8) / LANES
    dealing = max(0.0, seconds_of(batch.reset, seconds / 8) / LANES - looking)
    for _ in range(60):
        batch.step(batch.random_actions(out=actions))
    return Parts(spent / steps * 1e9, looking * 1e9, dealing * episodes / steps * 1e9)


# The others: steps per second of the processor.


def openspiel(name: str, seconds: float) -> float:
    game = pyspiel.load_game(name)
    draw = random.Random(1).choice
    spent, steps = 0.0, 0
    while spent < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            action = draw(state.legal_actions())
            began = time.thread_time()
            state.apply_action(action)
            if not state.is_terminal():
                state.observation_tensor(state.current_player())
                state.legal_actions_mask()
            spent += time.thread_time() - began
            steps += 1
    return steps / spent


def pgx(python: str, name: str, seconds: float) -> float:
    return _steps_per_second([python, "-m", "benchmarks.peers.pgx", name, str(seconds)])


def measure_pufferlib(options: Any) -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        return [_pufferlib(name, Path(folder), options) for name in PUFFERLIB]


def _pufferlib(name: str, folder: Path, options: Any) -> Figure:
    symbol, note = PUFFERLIB[name]
    sources, program = options.pufferlib / "pufferlib" / "ocean" / name.split()[0], folder / symbol
    includes = ["-I", str(native.SOURCES), "-I", str(sources)]
    flags = ["-O3", "-march=native", "-w", f"-D{symbol}"]
    command = [native.compiler(), *flags, *includes, str(native.SOURCES / "pufferlib.c"), "-o", str(program), "-lm"]
    subprocess.run(command, check=True)
    return rate(f"PufferLib's {name}", options, lambda: _steps_per_second([str(program), str(options.seconds)]), note)


def _steps_per_second(command: list[str]) -> float:
    printed = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return float(printed["steps"] / printed["seconds"])


def _options() -> Any:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--repeat", type=int, default=4)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--pgx", metavar="PYTHON")
    parser.add_argument("--pufferlib", metavar="FOLDER", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
