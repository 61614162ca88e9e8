"""Every level of every game under load: how long its choices take, beside the time that it may take.

    python -m benchmarks.choices [--choices N] [--game SLUG] [--level NAME] [--json FILE]

A busy loop runs on every core beside it, as on a server where much else happens. Half of the choices are on the
standard board and half on the largest one, in positions from random matches. The slowest choice counts.
"""

import argparse
import itertools
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.support.games import LARGEST

from benchmarks.figures import Figure, load_of_the_machine, write
from quincunx.catalogue import all_games
from quincunx.engine.game import AnyGame
from quincunx.engine.match import Match
from quincunx.search.chooser import choose_in

CHOICES = 200
PLIES_APART = 3


@contextmanager
def busy_loops(count: int) -> Iterator[None]:
    """Programs that do nothing but keep cores busy."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def matches(game: AnyGame, variant: Any, seed: int) -> Iterator[Match]:
    """A random match at every one of its plies, and then another one."""
    chance = random.Random(seed)
    while True:
        match = Match(game, variant, chance.randrange(1 << 30))
        while match.end is None:
            yield match
            match.play(chance.choice(match.legal()))


def measure(game: AnyGame, level: str, board: str, count: int) -> Figure:
    """Positions are taken a few plies apart, so that openings, middles and ends of matches are among them."""
    positions = matches(game, LARGEST[game.slug] if board == "largest" else None, 7)
    game.warm()
    taken = []
    for _ in range(count):
        match = next(itertools.islice(positions, PLIES_APART - 1, None))
        began = time.perf_counter()
        choose_in(match, level)
        taken.append(1000 * (time.perf_counter() - began))
    note = f"{count} choices, median {statistics.median(taken):.0f}"
    name = f"{game.slug} {level}, {board} board: slowest choice"
    return Figure(name, round(max(taken), 1), "ms", most=game.levels[level].milliseconds, note=note)


def measures(options: argparse.Namespace) -> Iterator[Figure]:
    for game in all_games():
        if game.slug in LARGEST and options.game in (None, game.slug):
            for level in game.levels:
                if options.level in (None, level):
                    for board in ("standard", "largest"):
                        yield measure(game, level, board, max(1, options.choices // 2))


def main() -> None:
    parser = argparse.ArgumentParser(description="Every level of every game under load.")
    parser.add_argument("--choices", type=int, default=CHOICES, help="how many choices of each level of each game")
    parser.add_argument("--game", help="one game")
    parser.add_argument("--level", help="one level")
    parser.add_argument("--json", type=Path, help="a file to write the figures to")
    options = parser.parse_args()
    measured = []
    with busy_loops(os.cpu_count() or 1):
        for figure in measures(options):
            measured.append(figure)
            print(figure, flush=True)
    print(load_of_the_machine())
    if options.json:
        write(options.json, measured)


if __name__ == "__main__":
    main()
