"""`make bench`: what Quincunx reaches, beside what a user would pick instead, in one run on one machine.

    python -m benchmarks.run [--peers PYTHON] [--seconds S] [--repetitions N] [--json FILE]

Single thread, the best of N runs of S seconds. The peers run under an interpreter of their own, since one of them
needs an older NumPy.
"""

import argparse
import json
import platform
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple

from benchmarks.peers import REPETITIONS, SECONDS, Figure
from benchmarks.speed import phases, playouts, search


class Target(NamedTuple):
    """A figure of Quincunx, its minimum, and the factor by which it must exceed each of the peers."""

    name: str
    least: float
    peers: tuple[str, ...]
    times: float


OPENSPIEL = tuple(f"OpenSpiel {game}, C++" for game in ("connect_four", "breakthrough", "pentago", "clobber"))
TARGETS = (
    Target("pushmine: playouts", 25e6, OPENSPIEL, 10),
    Target("duel: playouts", 25e6, OPENSPIEL, 10),
    Target("mosaic: playouts", 3e6, ("tile-match-gym",), 1000),
    Target("cascade: playouts", 3e6, ("tile-match-gym",), 1000),
    Target("flood: playouts", 1e6, (), 0),
    *(Target(f"{slug}: replay", 20e3, (), 0) for slug in ("pushmine", "duel", "mosaic", "cascade", "flood")),
    Target("pushmine: negamax", 5e6, ("OpenSpiel alpha-beta",), 1),
    Target("pushmine: 8 plies", 1 / 1.5, (), 0),
    *(Target(f"{slug}: negamax", 1e6, ("OpenSpiel alpha-beta",), 1) for slug in ("mosaic", "cascade")),
    Target("pushmine: MCTS", 300e3, ("OpenSpiel MCTS",), 5),
    Target("duel: MCTS", 0, ("OpenSpiel MCTS",), 5),
)


def main() -> None:
    options = _options()
    mine = playouts.measure(options.seconds, options.repetitions)
    mine += search.measure(options.seconds, options.repetitions)
    theirs, notes = _peers(options)
    print(f"\n{platform.processor() or platform.machine()}, Python {platform.python_version()}, one thread")
    print(_table("Quincunx", mine))
    print(_table("Peers", theirs))
    print("\n".join(notes))
    print(_verdicts(mine, theirs))
    print("\nWhere the time goes")
    phases.main()
    if options.json:
        Path(options.json).write_text(
            json.dumps([asdict(one) for one in mine + theirs], indent=1) + "\n", encoding="utf-8"
        )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="What Quincunx reaches, beside its peers.")
    parser.add_argument("--peers", default=sys.executable, help="a Python that has the peers installed")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="length of one run")
    parser.add_argument("--repetitions", type=int, default=REPETITIONS, help="runs; the fastest counts")
    parser.add_argument("--json", default="", help="also write the figures to this file")
    return parser.parse_args()


def _peers(options: argparse.Namespace) -> tuple[list[Figure], list[str]]:
    command = [options.peers, "-m", "benchmarks.peers", str(options.seconds), str(options.repetitions)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    answer = json.loads(done.stdout.splitlines()[-1])
    return [Figure(**one) for one in answer["figures"]], answer["notes"]


def _table(title: str, figures: list[Figure]) -> str:
    rows = [f"  {one.name:<44} {_number(one.rate):>15} {one.unit:<9} {one.note}" for one in figures]
    return "\n".join(["", title, *rows])


def _verdicts(mine: list[Figure], theirs: list[Figure]) -> str:
    rates = {one.name: one.rate for one in mine}
    lines = ["", "Targets"]
    for target in TARGETS:
        rate = rates.get(target.name, 0.0)
        lines.append(
            f"  {target.name:<24} {_number(rate):>13}  {_met(rate >= target.least)}  at least {_number(target.least)}"
        )
        for peer in theirs:
            if peer.name.startswith(target.peers) and target.peers:
                ratio = rate / peer.rate
                lines.append(
                    f"  {'':<24} {ratio:>12,.1f}×  {_met(ratio >= target.times)}  {target.times:g}× {peer.name}"
                )
    return "\n".join(lines)


def _number(rate: float) -> str:
    return f"{rate:,.0f}" if rate >= 100 else f"{rate:.2f}"


def _met(reached: bool) -> str:
    return "met   " if reached else "MISSED"


if __name__ == "__main__":
    main()
