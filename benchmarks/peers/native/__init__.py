"""Hand-written C loops of random playouts of duel and pushmine: what a bitboard program in C does here.

Compiled when measured, into a temporary folder. Each program takes seconds, a seed and, optionally, a fixed
number of games, and prints one JSON line, so that lengths and results can be compared with our own kernels.
"""

from __future__ import annotations

import json
import math
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from benchmarks.peers import REPETITIONS, SECONDS, Figure, Run, figure, is_available

SOURCES = Path(__file__).parent
COMPILERS = ("cc", "gcc", "clang")
FLAG_SETS = (("-O3", "-march=native"), ("-O3",))  # the second where the first is not understood
SPECIAL = {"duel": "passes", "pushmine": "mines placed"}
RULES = {"duel": "6x6, standard", "pushmine": "5x5, line 4, standard"}


@dataclass(frozen=True)
class Tally:
    """What one run of a program printed; `special` is named in SPECIAL."""

    games: int
    moves: int
    seconds: float
    first: int
    second: int
    draws: int
    unfinished: int
    special: int
    squares: int
    hash: int


def compiler() -> str:
    """The path of a C compiler, empty if there is none."""
    return next((path for path in map(shutil.which, COMPILERS) if path), "")


def missing() -> str:
    return "" if compiler() else f"not measured: needs a C compiler ({', '.join(COMPILERS)})"


def build(game: str, folder: Path) -> tuple[Path, str]:
    """The compiled program of `game`, and the flags it was compiled with."""
    program = folder / game
    errors = ""
    for flags in FLAG_SETS:
        command = [compiler(), *flags, "-o", str(program), str(SOURCES / f"{game}.c")]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return program, " ".join(flags)
        errors = next(iter(done.stderr.strip().splitlines()), "")
    raise RuntimeError(f"{game}.c does not compile ({errors})")


def run(program: Path, seconds: float, seed: int, games: int = 0) -> Tally:
    """One run: for `seconds`, or of just `games` games if given."""
    command = [str(program), str(seconds), str(seed), *([str(games)] if games else [])]
    return Tally(**json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout))


def describe(game: str, tallies: list[Tally]) -> str:
    """Lengths and results of all runs together."""
    games, moves = sum(one.games for one in tallies), sum(one.moves for one in tallies)
    length = moves / games
    deviation = math.sqrt(max(0.0, sum(one.squares for one in tallies) / games - length**2))
    first, second, draws, unfinished, special = (
        sum(getattr(one, name) for one in tallies) / games
        for name in ("first", "second", "draws", "unfinished", "special")
    )
    return (
        f"mean length {length:.3f} ± {deviation / math.sqrt(games):.3f} plies (deviation {deviation:.2f}), "
        f"first {first:.4f}, second {second:.4f}, draw {draws:.4f}, unfinished {unfinished:.6f}, "
        f"{SPECIAL[game]} a game {special:.3f}, n = {games}"
    )


def measure(seconds: float = SECONDS, repetitions: int = REPETITIONS) -> list[Figure]:
    if not is_available(missing()):
        return []
    figures = []
    with tempfile.TemporaryDirectory() as folder:
        for game, rules in RULES.items():
            try:
                program, flags = build(game, Path(folder))
            except RuntimeError as error:
                is_available(f"not measured: {error}")
                continue
            tallies = [run(program, seconds, seed) for seed in range(1, repetitions + 1)]
            best = max(tallies, key=lambda one: one.moves / one.seconds)
            note = f"{rules}; {Path(compiler()).name} {flags}; {describe(game, tallies)}"
            figures.append(figure(f"{game}, hand-written C", Run(best.moves, best.games, best.seconds), note))
    return figures
