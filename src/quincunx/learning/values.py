"""What a network sees in a position, and what it makes of it. A game registers `planes`, and `extras` if it has any.

During training a *value* is a number: the logarithm of the odds of the side to move, or its margin as a share of the
largest one. An *expectation* is between -1 (lost) and 1 (won).
"""

from typing import Any

from quincunx.engine.kernels.arrays import np, npt
from quincunx.engine.kernels.bits import extract
from quincunx.engine.kernels.compiler import generic, primitive, required
from quincunx.engine.kernels.odds import logistic
from quincunx.engine.rules import DRAWN, PLAYING, evaluate
from quincunx.learning.network import NetworkLayout, Weights, Words
from quincunx.search.hooks import foreseen

Places = npt.NDArray[np.int32]

DECIDED = 1000.0
"""The value of a win: more than any odds."""


@required
def planes(position: Any) -> tuple[int, ...]:
    """The board as sets of cells: a cell's state is the sum of the numbers of the sets that it is in, counted from 1.
    Own before other: a position is seen by the side to move."""
    return ()


@generic
def extras(position: Any) -> tuple[int, ...]:
    """Further features, each a number from 0 on, below what the network declares. One that is always 0 says what it is
    worth to be to move."""
    return (0,)


@generic
def certain(position: Any) -> int:
    """The result where it is certain, so that the network need not judge it: unlike `foreseen`, which also ends the
    tree of a search, this may say so a move before the end."""
    return foreseen(position)


@primitive
def state_of(boards: tuple[int, ...], mask: int, spread: Words) -> int:
    """The state of a pattern: its cells' states as digits of one number."""
    total = 0
    for state, board in enumerate(boards, 1):
        total += state * spread[extract(board, mask)]
    return total


@primitive
def note_weights(position: Any, layout: NetworkLayout, numbers: Places) -> None:
    """Write down the numbers of the weights that this position adds up."""
    boards = planes(position)
    patterns = layout.masks.size
    for k in range(patterns):
        numbers[k] = layout.weight[layout.offsets[k] + state_of(boards, layout.masks[k], layout.spread)]
    for feature, number in enumerate(extras(position)):
        numbers[patterns + feature] = layout.weight[layout.extras[feature] + number]


@primitive
def sum_of(numbers: Places, weights: Weights) -> float:
    total = 0.0
    for k in range(numbers.size):
        total += weights[numbers[k]]
    return total


@primitive
def value(position: Any, layout: NetworkLayout, weights: Weights) -> float:
    """The worth of an unfinished position to the side to move."""
    boards = planes(position)
    total = 0.0
    for k in range(layout.masks.size):
        total += weights[layout.weight[layout.offsets[k] + state_of(boards, layout.masks[k], layout.spread)]]
    for feature, number in enumerate(extras(position)):
        total += weights[layout.weight[layout.extras[feature] + number]]
    return total


@primitive
def expected(value: float, margin: int) -> float:
    """The expectation that a value means. A margin is cut off at ±1: values that feed on themselves would run away."""
    return max(-1.0, min(1.0, value)) if margin else 2.0 * logistic(value) - 1.0


@primitive
def expected_end(position: Any, result: int, margin: int) -> float:
    """The same where the result is certain: by the margin if the match is over, else in full."""
    if margin and position.result != PLAYING:
        return max(-1.0, min(1.0, evaluate(position) / margin))
    if result in (DRAWN, PLAYING):
        return 0.0
    return 1.0 if result == position.turn else -1.0


@primitive
def value_of_end(position: Any, result: int, margin: int) -> float:
    """The value that a search takes it for."""
    end = expected_end(position, result, margin)
    return end if margin else DECIDED * end
