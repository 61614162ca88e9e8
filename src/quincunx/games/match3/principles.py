"""What people can ask of the AI players of either match-3 game: how many waves, how many tokens, and where."""

from collections.abc import Callable
from typing import Any

from quincunx.engine.kernels.bits import STRIDE, popcount
from quincunx.engine.moves import HIGH, PASS, count, numbers
from quincunx.engine.rules import moves, play
from quincunx.games.match3.bits import fallen, lines, swapped, without
from quincunx.games.match3.swaps import swap_bits
from quincunx.search.advice.principles import Phrases, Principle, Wording

Test = Callable[[Any, int], bool]

MANY_TOKENS = 4


def swap(test: Test) -> Test:
    """The same predicate, which no pass fulfils."""
    return lambda position, move: move != PASS and test(position, move)


def first_wave(position: Any, move: int) -> int:
    """The tokens that go at once."""
    return lines(swapped(position.cells, move))


def sets_off_a_second_wave(position: Any, move: int) -> bool:
    """Whether what stands above falls into another line. What may come from outside is not counted."""
    gone = first_wave(position, move)
    return lines(fallen(without(swapped(position.cells, move), gone), position.options.board)) != 0


def clears_many(position: Any, move: int) -> bool:
    return popcount(first_wave(position, move)) >= MANY_TOKENS


def is_low(position: Any, move: int) -> bool:
    """Whether the swap is below the middle of the board: the upper of its two cells is."""
    rows = popcount(position.options.board) // _columns(position)
    return swap_bits(move)[0] // STRIDE >= rows // 2


def _columns(position: Any) -> int:
    return popcount(position.options.board & (1 << STRIDE) - 1)


def is_sideways(position: Any, move: int) -> bool:
    return move < HIGH


def leaves_fewest_swaps(position: Any, move: int) -> bool:
    """Whether the other side has no more swaps after it than after any other swap."""
    left = {other: count(moves(play(position, other))) for other in numbers(moves(position))}
    return left[move] == min(left.values())


WAVES = Principle(
    "waves",
    Wording("sets off a cascade", "set off a cascade", "sets off a second wave"),
    Wording("keeps to a single wave", "keep to a single wave", "avoids second waves"),
    "go for long cascades",
    Phrases(
        "wave, waves, second wave, cascade, cascades, long cascades, chain, chains, chain reaction, chain reactions, "
        "combo, combos, avalanche, avalanches",
    ),
    swap(sets_off_a_second_wave),
)

MANY = Principle(
    "many",
    Wording("clears four tokens or more", "clear four tokens or more", "clears four tokens or more at once"),
    Wording("clears three tokens", "clear three tokens", "clears three tokens at once, not more"),
    "make long lines",
    Phrases(
        "long lines, long line, longer lines, big lines, big clears, lines of four, fours, fives, many tokens, "
        "lots of tokens, large groups"
    ),
    swap(clears_many),
)

LOW = Principle(
    "low",
    Wording("swaps low on the board", "swap low on the board", "swaps in the lower half of the board"),
    Wording("swaps high on the board", "swap high on the board", "swaps in the upper half of the board"),
    "play low on the board",
    Phrases("bottom, lower half, floor, depths", "low, deep, dig"),
    swap(is_low),
    against=Phrases("top, upper half, ceiling", "high"),
)

SIDEWAYS = Principle(
    "sideways",
    Wording("swaps sideways", "swap sideways", "swaps sideways"),
    Wording("swaps up and down", "swap up and down", "swaps up and down"),
    "swap sideways",
    Phrases("rows, horizontal swaps", "sideways, horizontally, across, left and right"),
    swap(is_sideways),
    against=Phrases("columns, vertical swaps", "up and down, vertically"),
)

FEW_SWAPS = Principle(
    "few_swaps",
    Wording(
        "leaves you as few swaps as it can", "leave you as few swaps as it can", "leaves you as few swaps as it can"
    ),
    Wording(
        "leaves you more swaps than it must", "leave you more swaps than it must", "leaves you more swaps than it must"
    ),
    "starve the opponent",
    Phrases(
        "few swaps, fewest swaps, fewer swaps", "cramped, tight, tightly", "starve, block, blocking, restrict, squeeze"
    ),
    swap(leaves_fewest_swaps),
    against=Phrases("open board, many swaps, options", "open"),
)
