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


NOW = "emscripten_get_now"
"""The browser's clock, in milliseconds; a function that kernels in the browser import."""


@intrinsic  # type: ignore[untyped-decorator]
def now(typingctx: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = ir.FunctionType(ir.DoubleType(), [])
        return builder.call(builder.module.globals.get(NOW) or ir.Function(builder.module, kind, NOW), [])

    return types.float64(), generate
