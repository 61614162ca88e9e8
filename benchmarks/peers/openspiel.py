"""OpenSpiel: uniformly random playouts in its C++ core, and through its Python interface.

The C++ figure runs no Python inside the loop: a `RandomRolloutEvaluator` of many rollouts, asked once by an
`MCTSBot` of one simulation, plays all of them from the starting position within one call (clone, legal
actions, uniform choice, apply, until the end). That call does not return how many moves it made, so moves are
rollouts times the mean game length of the Python loop, which plays the same uniform distribution.
"""

from __future__ import annotations

import math
import random
import time
from typing import Any

from benchmarks.peers import (
    REPETITIONS,
    SECONDS,
    Figure,
    Run,
    figure,
    is_available,
    load,
    missing_package,
    runs,
    show,
)

GAMES = ("connect_four", "breakthrough", "pentago", "clobber")
PACKAGE = "open_spiel"
ROLLOUTS = 500  # in one call


def missing() -> str:
    return missing_package("pyspiel", PACKAGE)


class PythonLoop:
    """Random playouts through the Python interface; sums lengths and results over all runs."""

    def __init__(self, game: Any, seed: int) -> None:
        self.game = game
        self.random = random.Random(seed)
        self.games = 0
        self.moves = 0
        self.squares = 0
        self.result = 0.0

    def play(self, seconds: float) -> Run:
        new_state, draw = self.game.new_initial_state, self.random.random
        games, moves = 0, 0
        start = time.perf_counter()
        elapsed = 0.0
        while elapsed < seconds:
            state = new_state()
            length = 0
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(draw() * len(actions))])
                length += 1
            games += 1
            moves += length
            self.squares += length * length
            self.result += state.returns()[0]
            elapsed = time.perf_counter() - start
        self.games += games
        self.moves += moves
        return Run(moves, games, elapsed)

    @property
    def length(self) -> float:
        return self.moves / self.games

    @property
    def error(self) -> float:
        """The standard error of the mean length."""
        return math.sqrt(max(0.0, self.squares / self.games - self.length**2) / self.games)


class CoreLoop:
    """Random playouts inside the C++ core; `length` is the mean game length, measured elsewhere."""

    def __init__(self, pyspiel: Any, game: Any, length: float, seed: int) -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, seed)
        self.bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1, False, seed, False)
        self.game = game
        self.length = length
        self.games = 0
        self.result = 0.0

    def play(self, seconds: float) -> Run:
        search, state = self.bot.mcts_search, self.game.new_initial_state()
        games = 0
        start = time.perf_counter()
        elapsed = 0.0
        while elapsed < seconds:
            root = search(state)
            games += ROLLOUTS
            self.result += root.total_reward * ROLLOUTS
            elapsed = time.perf_counter() - start
        self.games += games
        return Run(round(games * self.length), games, elapsed)


def measure(seconds: float = SECONDS, repetitions: int = REPETITIONS) -> list[Figure]:
    if not is_available(missing()):
        return []
    pyspiel = load("pyspiel")
    figures = []
    for name in GAMES:
        game = pyspiel.load_game(name)
        outer = PythonLoop(game, 1)
        outer_best = runs(outer.play, seconds, repetitions)[0]
        core = CoreLoop(pyspiel, game, outer.length, 1)
        core_best = runs(core.play, seconds, repetitions)[0]
        length = f"{outer.length:.3f} ± {outer.error:.3f} plies (n = {outer.games})"
        results = f"mean result of the first side {core.result / core.games:+.3f} here"
        results += f", {outer.result / outer.games:+.3f} in the Python loop"
        counted = f"moves = rollouts times the Python loop's mean length {length}"
        note = f"rollouts in the C++ core, {counted}; {results}"
        figures.append(figure(f"OpenSpiel {name}, C++ core", core_best, note))
        note = f"a Python loop of legal_actions and apply_action, moves counted; mean length {length}"
        figures.append(figure(f"OpenSpiel {name}, Python interface", outer_best, note))
    return figures


if __name__ == "__main__":
    show(measure)
