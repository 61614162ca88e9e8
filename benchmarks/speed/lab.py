"""How fast the lab is, beside what a user of OpenSpiel would write, in one run on one machine.

    python -m benchmarks.speed.lab [--peers PYTHON] [--part N]

`--part 10` plays a tenth of everything, and extrapolates: for a busy machine, or a quick look. On a busy machine look
at the seconds of processor time: shared by the cores, they are what a machine of one's own would take.
"""

import argparse
import json
import multiprocessing
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

from quincunx.lab.run.folder import RunFolder
from quincunx.lab.run.runner import run
from quincunx.lab.run.spec import make_spec
from quincunx.lab.run.workers import cores, crew_at

PEER_GAMES = {"connect_four": 20_000, "pentago": 10_000}
FASTER = 20
ROUNDS = 7


class Target(NamedTuple):
    name: str
    players: tuple[str, ...]
    games: int
    seconds: float


class Cost(NamedTuple):
    seconds: float
    processor: float
    """Seconds of processor time, all cores together."""


TARGETS = (
    Target("random games with all metrics that need no search", ("random",), 100_000, 20),
    Target("easy against easy", ("easy",), 10_000, 60),
    Target("medium against medium", ("medium",), 400, 300),
)
REPORT_SECONDS, REPORT_MEGABYTES = 10, 2000


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast the lab is.")
    parser.add_argument("--peers", default=sys.executable, help="a Python that has OpenSpiel installed")
    parser.add_argument("--part", type=int, default=1, help="play one in this many of all matches, and scale up")
    options = parser.parse_args()
    print(f"{cores()} cores, load {os.getloadavg()[0]:.1f} when it began")
    with tempfile.TemporaryDirectory() as folder:
        _warm(Path(folder) / "warm")
        for number, target in enumerate(TARGETS):
            _run(target, Path(folder) / str(number), options.part)
        _report(Path(folder) / "0", options.part)
    for name, games in PEER_GAMES.items():
        _beside(name, games // options.part, options.peers, options.part)


def _warm(path: Path) -> None:
    """Load what is compiled: a peer's imports are not counted either. Processes load it again, and that is counted."""
    spec = make_spec("pushmine", None, ("random",), 2)
    with crew_at("threads:1") as crew:
        run(spec, RunFolder.create(path, spec), crew)


def _run(target: Target, path: Path, part: int) -> None:
    """Play a target's matches on all cores, and print the result."""
    cost = _play(target, path, part)
    plies = float(RunFolder.open(path).games()["plies"].to_numpy().mean())
    verdict = f"{_met(cost.seconds <= target.seconds)} {target.seconds:g} s"
    print(f"{target.games:>7} {target.name} ({plies:.1f} plies per match): {cost.seconds:.1f} s; {verdict}")
    own = f"{cost.processor / cores():.1f} s on {cores()} cores of one's own"
    print(f"        ({cost.processor:.1f} s of processor time: {own})")


def _play(target: Target, path: Path, part: int) -> Cost:
    """What a target's matches take on all cores, extrapolated from a part of them."""
    spec = make_spec("pushmine", None, target.players, target.games // part, simple=0, ladder=0)
    folder = RunFolder.create(path, spec)
    kind = "threads" if target.players == ("random",) else "processes"
    spent = _processor_seconds()
    with crew_at(f"{kind}:{cores()}") as crew:
        began = time.perf_counter()
        run(spec, folder, crew)
        seconds = time.perf_counter() - began
    return Cost(seconds * part, (_processor_seconds() - spent) * part)


def _processor_seconds() -> float:
    """The CPU seconds of this process and of its child processes that have ended."""
    for process in multiprocessing.active_children():
        process.join()
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


def _report(path: Path, part: int) -> None:
    """Measured in a separate process, whose memory is its own too."""
    began = time.perf_counter()
    subprocess.run([sys.executable, "-m", "quincunx", "lab", "report", str(path)], check=True, capture_output=True)
    seconds = time.perf_counter() - began
    megabytes = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    reached = seconds <= REPORT_SECONDS and megabytes <= REPORT_MEGABYTES
    games = TARGETS[0].games // part
    print(f"{games:>7} games in a report: {seconds:.1f} s, {megabytes:.0f} MB at most; {_met(reached)} 10 s, 2 GB")


def _beside(name: str, games: int, python: str, part: int) -> None:
    """Random games of Quincunx and of the peer in turn, several times: a machine's speed varies."""
    rates, peer_rates, moves = [], [], []
    for _ in range(ROUNDS):
        rates.append(_rate(part))
        command = [python, "-m", "benchmarks.speed.lab_peer", name, str(games)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            print(f"OpenSpiel {name}: not measured: {(done.stderr.splitlines() or ['it failed'])[-1]}")
            return
        answer = json.loads(done.stdout)
        peer_rates.append(answer["games"] / answer["processor_seconds"])
        moves.append(answer["plies"] / answer["processor_seconds"])
    times = sorted(rate / peer_rate for rate, peer_rate in zip(rates, peer_rates, strict=True))
    print(f"OpenSpiel {name}, Python interface, length, outcome, repetition: {median(peer_rates):,.0f} games/s")
    print(f"        ({median(moves):,.0f} moves/s); Quincunx {median(rates):,.0f} games/s; medians of {ROUNDS} rounds")
    verdict = f"{_met(median(times) >= FASTER)} {FASTER}×"
    print(f"        {median(times):.0f}× ({times[0]:.1f} to {times[-1]:.1f}); {verdict}")


def _rate(part: int) -> float:
    """Random matches per second on all cores together, as if nothing else ran on them."""
    with tempfile.TemporaryDirectory() as folder:
        cost = _play(TARGETS[0], Path(folder) / "run", part)
    return TARGETS[0].games / min(cost.seconds, cost.processor / cores())


def _met(reached: bool) -> str:
    return "met:" if reached else "MISSED:"


if __name__ == "__main__":
    main()
