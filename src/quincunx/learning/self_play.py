"""The first part of a training: TD(lambda) over games that the network plays against itself, looking one ply ahead."""

from enum import IntEnum
from typing import Any, NamedTuple

from quincunx.engine.kernels.arrays import np
from quincunx.engine.kernels.compiler import aside, kernel, primitive
from quincunx.engine.kernels.randomness import below, word
from quincunx.engine.moves import count, nth
from quincunx.engine.rules import DRAWN, PLAYING, WON_BY_1, observe, play
from quincunx.learning.network import NetworkLayout, Weights, Words
from quincunx.learning.values import certain, expected, expected_end, note_weights, sum_of, value, value_of_end
from quincunx.search.hooks import candidates, venture


class TrainingStream(IntEnum):
    """The streams of a training's seed, and of the seeds that follow from it."""

    GAMES = 1
    OPENINGS = 2
    CHANCES = 3
    MOVES = 4
    TIES = 5
    SELF_PLAY_STARTS = 11
    TEACHER_STARTS = 12


GAMES, OPENINGS, CHANCES = int(TrainingStream.GAMES), int(TrainingStream.OPENINGS), int(TrainingStream.CHANCES)
MOVES, TIES = int(TrainingStream.MOVES), int(TrainingStream.TIES)
"""Kernels know numbers, not enums."""

EXPLORED, OUT_OF = 10, 100
"""The share of random moves after the opening."""

PLAYED, PLIES, ENDLESS, FIRST, ERRORS, LEARNED = range(6)
"""What is counted: games, their plies, those without an end, seat 1's points, errors and positions learned from."""
COUNTS = 6


class TrainingSettings(NamedTuple):
    """The settings of some games."""

    rate: float
    trace: float
    opening: int
    longest: int
    depth: int
    margin: int
    style: int


@kernel
def play_to_learn(
    start: Any,
    seed: int,
    games: int,
    settings: TrainingSettings,
    layout: NetworkLayout,
    weights: Weights,
    counts: Weights,
) -> None:
    """Play these games from one position and learn from each when it is over."""
    features = layout.masks.size + layout.extras.size
    numbers = np.zeros((settings.longest, features), np.int32)
    values = np.zeros(settings.longest)
    turns = np.zeros(settings.longest, np.int64)
    ventured = np.zeros(settings.longest, np.int64)
    for game in range(games):
        own_seed = word(seed, GAMES, game)
        opening = below(settings.opening, own_seed, OPENINGS, 0)
        position, ply, result = start, 0, certain(start)
        while result == PLAYING and ply < settings.longest:
            note_weights(position, layout, numbers[ply])
            values[ply] = sum_of(numbers[ply], weights)
            turns[ply] = position.turn
            ventured[ply] = ventures(own_seed, ply, opening)
            if ventured[ply]:
                move = venture(position, word(own_seed, MOVES, ply), ply)
            else:
                seen = observe(position, position.turn)
                move = best_move(seen, below(1 << 30, own_seed, TIES, ply), settings, layout, weights)
            position = play(position, move)
            ply += 1
            result = certain(position)
        end = expected_end(position, result, settings.margin)
        count_game(result, ply, counts)
        learn(end, position.turn, ply, numbers, values, turns, ventured, settings, weights, counts)


@primitive
def ventures(seed: int, ply: int, opening: int) -> bool:
    """Whether a random move is tried."""
    return ply < opening or below(OUT_OF, seed, CHANCES, ply) < EXPLORED


@primitive
def count_game(result: int, plies: int, counts: Weights) -> None:
    counts[PLAYED] += 1
    counts[PLIES] += plies
    counts[ENDLESS] += 1 if result == PLAYING else 0
    counts[FIRST] += 1.0 if result == WON_BY_1 else (0.5 if result in (DRAWN, PLAYING) else 0.0)


@aside
def best_move(position: Any, first: int, settings: TrainingSettings, layout: NetworkLayout, weights: Weights) -> int:
    """The move after which the network likes the position best; of equals the first from the `first`-th on."""
    choice = candidates(position, settings.style)
    total = count(choice)
    chosen, best = nth(choice, 0), -np.inf
    for k in range(total):
        move = nth(choice, (k + first) % total)
        after = play(position, move)
        worth = worth_of(after, settings, layout, weights)
        if after.turn != position.turn:
            worth = -worth
        if worth > best:
            chosen, best = move, worth
    return chosen


@primitive
def worth_of(position: Any, settings: TrainingSettings, layout: NetworkLayout, weights: Weights) -> float:
    result = certain(position)
    if result != PLAYING:
        return value_of_end(position, result, settings.margin)
    return value(position, layout, weights)


@aside
def learn(
    end: float, side: int, plies: int, numbers: Any, values: Weights, turns: Words, ventured: Words,
    settings: TrainingSettings, weights: Weights, counts: Weights,
) -> None:  # fmt: skip
    """From the last position back to the first, each learns from what came after it. What a random move led to says
    nothing about the position that it was made in: there the trace is cut, and nothing is learned."""
    target = end
    for ply in range(plies - 1, -1, -1):
        if turns[ply] != side:
            target, side = -target, turns[ply]
        now = expected(values[ply], settings.margin)
        if ventured[ply]:
            target = now
            continue
        move_weights(target - now, settings.rate, numbers[ply], weights, counts)
        target = settings.trace * target + (1.0 - settings.trace) * now


@primitive
def move_weights(error: float, rate: float, numbers: Any, weights: Weights, counts: Weights) -> None:
    for k in range(numbers.size):
        weights[numbers[k]] += rate * error
    counts[ERRORS] += abs(error)
    counts[LEARNED] += 1
