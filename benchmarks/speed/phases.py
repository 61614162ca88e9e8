"""Where the time of a random move goes: finding the legal moves, choosing one, playing it.

    python -m benchmarks.speed.phases

Each part runs alone over the positions of some random games, kept in a list; what is left to the whole is the loop
around them, and what the compiler saves by seeing them together.
"""

import time
from collections.abc import Callable
from typing import Any

from quincunx import all_games
from quincunx.engine.kernels.compiler import kernel
from quincunx.engine.kernels.playouts import playouts
from quincunx.engine.kernels.randomness import below, word
from quincunx.engine.moves import count, nth
from quincunx.engine.rules import PLAYING, moves, outcome, play

GAMES = 40
ROUNDS = 400
MOST_PLIES = 400


@kernel
def only_visit(position: Any, seed: int, games: int, rounds: int) -> int:
    """The lists alone: what the other kernels do besides their part."""
    visited = visit(position, seed, games)
    total = 0
    for number in range(rounds):
        for entry in visited:
            total += entry[0].ply ^ number
    return total


@kernel
def only_moves(position: Any, seed: int, games: int, rounds: int) -> int:
    visited = visit(position, seed, games)
    total = 0
    for number in range(rounds):
        for entry in visited:
            choice = moves(entry[0])
            total += (choice.low ^ choice.high) + (entry[0].ply ^ number)
    return total


@kernel
def only_choose(position: Any, seed: int, games: int, rounds: int) -> int:
    visited = visit(position, seed, games)
    total = 0
    for number in range(rounds):
        for index, entry in enumerate(visited):
            total += nth(entry[1], below(count(entry[1]), seed, number, index)) + (entry[0].ply ^ number)
    return total


@kernel
def only_play(position: Any, seed: int, games: int, rounds: int) -> int:
    visited = visit(position, seed, games)
    total = 0
    for number in range(rounds):
        for entry in visited:
            total += play(entry[0], entry[2]).result + (entry[0].ply ^ number)
    return total


@kernel
def visit(position: Any, seed: int, games: int) -> Any:
    """The positions of random games, with their moves and the one that was played."""
    visited = [(position, moves(position), nth(moves(position), 0))]
    for number in range(games):
        current = position
        own_seed = word(seed, 1, number)
        ply = 0
        while ply < MOST_PLIES and outcome(current) == PLAYING:
            choice = moves(current)
            move = nth(choice, below(count(choice), own_seed, 0, ply))
            visited.append((current, choice, move))
            current = play(current, move)
            ply += 1
    return visited


def main() -> None:
    print("nanoseconds a move          whole   moves  choose    play")
    for game in all_games():
        position = game.new(game.variant(), 1)
        plies = 1 + playouts(position, 1, GAMES, MOST_PLIES).moves
        lists = _nanoseconds(only_visit, position, plies)
        parts = [_nanoseconds(part, position, plies) - lists for part in (only_moves, only_choose, only_play)]
        print(f"{game.slug:<24} {_whole(position):>8.1f}" + "".join(f"{part:>8.1f}" for part in parts))


def _nanoseconds(part: Callable[..., int], position: Any, plies: int) -> float:
    part(position, 1, 1, 1)
    best = min(_timed(lambda: part(position, 1, GAMES, ROUNDS)) for _ in range(3))
    return best / (plies * ROUNDS) * 1e9


def _whole(position: Any) -> float:
    done = playouts(position, 2, 1, 1)
    best = float("inf")
    for _ in range(3):
        began = time.thread_time()
        done = playouts(position, 2, GAMES * 50, MOST_PLIES)
        best = min(best, (time.thread_time() - began) / done.moves)
    return best * 1e9


def _timed(act: Callable[[], object]) -> float:
    began = time.thread_time()
    act()
    return time.thread_time() - began


if __name__ == "__main__":
    main()
