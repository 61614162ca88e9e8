"""What is compared: random games, the choices of every level, and proofs. It runs here and in the browser."""

from typing import Any

from quincunx.catalogue import game
from quincunx.engine.kernels.playouts import playouts
from quincunx.engine.kernels.randomness import below
from quincunx.engine.moves import numbers
from quincunx.engine.rules import PLAYING, moves, play
from quincunx.games.flood.solver import solve
from quincunx.search.chooser import choose

SEED, MOST_PLIES, EXPANSIONS = 12345, 400, 100_000
NO_LIMIT = 1 << 60
NO_CLOCK = 3_600_000
"""Milliseconds: more than any search takes, so that the budget ends it."""


def random_games(slug: str, games: int) -> list[int]:
    chosen = game(slug)
    return [int(number) for number in playouts(chosen.new(chosen.variant(), SEED), SEED, games, MOST_PLIES)]


def everything_of(slug: str, games: int, positions: int, most_nodes: int = NO_LIMIT) -> dict[str, Any]:
    """Random games, and in some positions the choice of every level with a budget of at most this many nodes."""
    chosen = game(slug)
    found: dict[str, Any] = {"random games": random_games(slug, games)}
    for level in [name for name, level in chosen.levels.items() if level.player.budget <= most_nodes]:
        asked = [choose(chosen, position(slug, seed), level, seed, milliseconds=NO_CLOCK) for seed in range(positions)]
        found[level] = [[one.move, one.score, one.nodes, list(one.line), one.reason, one.proven] for one in asked]
    return found


def position(slug: str, seed: int) -> Any:
    """A position of a random match."""
    chosen = game(slug)
    current = chosen.new(chosen.variant(), seed)
    for ply in range(below(12, seed, 1, 0)):
        choice = list(numbers(moves(current)))
        after = play(current, choice[below(len(choice), seed, 2, ply)])
        if after.result != PLAYING:
            break
        current = after
    return current


def fewest_moves(boards: int) -> list[list[int]]:
    """What the solver knows of the first boards of Flood-It, of 14 by 14 cells and six colours."""
    flood = game("flood")
    variant = flood.variant({"size": 14, "colours": 6})
    solved = [solve(flood.new(variant, seed), EXPANSIONS) for seed in range(boards)]
    return [[found.lower_bound, found.upper_bound, *map(int, found.moves)] for found in solved]
