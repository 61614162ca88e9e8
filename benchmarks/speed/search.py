"""The searches: nodes of negamax and simulations of MCTS per second, on one thread.

    python -m benchmarks.speed.search [--seconds S] [--repetitions N] [--peers PYTHON]

Seconds are of processor time, so that other programs on the machine disturb them little. A run searches opening
positions in turn, each with fresh tables, until its time is over; making the tables is part of it, as in a match.
"""

import argparse
import subprocess
from typing import Any, NamedTuple

import numpy as np

from benchmarks.peers import REPETITIONS, SECONDS, Figure, best_rate
from quincunx.catalogue import game
from quincunx.engine.kernels.playouts import playouts
from quincunx.engine.rules import observe
from quincunx.games.cascade import evaluation as cascade
from quincunx.games.pushmine.evaluation import weights as pushmine
from quincunx.search.iterative_deepening import deepen
from quincunx.search.mcts import grow, make_tree
from quincunx.search.workspace import MOST_PLIES, NODES, TABLE_BITS, make_workspace

OPENINGS = 16
NODES_A_SEARCH = 500_000
SIMULATIONS_PER_SEARCH = 20_000
NODES_PER_SIMULATION = 40
"""Room in a tree: more than the moves of any position."""
DEEP = 8
"""Plies that Pushmine's search must see from the start in a second and a half."""


class Searched(NamedTuple):
    """A game, and the level whose evaluation its search uses; without a level, that of the rules alone."""

    slug: str
    level: str = ""

    @property
    def name(self) -> str:
        return f"{self.slug}: negamax" + f", as {self.level}" * bool(self.level)

    @property
    def style(self) -> int:
        level = game(self.slug).levels.get(self.level)
        player: Any = level.player if level else None
        return int(getattr(player, "thinker", player).style) if player else PLAIN[self.slug]


PLAIN = {"pushmine": pushmine.PLAIN, "mosaic": 0, "cascade": cascade.PLAIN}
"""The styles of negamax that know nothing but `evaluate`."""
NEGAMAX = tuple(Searched(slug) for slug in PLAIN)
LEVELS = Searched("pushmine", "medium"), Searched("pushmine", "hard"), Searched("cascade", "medium")
"""As they play; mosaic's `medium` is the plain one."""
MCTS = ("pushmine", "duel")


def measure(seconds: float, repetitions: int) -> list[Figure]:
    figures = [_negamax(one, seconds, repetitions) for one in NEGAMAX + LEVELS]
    figures.append(_deep(NEGAMAX[0], repetitions))
    return figures + [_mcts(slug, seconds, repetitions) for slug in MCTS]


def openings(slug: str) -> list[Any]:
    """What seat 1 sees at the start."""
    chosen = game(slug)
    return [observe(chosen.new(chosen.variant(), seed), 1) for seed in range(OPENINGS)]


def _negamax(searched: Searched, seconds: float, repetitions: int) -> Figure:
    style, positions = searched.style, openings(searched.slug)

    def search(number: int) -> int:
        workspace = make_workspace(NODES_A_SEARCH, np.zeros(0, np.int64), np.zeros(1, np.int64), TABLE_BITS)
        deepen(positions[number % OPENINGS], MOST_PLIES - 1, style, workspace)
        return int(workspace.counters[NODES])

    note = f"iterative deepening, {NODES_A_SEARCH:,} nodes a search"
    return best_rate(searched.name, "nodes/s", search, seconds, repetitions, note)


def _deep(searched: Searched, repetitions: int) -> Figure:
    """How often per second the start could be searched to this depth."""
    style, start = searched.style, openings(searched.slug)[0]

    def search(_: int) -> int:
        deepen(start, DEEP, style, make_workspace(1 << 60, np.zeros(0, np.int64), np.zeros(1, np.int64)))
        return 1

    figure = best_rate(f"{searched.slug}: {DEEP} plies", "a second", search, 0, repetitions, "")
    note = f"{1 / figure.rate:.2f} s for all of 1 to {DEEP} plies from the start"
    return Figure(figure.name, figure.unit, figure.rate, figure.moves, figure.games, figure.seconds, note)


def _mcts(slug: str, seconds: float, repetitions: int) -> Figure:
    position = openings(slug)[0]

    def search(number: int) -> int:
        tree = make_tree(SIMULATIONS_PER_SEARCH * NODES_PER_SIMULATION, np.zeros(1, np.int64))
        return int(grow(position, number, SIMULATIONS_PER_SEARCH, tree))

    random_games = playouts(position, 1, 2000, 400)
    length = f"a random game takes {random_games.moves / random_games.games:.1f} plies"
    note = f"{SIMULATIONS_PER_SEARCH:,} simulations a search from the start, random playouts; {length}"
    return best_rate(f"{slug}: MCTS", "sims/s", search, seconds, repetitions, note)


def main() -> None:
    parser = argparse.ArgumentParser(description="Searches: nodes and simulations per second.")
    parser.add_argument("--peers", default="", help="a Python that has OpenSpiel installed, to measure it too")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="length of one run, in processor time")
    parser.add_argument("--repetitions", type=int, default=REPETITIONS, help="runs; the fastest counts")
    options = parser.parse_args()
    for one in measure(options.seconds, options.repetitions):
        print(f"{one.name:<36} {one.rate:>13,.1f} {one.unit:<9} {one.note}", flush=True)
    if options.peers:
        lengths = "--seconds", str(options.seconds), "--repetitions", str(options.repetitions)
        subprocess.run([options.peers, "-m", "benchmarks.peers.openspiel_search", *lengths], check=True)


if __name__ == "__main__":
    main()
