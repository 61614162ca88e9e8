"""Instructions of the processor on words, for the bodies that kernels use in place of plain Python.

Only a process that compiles imports this.
"""

import platform
from typing import Any

import numba
from llvmlite import ir
from llvmlite.binding import get_host_cpu_features
from numba import types
from numba.extending import intrinsic

_FOR_THIS_PROCESSOR = numba.config.CPU_NAME in (None, "host")
HAS_DEPOSIT = (
    _FOR_THIS_PROCESSOR
    and platform.machine() in ("x86_64", "AMD64")
    and bool(get_host_cpu_features().get("bmi2", False))
)
"""Whether the processor that is compiled for spreads and gathers bits by one instruction."""

HAS_MASKS = HAS_DEPOSIT and bool(
    get_host_cpu_features().get("avx512bw", False) and get_host_cpu_features().get("avx512dq", False)
)
"""Whether it makes 64 bytes of 64 bits, and eight products of words, by one instruction each (AVX-512)."""


@intrinsic  # type: ignore[untyped-decorator]
def popcount(typingctx: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def trailing_zeros(typingctx: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def leading_zeros(typingctx: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), generate


def _on_two_words(name: str) -> Any:
    def declare(typingctx: Any, bits: Any, mask: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word = ir.IntType(64)
            function = builder.module.declare_intrinsic(name, fnty=ir.FunctionType(word, [word, word]))
            return builder.call(function, args)

        return types.int64(types.int64, types.int64), generate

    return intrinsic(declare)


deposit = _on_two_words("llvm.x86.bmi.pdep.64")
extract = _on_two_words("llvm.x86.bmi.pext.64")


@intrinsic  # type: ignore[untyped-decorator]
def eight_below(typingctx: Any, n: Any, n_step: Any, seed: Any, place: Any, step: Any) -> Any:
    """As `randomness.eight_below`: SplitMix64's finaliser over eight counters at once."""
    from quincunx.engine.kernels.randomness import GAMMA, MIX_1, MIX_2  # it imports this module

    word, eight = ir.IntType(64), ir.VectorType(ir.IntType(64), 8)
    index = ir.IntType(32)

    def all_of(number: int) -> Any:
        return ir.Constant(eight, [number] * 8)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        def everywhere(value: Any) -> Any:
            single = builder.insert_element(ir.Constant(eight, ir.Undefined), value, ir.Constant(index, 0))
            zeros = ir.Constant(ir.VectorType(index, 8), None)
            return builder.shuffle_vector(single, ir.Constant(eight, ir.Undefined), zeros)

        def mixed(z: Any, shift: int) -> Any:
            return builder.xor(z, builder.lshr(z, all_of(shift)))

        n, n_step, seed, place, step = args
        ks = ir.Constant(eight, list(range(8)))
        gamma = ir.Constant(word, GAMMA)
        first = builder.add(seed, builder.mul(gamma, builder.add(place, ir.Constant(word, 1))))
        z = builder.add(everywhere(first), builder.mul(ks, everywhere(builder.mul(gamma, step))))
        z = builder.mul(mixed(z, 30), all_of(MIX_1))
        z = mixed(builder.mul(mixed(z, 27), all_of(MIX_2)), 31)
        below = builder.add(everywhere(n), builder.mul(ks, everywhere(n_step)))
        below = builder.and_(below, all_of(0xFFFFFFFF))  # so that 32 bits are seen to be enough
        numbers = builder.lshr(builder.mul(builder.lshr(z, all_of(32)), below), all_of(32))
        return builder.bitcast(builder.trunc(numbers, ir.VectorType(ir.IntType(8), 8)), word)

    return types.int64(types.int64, types.int64, types.int64, types.int64, types.int64), generate


NOW = "emscripten_get_now"
"""The browser's clock, in milliseconds; a function that kernels in the browser import."""


@intrinsic  # type: ignore[untyped-decorator]
def now(typingctx: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = ir.FunctionType(ir.DoubleType(), [])
        return builder.call(builder.module.globals.get(NOW) or ir.Function(builder.module, kind, NOW), [])

    return types.float64(), generate
