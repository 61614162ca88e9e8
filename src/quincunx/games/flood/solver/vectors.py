"""Blocks of words as vectors of the processor, for the bodies that kernels use in place of those in `simd`.

Only a process that compiles imports this.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, models, register_model

from quincunx.games.flood.solver.simd import LANES


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
def load(typingctx: Any, words: Any, start: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load(_address(context, builder, signature, args), align=8)

    return BLOCK(words, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def store(typingctx: Any, words: Any, start: Any, block: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.store(args[2], _address(context, builder, signature, args), align=8)
        return context.get_dummy_value()

    return types.void(words, types.int64, BLOCK), generate


@intrinsic  # type: ignore[untyped-decorator]
def nothing(typingctx: Any) -> Any:
    return BLOCK(), lambda context, builder, signature, args: ir.Constant(_VECTOR, [0] * LANES)


@intrinsic  # type: ignore[untyped-decorator]
def either(typingctx: Any, one: Any, other: Any) -> Any:
    return BLOCK(BLOCK, BLOCK), lambda context, builder, signature, args: builder.or_(*args)


@intrinsic  # type: ignore[untyped-decorator]
def both(typingctx: Any, one: Any, other: Any) -> Any:
    return BLOCK(BLOCK, BLOCK), lambda context, builder, signature, args: builder.and_(*args)


@intrinsic  # type: ignore[untyped-decorator]
def without(typingctx: Any, one: Any, other: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        every = ir.Constant(_VECTOR, [-1] * LANES)
        return builder.and_(args[0], builder.xor(args[1], every))

    return BLOCK(BLOCK, BLOCK), generate


@intrinsic  # type: ignore[untyped-decorator]
def some(typingctx: Any, block: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        zero = ir.Constant(_VECTOR, [0] * LANES)
        lanes = builder.icmp_unsigned("!=", args[0], zero)
        mask = builder.bitcast(lanes, ir.IntType(LANES))
        return builder.icmp_unsigned("!=", mask, ir.Constant(ir.IntType(LANES), 0))

    return types.boolean(BLOCK), generate
