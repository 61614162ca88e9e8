"""Every level of every game under load: how long its choices take, beside the time that it may take.

    python -m benchmarks.speed.choices [--choices N] [--game SLUG]... [--level NAME]... [--busy N] [--json FILE]
        [--again]

A busy loop runs on every core beside it, as on a server where much else happens (`--busy 0` where a machine is busy
enough without). Half of the choices are on the standard board and half on the largest one, in positions from random
matches. The slowest choice counts.

Each figure is written when it is measured. A figure of as many choices that the file has already is not measured again,
so an interrupted run goes on, and games and levels can be measured one by one.
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
from typing import Any, NamedTuple

from tests.support.games import LARGEST

from benchmarks.figures import Figure, load_of_the_machine, read, write
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


class Measurement(NamedTuple):
    game: AnyGame
    level: str
    board: str
    choices: int

    @property
    def name(self) -> str:
        return f"{self.game.slug} {self.level}, {self.board} board: slowest choice"

    def gave(self, figure: Figure) -> bool:
        return figure.name == self.name and figure.note.startswith(f"{self.choices} choices,")

    def measure(self) -> Figure:
        """Positions are taken a few plies apart, so that openings, middles and ends of matches are among them."""
        game = self.game
        positions = matches(game, LARGEST[game.slug] if self.board == "largest" else None, 7)
        game.warm()
        taken = []
        for _ in range(self.choices):
            match = next(itertools.islice(positions, PLIES_APART - 1, None))
            began = time.perf_counter()
            choose_in(match, self.level)
            taken.append(1000 * (time.perf_counter() - began))
        note = f"{self.choices} choices, median {statistics.median(taken):.0f}"
        return Figure(self.name, round(max(taken), 1), "ms", most=game.levels[self.level].milliseconds, note=note)


def measurements(options: argparse.Namespace) -> Iterator[Measurement]:
    for game in all_games():
        if game.slug in LARGEST and game.slug in (options.game or [game.slug]):
            for level in game.levels:
                if level in (options.level or [level]):
                    for board in ("standard", "largest"):
                        yield Measurement(game, level, board, max(1, options.choices // 2))


def main() -> None:
    parser = argparse.ArgumentParser(description="Every level of every game under load.")
    parser.add_argument("--choices", type=int, default=CHOICES, help="how many choices of each level of each game")
    parser.add_argument("--game", action="append", help="only this game; may be given several times")
    parser.add_argument("--level", action="append", help="only this level; may be given several times")
    parser.add_argument("--busy", type=int, default=os.cpu_count() or 1, help="how many busy loops run beside it")
    parser.add_argument("--json", type=Path, help="a file with the figures, which are added to it")
    parser.add_argument("--again", action="store_true", help="measure again what the file has")
    options = parser.parse_args()
    figures = {figure.name: figure for figure in (read(options.json) if options.json else [])}
    with busy_loops(options.busy):
        for one in measurements(options):
            if not options.again and one.name in figures and one.gave(figures[one.name]):
                continue
            figures[one.name] = one.measure()
            print(figures[one.name], flush=True)
            if options.json:
                write(options.json, list(figures.values()))
    print(load_of_the_machine())


if __name__ == "__main__":
    main()
