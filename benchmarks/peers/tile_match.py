"""tile-match-gym: random effective swaps on a 6x6 board of 5 colours without special tiles.

Its rules are near to mosaic's, not the same: only the lowest lines of a wave are removed at a time, the drops
come from a generator rather than a queue, and a board without an effective swap is reshuffled at once.
"""

from __future__ import annotations

import os
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

SIZE, COLOURS, MOVES = 6, 5, 40
PACKAGE = "tile-match-gym"


def missing() -> str:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    return missing_package("tile_match_gym.tile_match_env", PACKAGE)


def environment(seed: int) -> Any:
    module = load("tile_match_gym.tile_match_env")
    return module.TileMatchEnv(SIZE, SIZE, COLOURS, MOVES, [], [], seed=seed)


class Steps:
    """The environment as documented: every step also lists the effective actions of the new board."""

    def __init__(self, seed: int) -> None:
        self.env = environment(seed)
        self.random = random.Random(seed)

    def play(self, seconds: float) -> Run:
        env, choice = self.env, self.random.choice
        games, moves = 0, 0
        start = time.perf_counter()
        elapsed = 0.0
        while elapsed < seconds:
            _, info = env.reset()
            done = False
            while not done:
                _, _, done, _, info = env.step(choice(info["effective_actions"]))
                moves += 1
            games += 1
            elapsed = time.perf_counter() - start
        return Run(moves, games, elapsed)


class Swaps:
    """Only `board.move` is timed; finding the effective swaps is not."""

    def __init__(self, seed: int) -> None:
        self.board = environment(seed).board
        self.random = random.Random(seed)
        self.is_effective = load("tile_match_gym.board").is_move_effective

    def play(self, seconds: float) -> Run:
        board, choice, is_effective = self.board, self.random.choice, self.is_effective
        clock = time.perf_counter
        games, moves = 0, 0
        elapsed = 0.0
        while elapsed < seconds:
            board.generate_board()
            for _ in range(MOVES):
                swap = choice([pair for pair in board.action_to_coords if is_effective(board.board, *pair)])
                start = clock()
                board.move(*swap)
                elapsed += clock() - start
                moves += 1
            games += 1
        return Run(moves, games, elapsed)


def measure(seconds: float = SECONDS, repetitions: int = REPETITIONS) -> list[Figure]:
    if not is_available(missing()):
        return []
    steps, swaps = Steps(1), Swaps(1)
    steps.play(0.01)  # numba compiles here
    swaps.play(0.01)
    with_moves = runs(steps.play, seconds, repetitions)[0]
    without_moves = runs(swaps.play, seconds, repetitions)[0]
    board = f"{SIZE}x{SIZE}, {COLOURS} colours, no specials, games of {MOVES} moves"
    with_note = f"{board}; env.step with a random effective action, which lists the next effective actions"
    without_note = f"{board}; board.move alone, which still tests its swap and that the new board has one"
    return [
        figure("tile-match-gym, with move generation", with_moves, with_note),
        figure("tile-match-gym, without move generation", without_moves, without_note),
    ]


if __name__ == "__main__":
    show(measure)
