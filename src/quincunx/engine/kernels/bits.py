"""Sets of cells as bits of an `int64`.

Every board of up to seven columns is laid out eight columns wide: the cell in row r and column c is bit 8r + c. The
columns beyond the board stay empty, so that a shift by 1, 7, 8 or 9 steps to a neighbour and never round the edge.
"""

from collections.abc import Iterator

from quincunx.engine.kernels.arrays import np
from quincunx.engine.kernels.backend import COMPILES
from quincunx.engine.kernels.compiler import compiled_body, primitive

if COMPILES:
    from quincunx.engine.kernels import instructions

STRIDE = 8
DOWN = STRIDE
RIGHT = 1
EIGHT_ONES = 0x0101010101010101
"""1 in each byte of a word."""
_GATHER = 0x0102040810204080
"""Times the lowest bits of eight bytes: brings bit 8k to 56 + k, and no two bits to one place."""


def popcount(bits: int) -> int:
    """How many bits are set."""
    return int(bits).bit_count()


def lowest(bits: int) -> int:
    """The number of the lowest bit set; `bits` is not 0."""
    return (int(bits) & -int(bits)).bit_length() - 1


def select(bits: int, n: int) -> int:
    """The number of the n-th lowest bit set (n from 0)."""
    for _ in range(n):
        bits &= bits - 1
    return lowest(bits)


def highest(bits: int) -> int:
    """The number of the highest bit set; `bits` is not 0."""
    return int(bits).bit_length() - 1


def extract(bits: int, mask: int) -> int:
    """The bits at the places that the mask names, moved together: bit k of the answer is at the k-th of them."""
    gathered, place = 0, 0
    while mask:
        if bits & mask & -mask:
            gathered |= 1 << place
        place += 1
        mask &= mask - 1
    return gathered


def lowest_bits(eight: int) -> int:
    """The lowest bits of the eight bytes of a word, moved together."""
    return sum((eight >> 8 * k & 1) << k for k in range(8))


def _select_by_halving(bits: int, n: int) -> int:
    """Six halvings of the word for any n."""
    place = 0
    width = 32
    while width:
        below = popcount(bits & ((1 << width) - 1))
        if n >= below:
            n -= below
            bits >>= width
            place += width
        width >>= 1
    return place


if COMPILES:

    @compiled_body(popcount)
    def _compiled_popcount(bits: int) -> int:
        return int(instructions.popcount(bits))

    @compiled_body(lowest)
    def _compiled_lowest(bits: int) -> int:
        return int(instructions.trailing_zeros(bits))

    @compiled_body(highest)
    def _compiled_highest(bits: int) -> int:
        return int(63 - instructions.leading_zeros(bits))

    @compiled_body(lowest_bits)
    def _compiled_lowest_bits(eight: int) -> int:
        return np.int64((np.uint64(eight & EIGHT_ONES) * np.uint64(_GATHER)) >> np.uint64(56))  # type: ignore[return-value]

    def _select_by_deposit(bits: int, n: int) -> int:
        """One instruction of the processor spreads the number 1 << n over the bits set: the n-th of them remains."""
        return int(instructions.trailing_zeros(instructions.deposit(1 << n, bits)))

    def _extract_at_once(bits: int, mask: int) -> int:
        return int(instructions.extract(bits, mask))

    compiled_body(select)(_select_by_halving)
    compiled_body(extract)(extract)
    if instructions.HAS_DEPOSIT:
        compiled_body(select, target="cpu")(_select_by_deposit)
        compiled_body(extract, target="cpu")(_extract_at_once)


@primitive
def rectangle(rows: int, cols: int) -> int:
    """The cells of a board of this size."""
    row = (1 << cols) - 1
    board = 0
    for _ in range(rows):
        board = board << STRIDE | row
    return board


@primitive
def neighbours(bits: int, board: int) -> int:
    """The cells of the board orthogonally next to any of these."""
    return (bits << RIGHT | bits >> RIGHT | bits << DOWN | bits >> DOWN) & board


def each(bits: int) -> Iterator[int]:
    """The numbers of the bits set, from the lowest."""
    while bits:
        yield lowest(bits)
        bits &= bits - 1
