"""python-chess: random legal moves, and the replay of a stored game with its legality check."""

from __future__ import annotations

import random
import time

from benchmarks.peers import (
    MAX_PLIES,
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

PACKAGE = "chess"
# Kasparov against Topalov, Wijk aan Zee 1999: 87 plies, castling on both sides.
GAME = """
e2e4 d7d6 d2d4 g8f6 b1c3 g7g6 c1e3 f8g7 d1d2 c7c6 f2f3 b7b5 g1e2 b8d7 e3h6 g7h6 d2h6 c8b7 a2a3 e7e5 e1c1
d8e7 c1b1 a7a6 e2c1 e8c8 c1b3 e5d4 d1d4 c6c5 d4d1 d7b6 g2g3 c8b8 b3a5 b7a8 f1h3 d6d5 h6f4 b8a7 h1e1 d5d4
c3d5 b6d5 e4d5 e7d6 d1d4 c5d4 e1e7 a7b6 f4d4 b6a5 b2b4 a5a4 d4c3 d6d5 e7a7 a8b7 a7b7 d5c4 c3f6 a4a3 f6a6
a3b4 c2c3 b4c3 a6a1 c3d2 a1b2 d2d1 h3f1 d8d2 b7d7 d2d7 f1c4 b5c4 b2h8 d7d3 h8a8 c4c3 a8a4 d1e1 f3f4 f7f5
b1c1 d3d2 a4a7
"""
STORED = GAME.split()


def missing() -> str:
    return missing_package("chess", PACKAGE)


class RandomGames:
    """Random legal moves, to the end by the rules (`full_end_test`) or until no move is left."""

    def __init__(self, seed: int, full_end_test: bool) -> None:
        self.board = load("chess").Board
        self.random = random.Random(seed)
        self.full_end_test = full_end_test

    def play(self, seconds: float) -> Run:
        new_board, draw, full_end_test = self.board, self.random.random, self.full_end_test
        games, moves = 0, 0
        start = time.perf_counter()
        elapsed = 0.0
        while elapsed < seconds:
            board = new_board()
            for _ in range(MAX_PLIES):
                if full_end_test and board.is_game_over():
                    break
                legal = list(board.legal_moves)
                if not legal:
                    break
                board.push(legal[int(draw() * len(legal))])
                moves += 1
            games += 1
            elapsed = time.perf_counter() - start
        return Run(moves, games, elapsed)


def replay(seconds: float) -> Run:
    new_board = load("chess").Board
    games, moves = 0, 0
    start = time.perf_counter()
    elapsed = 0.0
    while elapsed < seconds:
        board = new_board()
        for text in STORED:
            board.push_uci(text)
        games += 1
        moves += len(STORED)
        elapsed = time.perf_counter() - start
    return Run(moves, games, elapsed)


def measure(seconds: float = SECONDS, repetitions: int = REPETITIONS) -> list[Figure]:
    if not is_available(missing()):
        return []
    lean = runs(RandomGames(1, False).play, seconds, repetitions)[0]
    full = runs(RandomGames(1, True).play, seconds, repetitions)[0]
    stored = runs(replay, seconds, repetitions)[0]
    limit = f"or {MAX_PLIES} plies"
    lean_note = f"list(legal_moves) and push, until no move is left {limit}"
    stored_note = f"push_uci, which tests legality, over a game of {len(STORED)} plies"
    return [
        figure("python-chess, random moves", lean, lean_note),
        figure("python-chess, random moves, full end test", full, f"the same, until is_game_over() {limit}"),
        figure("python-chess, replay", stored, stored_note),
    ]


if __name__ == "__main__":
    show(measure)
