"""The browser's kernels beside native ones, in one run:

    python -m benchmarks.browser [--only NAME ...] [--games GAME ...] [--positions N] [--json FILE]

Both compute the same, in turn, and both answers are compared. Seconds are of processor time, so that other programs on
the machine disturb little. The browser is Node here, which runs WebAssembly by the same V8 as Chromium. Figures are
added to the file, or take the place of earlier ones with the same name. The first run compiles for a few minutes.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from llvmlite import binding
from tests.support.tools import tool

from benchmarks.browser import site
from benchmarks.browser.workload import levels
from benchmarks.figures import Figure, load_of_the_machine, update
from quincunx.catalogue import all_games, game
from quincunx.offline.compiler.command import kernels_of

ROOT = Path(__file__).parents[2]
SLUGS = [listed.slug for listed in all_games()]

RANDOM_GAMES = 100_000
LEAST_PERCENT, LEAST_WITH_PROFILE = 60, 45
NODES = 1000
"""The budget with which choices are compared."""
RATED = 500_000
"""Nodes by which a level's speed is measured, with its own budget."""
BOARDS, HINTS = 200, 200
HINT_MILLISECONDS, HINT_SHARE = 300, 0.95
WORKLOAD = "from benchmarks.browser import workload; import json; print(json.dumps(workload.{call}))"


def without_deposit() -> dict[str, str]:
    """Settings of Numba for this very processor without the instruction that spreads bits."""
    features = binding.get_host_cpu_features()
    features["bmi2"] = False
    return {"NUMBA_CPU_NAME": binding.get_host_cpu_name(), "NUMBA_CPU_FEATURES": features.flatten()}


def native(call: str, settings: dict[str, str] | None = None) -> Any:
    """What a call of the workload returns here, in a process of its own."""
    environment = os.environ | {"PYTHONPATH": f"{ROOT}:{ROOT / 'src'}"} | (settings or {})
    command = [sys.executable, "-c", WORKLOAD.format(call=call)]
    return json.loads(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)


def in_browser(call: str) -> Any:
    """The same in the browser's Python."""
    program = "from quincunx.engine.kernels import ahead_of_time\n" + WORKLOAD.format(call=call)
    program += "\nassert not ahead_of_time.run_in_plain_python, ahead_of_time.run_in_plain_python"
    folders = {"/sources": ROOT / "src", "/project": ROOT}
    program = "import sys; sys.path.insert(0, '/project')\n" + program
    wheels = tool("browser_packages").fetch()
    return json.loads(tool("browser_python").run(program, folders, wheels, kernels_of()))


def equal(name: str, number: int, ours: object, theirs: object) -> Figure:
    """How many of these are known to be equal: all or none."""
    return Figure(name, number if ours == theirs else 0, "", least=number)


class Asked(NamedTuple):
    games: list[str]
    positions: int


# Figures.


def random_games(asked: Asked) -> Iterator[Figure]:
    for slug in asked.games:
        call = f"random_games_measured({slug!r}, {RANDOM_GAMES})"
        (ours, native_rate), (theirs, rate) = native(call, without_deposit()), in_browser(call)
        yield equal(f"{slug}: random games with the same moves as native", RANDOM_GAMES, ours, theirs)
        note = f"{rate / 1e6:.1f} of {native_rate / 1e6:.1f} million moves per second, compiled without pdep"
        yield Figure(f"{slug}: speed of random games", 100 * rate / native_rate, "%", LEAST_PERCENT, note=note)


def choices(asked: Asked) -> Iterator[Figure]:
    for slug in asked.games:
        for level in levels(slug):
            call = f"choices_digest({slug!r}, {level!r}, range({asked.positions}), {NODES})"
            yield equal(f"{slug}: choices of {level} like native", asked.positions, native(call), in_browser(call))


def nodes(asked: Asked) -> Iterator[Figure]:
    for slug in asked.games:
        for level in [name for name in levels(slug) if game(slug).levels[name].player.budget > 0]:
            call = f"nodes_per_second({slug!r}, {level!r}, {RATED})"
            (ours, native_rate), (theirs, rate) = native(call), in_browser(call)
            note = f"{rate / 1e6:.2f} of {native_rate / 1e6:.2f} million nodes per second"
            note += "" if ours == theirs else f"; NOT THE SAME SEARCH: {theirs} instead of {ours} nodes"
            yield Figure(f"{slug}: speed of {level}", 100 * rate / native_rate, "%", LEAST_PERCENT, note=note)


def flood(_: Asked) -> Iterator[Figure]:
    call = f"fewest_moves({BOARDS})"
    yield equal("flood: boards with the same proofs as native", BOARDS, native(call), in_browser(call))
    taken = sorted(in_browser(f"hint_seconds({HINTS})"))
    slow = 1000 * taken[int(HINT_SHARE * HINTS) - 1]
    note = f"of {HINTS} positions of 20×20 in 4 colours; slowest {1000 * taken[-1]:.0f}"
    yield Figure("flood: hints, 95 of 100 within", slow, "ms", most=HINT_MILLISECONDS, note=note)


PARTS: dict[str, Callable[[Asked], Iterator[Figure]]] = {
    "random-games": random_games,
    "choices": choices,
    "nodes": nodes,
    "flood": flood,
    "size": lambda _: site.sizes(),
    "times": lambda _: site.times(),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--games", nargs="+", choices=SLUGS, default=SLUGS)
    parser.add_argument("--positions", type=int, default=1000, help="in which choices are compared, per level")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    print(load_of_the_machine())
    for part in options.only:
        for figure in PARTS[part](Asked(options.games, options.positions)):
            print(figure, flush=True)
            if options.json:
                update(options.json, [figure])


if __name__ == "__main__":
    main()
