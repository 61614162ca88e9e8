"""Whole games inside one kernel: random playouts, and the count of all games to a depth (perft)."""

from typing import Any, NamedTuple

from quincunx.engine.kernels.arrays import np
from quincunx.engine.kernels.compiler import kernel
from quincunx.engine.kernels.randomness import below, word
from quincunx.engine.moves import count, nth
from quincunx.engine.rules import PLAYING, moves, outcome, play

MOVE_STREAM, GAME_STREAM = 0, 1
"""The move at a ply is drawn from stream 0 of a game's seed, the seeds of many games from stream 1 of theirs."""


class Playouts(NamedTuple):
    """What a batch of random games gave; `signature` depends on every move of every game."""

    games: int
    moves: int
    first: int
    second: int
    drawn: int
    lost: int
    unfinished: int
    signature: int


@kernel
def playout(position: Any, seed: int, max_plies: int) -> Any:
    """Play uniformly random legal moves until the end, or for `max_plies`; the last position."""
    for ply in range(max_plies):
        if outcome(position) != PLAYING:
            break
        choice = moves(position)
        position = play(position, nth(choice, below(count(choice), seed, MOVE_STREAM, ply)))
    return position


@kernel
def playouts(position: Any, seed: int, games: int, max_plies: int) -> Any:
    """Play many random games from one position; count how they ended."""
    tally = np.zeros(5, np.int64)
    played = 0
    signature = 0
    for number in range(games):
        own_seed = word(seed, GAME_STREAM, number)
        current = position
        ply = 0
        while ply < max_plies and outcome(current) == PLAYING:
            choice = moves(current)
            move = nth(choice, below(count(choice), own_seed, MOVE_STREAM, ply))
            signature = (signature * 31 + move) & 0xFFFFFFFFFFFF
            current = play(current, move)
            ply += 1
        played += ply
        tally[outcome(current)] += 1
    return Playouts(games, played, tally[1], tally[2], tally[3], tally[4], tally[0], signature)


@kernel
def perft(position: Any, depth: int) -> int:
    """How many games of exactly `depth` moves there are from here."""
    if depth == 0:
        return 1
    choice = moves(position)
    total = count(choice)
    if depth > 1:
        branches = total
        total = 0
        for branch in range(branches):
            total += perft(play(position, nth(choice, branch)), depth - 1)
    return total
