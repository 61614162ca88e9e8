"""Bits become bytes: words of planes and of legal moves are written out as arrays of `uint8`."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from quincunx.engine.kernels import instructions
from quincunx.engine.kernels.bits import EIGHT_ONES, extract, popcount
from quincunx.engine.kernels.compiler import compiled_body, primitive
from quincunx.engine.moves import Moves
from quincunx.observation.planes import Words

Bytes = npt.NDArray[np.uint8]


class Layout(NamedTuple):
    """Where the bits of the planes are: the numbers that follow from an `Encoding`."""

    words: int
    rows: int
    """Of one word."""
    cols: int
    board: int
    """The cells of one word."""


@primitive
def write_bytes(word: int, layout: Layout, out: Bytes, start: int) -> int:
    """Write the cells of one word from `start` on; where the next ones begin."""
    cells = layout.rows * layout.cols
    if word < 0:
        fill(-1 - word, cells, out, start)
    else:
        spread(extract(word, layout.board), cells, out, start)
    return start + cells


@primitive
def write_all(words: Words, layout: Layout, out: Bytes) -> None:
    """All planes of a position, as bytes in the order of channels, rows and columns."""
    start = 0
    for number in range(layout.words):
        start = write_bytes(int(words[number]), layout, out, start)


@primitive
def write_mask(legal: Moves, every: Moves, out: Bytes) -> None:
    """A byte for each move that the variant can ever allow: 1 where it is legal."""
    low, high = popcount(every.low), popcount(every.high)
    spread(extract(legal.low, every.low), low, out, 0)
    spread(extract(legal.high, every.high), high, out, low)


def spread(dense: int, length: int, out: Bytes, start: int) -> None:
    """A byte, 0 or 1, for each of the lowest `length` bits."""
    for place in range(length):
        out[start + place] = dense >> place & 1


def fill(number: int, length: int, out: Bytes, start: int) -> None:
    """This number, `length` times."""
    for place in range(length):
        out[start + place] = number


@compiled_body(spread)
def _spread_one_by_one(dense: int, length: int, out: Bytes, start: int) -> None:
    for place in range(length):
        out[start + place] = dense >> place & 1


@compiled_body(fill)
def _fill_one_by_one(number: int, length: int, out: Bytes, start: int) -> None:
    for place in range(length):
        out[start + place] = number


@intrinsic  # type: ignore[untyped-decorator]
def _store_eight(typingctx: Any, out: Any, start: Any, word: Any) -> Any:
    """Eight bytes at once, at any address. The array is contiguous; nothing checks its end."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, args[0])
        place = builder.gep(array.data, [args[1]])
        builder.store(args[2], builder.bitcast(place, ir.IntType(64).as_pointer()), align=1)
        return context.get_dummy_value()

    return types.void(out, types.int64, types.int64), generate


def _spread_by_eights(dense: int, length: int, out: Bytes, start: int) -> None:
    """One instruction spreads eight bits over eight bytes; the last eight overlap those before them."""
    if length < 8:
        for place in range(length):
            out[start + place] = dense >> place & 1
        return
    for place in range(0, length - 7, 8):
        _store_eight(out, start + place, instructions.deposit(dense >> place, EIGHT_ONES))
    if length & 7:
        _store_eight(out, start + length - 8, instructions.deposit(dense >> length - 8, EIGHT_ONES))


def _fill_by_eights(number: int, length: int, out: Bytes, start: int) -> None:
    if length < 8:
        for place in range(length):
            out[start + place] = number
        return
    word = number * EIGHT_ONES
    for place in range(0, length - 7, 8):
        _store_eight(out, start + place, word)
    if length & 7:
        _store_eight(out, start + length - 8, word)


@intrinsic  # type: ignore[untyped-decorator]
def _store_up_to_64(typingctx: Any, out: Any, start: Any, length: Any, bits: Any, number: Any) -> Any:
    """`length` bytes at once: the number where a bit is set, 0 elsewhere. Nothing checks the end of the array."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, args[0])
        _, start, length, bits, number = args
        word, byte, row, flags = (
            ir.IntType(64),
            ir.IntType(8),
            ir.VectorType(ir.IntType(8), 64),
            ir.VectorType(_BIT, 64),
        )
        none, one = ir.Constant(row, None), ir.Constant(ir.IntType(32), 0)
        single = builder.insert_element(ir.Constant(row, ir.Undefined), builder.trunc(number, byte), one)
        numbers = builder.shuffle_vector(
            single, ir.Constant(row, ir.Undefined), ir.Constant(ir.VectorType(ir.IntType(32), 64), None)
        )
        written = builder.lshr(ir.Constant(word, -1), builder.sub(ir.Constant(word, 64), length))
        values = builder.select(builder.bitcast(bits, flags), numbers, none)
        place = builder.bitcast(builder.gep(array.data, [start]), row.as_pointer())
        kind = ir.FunctionType(ir.VoidType(), [row, row.as_pointer(), ir.IntType(32), flags])
        store = cgutils.get_or_insert_function(builder.module, kind, "llvm.masked.store.v64i8.p0")
        builder.call(store, [values, place, ir.Constant(ir.IntType(32), 1), builder.bitcast(written, flags)])
        return context.get_dummy_value()

    return types.void(out, types.int64, types.int64, types.int64, types.int64), generate


_BIT = ir.IntType(1)


def _spread_at_once(dense: int, length: int, out: Bytes, start: int) -> None:
    if length:
        _store_up_to_64(out, start, length, dense, 1)


def _fill_at_once(number: int, length: int, out: Bytes, start: int) -> None:
    if length:
        _store_up_to_64(out, start, length, -1, number)


if instructions.HAS_MASKS:
    compiled_body(spread, target="cpu")(_spread_at_once)
    compiled_body(fill, target="cpu")(_fill_at_once)
elif instructions.HAS_DEPOSIT:
    compiled_body(spread, target="cpu")(_spread_by_eights)
    compiled_body(fill, target="cpu")(_fill_by_eights)
