"""What is compared: random games, the choices of every level, proofs and hints. It runs here and in the browser."""

import hashlib
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from quincunx.catalogue import game
from quincunx.engine.clock import lowered_flag
from quincunx.engine.kernels.backend import IN_BROWSER
from quincunx.engine.kernels.playouts import Playouts, playouts
from quincunx.engine.kernels.randomness import Stream, below, word
from quincunx.engine.match import Match
from quincunx.engine.moves import numbers
from quincunx.engine.player import Choice, MoveRequest
from quincunx.engine.rules import PLAYING, moves, observe, play
from quincunx.games.flood.solver import solve
from quincunx.search.hints import hint

MOVES = Playouts._fields.index("moves")
SEED, MOST_PLIES, EXPANSIONS = 12345, 400, 100_000
SLICES = 20
WARM = 5
"""A browser replaces slow code by fast code between calls: there are many short calls, and the first do not count."""


def cpu_clock() -> Callable[[], float]:
    """Processor time of this thread, so that other programs on the machine disturb little."""
    if not IN_BROWSER:
        return time.thread_time
    import js  # type: ignore[import-not-found]  # only the browser's Python has it

    return js.cpuSeconds  # type: ignore[no-any-return]


def digest(found: Any) -> str:
    return hashlib.sha256(repr(found).encode()).hexdigest()[:16]


# Random games.


def random_games(slug: str, games: int) -> list[int]:
    chosen = game(slug)
    return [int(number) for number in playouts(chosen.new(chosen.variant(), SEED), SEED, games, MOST_PLIES)]


def random_games_measured(slug: str, games: int) -> tuple[str, float]:
    """A digest of all of them, and moves per second."""
    chosen, clock = game(slug), cpu_clock()
    start = chosen.new(chosen.variant(), SEED)
    found = []
    began = clock()
    for number in range(SLICES):
        if number == WARM:
            began = clock()
        found.append(tuple(map(int, playouts(start, word(SEED, 0, number), games // SLICES, MOST_PLIES))))
    seconds = clock() - began
    return digest(found), sum(done[MOVES] for done in found[WARM:]) / seconds


# Levels.

LEAST_SEARCHES, MOST_SEARCHES = 2, 200


def levels(slug: str, most_nodes: int | None = None) -> list[str]:
    """All levels of a game, or those with a budget of at most this many nodes."""
    all_levels = game(slug).levels
    return [name for name, level in all_levels.items() if most_nodes is None or level.player.budget <= most_nodes]


def request(slug: str, seed: int) -> MoveRequest:
    """Some position, for a player that has no clock."""
    chosen, found = game(slug), position(slug, seed)
    own_seed = word(seed, Stream.PLAYER, found.ply)
    return MoveRequest(chosen, observe(found, found.turn), own_seed, (), lowered_flag())


def choice(slug: str, level: str, seed: int, most_nodes: int | None = None) -> Choice:
    """What a level chooses in some position, without a clock, with at most this budget."""
    player = game(slug).levels[level].player
    if most_nodes is not None and player.budget > most_nodes:
        player = player.scaled(Fraction(most_nodes, player.budget)) or player
    return player.choose(request(slug, seed))


def shown(found: Choice) -> list[Any]:
    return [int(found.move), found.score, found.nodes, list(found.line), found.reason, found.proven]


def choices(slug: str, level: str, seeds: Sequence[int], most_nodes: int | None = None) -> list[Any]:
    return [shown(choice(slug, level, seed, most_nodes)) for seed in seeds]


def choices_digest(slug: str, level: str, seeds: Sequence[int], most_nodes: int) -> str:
    return digest(choices(slug, level, seeds, most_nodes))


def nodes_per_second(slug: str, level: str, most: int) -> tuple[int, float]:
    """With the level's own budget, in as many positions as take this many nodes: how many were looked at, and how many
    per second. How a position came about does not count: no search has to do with it."""
    clock, player = cpu_clock(), game(slug).levels[level].player
    searches = min(MOST_SEARCHES, max(LEAST_SEARCHES, most // player.budget))
    requests = [request(slug, seed) for seed in range(searches)]
    for asked in requests[:LEAST_SEARCHES]:
        player.choose(asked)
    began = clock()
    nodes = sum(player.choose(asked).nodes for asked in requests)
    return nodes, nodes / (clock() - began)


def position(slug: str, seed: int) -> Any:
    """A position of a random match."""
    chosen = game(slug)
    current = chosen.new(chosen.variant(), seed)
    for ply in range(below(12, seed, 1, 0)):
        legal = list(numbers(moves(current)))
        after = play(current, legal[below(len(legal), seed, 2, ply)])
        if after.result != PLAYING:
            break
        current = after
    return current


# Flood-It.


def fewest_moves(boards: int) -> list[list[int]]:
    """What the solver knows of the first boards of Flood-It, of 14 by 14 cells and six colours."""
    flood = game("flood")
    variant = flood.variant({"size": 14, "colours": 6})
    solved = [solve(flood.new(variant, seed), EXPANSIONS) for seed in range(boards)]
    return [[found.lower_bound, found.upper_bound, *map(int, found.moves)] for found in solved]


def hint_seconds(positions: int) -> list[float]:
    """How long hints take on boards of 20 by 20 cells and four colours, after some random moves."""
    clock, taken = cpu_clock(), []
    for seed in range(positions):
        match = Match("flood", {"size": 20, "colours": 4}, seed=seed)
        for ply in range(below(20, seed, 1, 0)):
            legal = match.legal()
            match.play(legal[below(len(legal), seed, 2, ply)])
        began = clock()
        hint(match)
        taken.append(clock() - began)
    return taken
