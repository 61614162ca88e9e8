"""How many random moves per second the kernels make, and a signature of each game's rules."""

import time
from typing import NamedTuple

from quincunx.catalogue import all_games, game
from quincunx.engine.game import AnyGame
from quincunx.engine.kernels.playouts import playouts
from quincunx.engine.kernels.randomness import DEFAULT_SEED

SIGNATURE_GAMES = 200
BATCH_SECONDS = 0.2
MOST_PLIES = 400
"""Not `PLY_CAP`, which may change: this number is part of every signature."""


class Bench(NamedTuple):
    game: str
    signature: int
    moves_a_second: float
    moves: int
    games: int
    seconds: float


def bench_games(slug: str | None, seconds: float) -> list[Bench]:
    return [bench(chosen, seconds) for chosen in ([game(slug)] if slug else all_games())]


def bench(chosen: AnyGame, seconds: float) -> Bench:
    """Random playouts from the standard opening, for about this long."""
    position = chosen.new(chosen.variant(), DEFAULT_SEED)
    first = playouts(position, DEFAULT_SEED, SIGNATURE_GAMES, MOST_PLIES)
    batch = first.games
    played = done = spent = 0.0
    number = 0
    while spent < seconds:
        began = time.perf_counter()
        result = playouts(position, number, int(batch), MOST_PLIES)
        took = time.perf_counter() - began
        spent, played, done, number = spent + took, played + result.moves, done + result.games, number + 1
        batch = max(1, batch * min(4.0, BATCH_SECONDS / max(took, 1e-6)))
    return Bench(chosen.slug, first.signature, played / spent, int(played), int(done), spent)
