"""Sets of regions, eight words at a time.

A set of regions is a run of words in an `int64` array: region r is bit r % 63 of word r // 63 (the sign stays unused,
so that bit tricks mean the same in plain Python), and a set is padded to whole blocks of eight words. A block fits in
one or two vector registers: the compiled twins here load it as one value, so that uniting, comparing and testing sets
takes an instruction or two for 504 regions. In plain Python a block is a small NumPy array.
"""

from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, models, register_model

from quincunx.engine.kernels.compiler import compiled_body, primitive

BITS = 63
"""Regions per word."""
LANES = 8
"""Words per block."""

Words = npt.NDArray[np.int64]
Block = npt.NDArray[np.int64]


def load(words: Words, start: int) -> Block:
    """The block that begins at this word."""
    return words[start : start + LANES].copy()


def store(words: Words, start: int, block: Block) -> None:
    words[start : start + LANES] = block


def nothing() -> Block:
    return np.zeros(LANES, np.int64)


def either(one: Block, other: Block) -> Block:
    return one | other


def both(one: Block, other: Block) -> Block:
    return one & other


def without(one: Block, other: Block) -> Block:
    return one & ~other


def some(block: Block) -> bool:
    """Whether the block holds any region."""
    return bool(block.any())


@primitive
def width_for(regions: int) -> int:
    """How many words a set of this many regions takes: whole blocks."""
    return (regions + BITS * LANES - 1) // (BITS * LANES) * LANES


@primitive
def add(words: Words, start: int, region: int) -> None:
    """Put one region into the set that begins at word `start`."""
    words[start + region // BITS] |= 1 << region % BITS


@primitive
def holds(words: Words, start: int, region: int) -> bool:
    return int(words[start + region // BITS]) >> region % BITS & 1 != 0


# ---- in machine code ----


class BlockType(types.Type):  # type: ignore[misc]  # numba is untyped
    def __init__(self) -> None:
        super().__init__(name="flood.Block")


BLOCK = BlockType()
_VECTOR = ir.VectorType(ir.IntType(64), LANES)


@register_model(BlockType)
class _BlockModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _VECTOR)


def _address(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    array = context.make_array(signature.args[0])(context, builder, args[0])
    return builder.bitcast(builder.gep(array.data, [args[1]]), _VECTOR.as_pointer())


@intrinsic  # type: ignore[untyped-decorator]
def _load(typingctx: Any, words: Any, start: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load(_address(context, builder, signature, args), align=8)

    return BLOCK(words, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _store(typingctx: Any, words: Any, start: Any, block: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.store(args[2], _address(context, builder, signature, args), align=8)
        return context.get_dummy_value()

    return types.void(words, types.int64, BLOCK), generate


@intrinsic  # type: ignore[untyped-decorator]
def _nothing(typingctx: Any) -> Any:
    return BLOCK(), lambda context, builder, signature, args: ir.Constant(_VECTOR, [0] * LANES)


@intrinsic  # type: ignore[untyped-decorator]
def _either(typingctx: Any, one: Any, other: Any) -> Any:
    return BLOCK(BLOCK, BLOCK), lambda context, builder, signature, args: builder.or_(*args)


@intrinsic  # type: ignore[untyped-decorator]
def _both(typingctx: Any, one: Any, other: Any) -> Any:
    return BLOCK(BLOCK, BLOCK), lambda context, builder, signature, args: builder.and_(*args)


@intrinsic  # type: ignore[untyped-decorator]
def _without(typingctx: Any, one: Any, other: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        every = ir.Constant(_VECTOR, [-1] * LANES)
        return builder.and_(args[0], builder.xor(args[1], every))

    return BLOCK(BLOCK, BLOCK), generate


@intrinsic  # type: ignore[untyped-decorator]
def _some(typingctx: Any, block: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        zero = ir.Constant(_VECTOR, [0] * LANES)
        lanes = builder.icmp_unsigned("!=", args[0], zero)
        mask = builder.bitcast(lanes, ir.IntType(LANES))
        return builder.icmp_unsigned("!=", mask, ir.Constant(ir.IntType(LANES), 0))

    return types.boolean(BLOCK), generate


@compiled_body(load)
def _compiled_load(words: Words, start: int) -> Any:
    return _load(words, start)


@compiled_body(store)
def _compiled_store(words: Words, start: int, block: Any) -> None:
    _store(words, start, block)


@compiled_body(nothing)
def _compiled_nothing() -> Any:
    return _nothing()


@compiled_body(either)
def _compiled_either(one: Any, other: Any) -> Any:
    return _either(one, other)


@compiled_body(both)
def _compiled_both(one: Any, other: Any) -> Any:
    return _both(one, other)


@compiled_body(without)
def _compiled_without(one: Any, other: Any) -> Any:
    return _without(one, other)


@compiled_body(some)
def _compiled_some(block: Any) -> Any:
    return _some(block)
