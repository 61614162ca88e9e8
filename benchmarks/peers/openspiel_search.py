"""OpenSpiel's searches: MCTS in its C++ core with random rollouts, and alpha-beta in Python.

The games have lengths similar to Quincunx's. Seconds are of processor time, as for Quincunx. Alpha-beta counts the
positions that it visits: once, apart from the timed runs, by a state that counts its own copies.
"""

from __future__ import annotations

from typing import Any

from benchmarks.peers import REPETITIONS, SECONDS, Figure, best_rate, is_available, load, missing_package, show

MCTS_GAMES = ("connect_four", "breakthrough", "pentago")
ALPHA_BETA = {"connect_four": 7, "breakthrough": 5}
"""Plies."""
PACKAGE = "open_spiel"
SIMULATIONS = 20_000
EXPLORATION = 1.0
MEGABYTES = 1000


def missing() -> str:
    return missing_package("pyspiel", PACKAGE)


def measure(seconds: float = SECONDS, repetitions: int = REPETITIONS) -> list[Figure]:
    if not is_available(missing()):
        return []
    figures = [_mcts(name, seconds, repetitions) for name in MCTS_GAMES]
    return figures + [_alpha_beta(name, plies, seconds, repetitions) for name, plies in ALPHA_BETA.items()]


def _mcts(name: str, seconds: float, repetitions: int) -> Figure:
    pyspiel = load("pyspiel")
    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, EXPLORATION, SIMULATIONS, MEGABYTES, True, 1, False)

    def search(_: int) -> int:
        bot.mcts_search(game.new_initial_state())
        return SIMULATIONS

    note = f"{SIMULATIONS:,} simulations a search from the start, one random rollout each, its solver on"
    return best_rate(f"OpenSpiel MCTS, {name}, C++", "sims/s", search, seconds, repetitions, note)


def _alpha_beta(name: str, plies: int, seconds: float, repetitions: int) -> Figure:
    minimax = load("open_spiel.python.algorithms.minimax")
    game = load("pyspiel").load_game(name)

    def search(_: int) -> int:
        minimax.alpha_beta_search(game, game.new_initial_state(), _nothing, plies, 0)
        return nodes

    counted = Counted(game.new_initial_state(), [1])
    minimax.alpha_beta_search(game, counted, _nothing, plies, 0)
    nodes = counted.nodes[0]
    note = f"{plies} plies from the start, {nodes:,} nodes, every leaf worth 0"
    return best_rate(f"OpenSpiel alpha-beta, {name}, Python", "nodes/s", search, seconds, repetitions, note)


def _nothing(_: Any) -> float:
    return 0.0


class Counted:
    """A state that counts how often it and its copies are copied: once per node."""

    def __init__(self, state: Any, nodes: list[int]) -> None:
        self.state = state
        self.nodes = nodes

    def clone(self) -> Counted:
        self.nodes[0] += 1
        return Counted(self.state.clone(), self.nodes)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.state, name)


if __name__ == "__main__":
    show(measure)
