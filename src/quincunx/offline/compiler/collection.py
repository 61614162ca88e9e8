"""Which kernels a browser needs, for which kinds of arguments: those that Numba compiles while everything is called.

This builds on a method that Numba does not promise to keep (`_finalize_specific`); `pyproject.toml` caps its version.
"""

import ctypes
import time
from typing import Any, NamedTuple

from llvmlite import binding
from numba import types
from numba.core.codegen import JITCodeLibrary

from quincunx.engine.kernels import instructions
from quincunx.engine.kernels.native import KERNELS
from quincunx.warmup import warm_game


class Overload(NamedTuple):
    """A kernel as Numba compiled it for one kind of arguments."""

    kernel: str
    function: str
    """Its name in the LLVM code."""
    code: str
    """LLVM code of everything that it needs, optimised, and not yet prepared for a processor."""
    arguments: list[Any]
    result: Any
    """How arguments and answer lie in slots, as the manifest says it (`shape_of`)."""
    result_type: Any
    """The LLVM type of its answer."""


def collect(slugs: list[str]) -> list[Overload]:
    _keep_code()
    clock = _lend_clock()
    for slug in slugs:
        warm_game(slug)
    del clock
    return [
        Overload(
            f"{kernel.py_func.__module__}.{kernel.py_func.__qualname__}",
            compiled.fndesc.llvm_func_name,
            compiled.library.code_for_browser,
            [shape_of(kind) for kind in compiled.signature.args],
            shape_of(compiled.signature.return_type),
            compiled.target_context.call_conv.get_return_type(compiled.signature.return_type).pointee,
        )
        for kernel in KERNELS
        for compiled in kernel.overloads.values()
        if not any(isinstance(kind, types.Literal) for kind in compiled.signature.args)  # only kernels call those
    ]


def _keep_code() -> None:
    """From now on every library keeps its LLVM code as it was before machine code was made of it."""
    finalize = JITCodeLibrary._finalize_specific

    def keep_and_finalize(library: Any) -> None:
        library.code_for_browser = str(library._final_module)
        finalize(library)

    JITCodeLibrary._finalize_specific = keep_and_finalize


def _lend_clock() -> Any:
    """What kernels will import from the browser, for their calls here."""
    clock = ctypes.CFUNCTYPE(ctypes.c_double)(lambda: 1000 * time.perf_counter())
    binding.add_symbol(instructions.NOW, ctypes.cast(clock, ctypes.c_void_p).value)
    return clock


def shape_of(kind: Any) -> Any:
    """How a value of this type lies in slots, as the manifest says it."""
    if isinstance(kind, types.Array):
        return {"array": str(kind.dtype), "dimensions": kind.ndim}
    if isinstance(kind, types.BaseTuple):
        named = getattr(kind, "instance_class", None)
        name = f"{named.__module__}:{named.__qualname__}" if named else None
        return {"class": name, "parts": [shape_of(part) for part in kind.types]}
    if isinstance(kind, types.Boolean):
        return "bool"
    if isinstance(kind, types.Float):
        return "float"
    if isinstance(kind, types.NoneType):
        return "none"
    assert kind == types.int64, f"a kernel in the browser cannot take or return {kind}"
    return "int"
