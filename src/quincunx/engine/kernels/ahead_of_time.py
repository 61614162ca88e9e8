"""The browser's back end: kernels that were compiled to WebAssembly ahead of time, called through one small bridge.

The kernels work in Python's own memory, so that arrays are shared with them. A call writes its arguments to *slots*,
eight bytes each, in the order in which `quincunx.offline.compiler` lists them; the answer comes back in the same slots.
A kernel that is not in the file is run in plain Python.
"""

import ctypes
import functools
import importlib
import inspect
import os
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

from quincunx.engine.kernels import small_arrays, wasm_file
from quincunx.engine.kernels.backend import Plain
from quincunx.engine.kernels.small_arrays import Array, Kind, zeros

F = TypeVar("F", bound=Callable[..., Any])
Shape = Any
"""How a value lies in slots, as the file says: "int", "bool", "float", "none", a tuple or an array."""

KERNELS_VARIABLE = "QUINCUNX_KERNELS"
MOST_SLOTS = 1024
RETURNED = (0, -2)
"""The statuses of calls that came to an end; Numba has one of its own for functions without an answer."""

run_in_plain_python: set[str] = set()
"""The kernels that were called and are not in the file."""


class Overload(NamedTuple):
    """A kernel, compiled for one kind of arguments."""

    call: Callable[[int], int]
    arguments: list[Shape]
    result: Shape


class AheadOfTime(Plain):
    def kernel(self, function: F) -> F:
        return cast(F, functools.wraps(function)(Kernel(function)))


class Kernel:
    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._name = f"{function.__module__}.{function.__qualname__}"
        self._overloads: dict[tuple[type, ...], Overload | None] = {}

    def __call__(self, *args: Any, **named: Any) -> Any:
        if named:
            args = inspect.signature(self._function).bind(*args, **named).args
        kinds = tuple(map(type, args))
        if kinds not in self._overloads:
            self._overloads[kinds] = library().find(self._name, args)
        overload = self._overloads[kinds]
        return self._function(*args) if overload is None else library().run(overload, args)


@functools.cache
def library() -> "Library":
    return Library(Path(os.environ.get(KERNELS_VARIABLE, "/kernels.wasm")))


class Library:
    """The kernels of a file, placed in memory."""

    def __init__(self, path: Path) -> None:
        read = wasm_file.read(path.read_bytes())
        self._data = zeros(len(read.data) + wasm_file.ALIGNMENT, small_arrays.uint8)
        base = -(-self._data.address // wasm_file.ALIGNMENT) * wasm_file.ALIGNMENT
        placed = wasm_file.placed_at(read, base)
        ctypes.memmove(base, bytes(placed.data), len(placed.data))
        moved = path.with_name(f"{path.stem}-placed.so")
        moved.write_bytes(placed.module)
        self._code = ctypes.CDLL(str(moved))
        self._release = self._function("release")
        self._overloads: dict[str, list[Overload]] = {}
        for entry in read.manifest["overloads"]:
            overload = Overload(self._function(entry["export"]), entry["arguments"], entry["result"])
            self._overloads.setdefault(entry["kernel"], []).append(overload)
        self._slots = zeros(MOST_SLOTS, small_arrays.int64)
        self._address = self._slots.address

    def _function(self, name: str) -> Callable[[int], int]:
        function = self._code[name]
        function.argtypes, function.restype = [ctypes.c_int32], ctypes.c_int32
        return cast(Callable[[int], int], function)

    def find(self, kernel: str, args: tuple[Any, ...]) -> Overload | None:
        for overload in self._overloads.get(kernel, []):
            if len(overload.arguments) == len(args) and all(map(_fits, overload.arguments, args)):
                return overload
        run_in_plain_python.add(kernel)
        return None

    def run(self, overload: Overload, args: tuple[Any, ...]) -> Any:
        arrays: dict[int, Array] = {}
        numbers: list[int] = []
        for shape, value in zip(overload.arguments, args, strict=True):
            _flatten(shape, value, numbers, arrays)
        struct.pack_into(f"<{len(numbers)}q", self._slots.numbers, 0, *numbers)
        status = overload.call(self._address)
        if status not in RETURNED:
            raise RuntimeError(f"a kernel ended with status {status}")
        return self._value(overload.result, iter(self._slots.numbers), arrays)

    def _value(self, shape: Shape, slots: Iterator[int], arrays: dict[int, Array]) -> Any:
        if isinstance(shape, str):
            return _scalar(shape, slots)
        if "array" in shape:
            return self._array(shape, slots, arrays)
        parts = [self._value(part, slots, arrays) for part in shape["parts"]]
        return _class_of(shape["class"])(*parts) if shape["class"] else tuple(parts)

    def _array(self, shape: Shape, slots: Iterator[int], arrays: dict[int, Array]) -> Array:
        """An array of the answer: one of the arguments', or a copy of one that the kernel has made."""
        owner, _, size, itemsize, address = (next(slots) for _ in range(5))
        sizes = tuple(next(slots) for _ in range(shape["dimensions"]))
        for _ in sizes:
            next(slots)  # the strides: there are no gaps
        given = arrays.get(address)
        if owner == 0 and given is not None and given.shape == sizes:
            return given
        kind: Kind = getattr(small_arrays, shape["array"])
        copied = bytearray(ctypes.string_at(address, size * itemsize))
        if owner:
            self._release(owner)
        return Array(small_arrays.view(copied, kind), sizes, kind)


def _fits(shape: Shape, value: Any) -> bool:
    if isinstance(shape, str):
        return isinstance(value, {"int": int, "bool": bool, "float": float, "none": type(None)}[shape])
    if "array" in shape:
        return isinstance(value, Array) and (value.dtype.name, value.ndim) == (shape["array"], shape["dimensions"])
    if not isinstance(value, tuple) or len(value) != len(shape["parts"]):
        return False
    named = shape["class"] is None or type(value) is _class_of(shape["class"])
    return named and all(map(_fits, shape["parts"], value))


def _flatten(shape: Shape, value: Any, numbers: list[int], arrays: dict[int, Array]) -> None:
    if isinstance(shape, str):
        if shape == "float":
            numbers.append(struct.unpack("<q", struct.pack("<d", value))[0])
        elif shape != "none":
            numbers.append(int(value))
    elif "array" in shape:
        address, width = value.address, value.dtype.itemsize
        arrays[address] = value
        numbers += (0, 0, value.size, width, address, *value.shape)
        numbers += (width,) if value.ndim == 1 else (width * value.shape[1], width)
    else:
        for part, inner in zip(shape["parts"], value, strict=True):
            _flatten(part, inner, numbers, arrays)


def _scalar(shape: str, slots: Iterator[int]) -> Any:
    if shape == "none":
        return None
    number = next(slots)
    if shape == "float":
        return struct.unpack("<d", struct.pack("<q", number))[0]
    return bool(number) if shape == "bool" else number


@functools.cache
def _class_of(name: str) -> Any:
    module, _, qualified = name.partition(":")
    found: Any = importlib.import_module(module)
    for part in qualified.split("."):
        found = getattr(found, part)
    return found
