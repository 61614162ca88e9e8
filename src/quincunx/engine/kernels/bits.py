"""Sets of cells as bits of an `int64`.

Every board of up to seven columns is laid out eight columns wide: the cell in row r and column c is bit 8r + c. The
columns beyond the board stay empty, so that a shift by 1, 7, 8 or 9 steps to a neighbour and never round the edge.
"""

import platform
from collections.abc import Iterator
from typing import Any

from llvmlite import ir
from llvmlite.binding import get_host_cpu_features
from numba import types
from numba.extending import intrinsic

from quincunx.engine.kernels.compiler import compiled_body, primitive

STRIDE = 8
DOWN = STRIDE
RIGHT = 1


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


@intrinsic  # type: ignore[untyped-decorator]
def _popcount(typingctx: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _lowest(typingctx: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _leading_zeros(typingctx: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), generate


@compiled_body(popcount)
def _compiled_popcount(bits: int) -> int:
    return int(_popcount(bits))


@compiled_body(lowest)
def _compiled_lowest(bits: int) -> int:
    return int(_lowest(bits))


@compiled_body(highest)
def _compiled_highest(bits: int) -> int:
    return int(63 - _leading_zeros(bits))


def _instruction(name: str) -> Any:
    """An instruction of the processor on two words."""

    def declare(typingctx: Any, bits: Any, mask: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word = ir.IntType(64)
            function = builder.module.declare_intrinsic(name, fnty=ir.FunctionType(word, [word, word]))
            return builder.call(function, args)

        return types.int64(types.int64, types.int64), generate

    return intrinsic(declare)


_deposit = _instruction("llvm.x86.bmi.pdep.64")
_extract = _instruction("llvm.x86.bmi.pext.64")


def _select_by_deposit(bits: int, n: int) -> int:
    """One instruction of the processor spreads the number 1 << n over the bits set: the n-th of them remains."""
    return int(_lowest(_deposit(1 << n, bits)))


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


def _extract_at_once(bits: int, mask: int) -> int:
    return int(_extract(bits, mask))


_HAS_DEPOSIT = platform.machine() in ("x86_64", "AMD64") and get_host_cpu_features().get("bmi2", False)
compiled_body(select)(_select_by_halving)
compiled_body(extract)(extract)
if _HAS_DEPOSIT:
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
