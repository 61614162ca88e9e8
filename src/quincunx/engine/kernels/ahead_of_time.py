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
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

from quincunx.engine.kernels import small_arrays, wasm_file
from quincunx.engine.kernels.backend import Plain
from quincunx.engine.kernels.small_arrays import Array, Kind, zeros

F = TypeVar("F", bound=Callable[..., Any])
Shape = Any
"""How a value lies in slots: "int", "bool", "float", "none", a tuple or an array."""

HEADER = 5
"""The slots of an array before its sizes and strides: owner, parent, number of items, size of an item, address."""
INT, FLOAT = "q", "d"

KERNELS_VARIABLE = "QUINCUNX_KERNELS"
MOST_SLOTS = 1024
RETURNED = (0, -2)
"""The statuses of calls that came to an end; Numba has one of its own for functions without an answer."""

run_in_plain_python: set[str] = set()
"""The kernels that were called and are not in the file."""


MakeArray = Callable[[tuple[Any, ...], Shape, tuple[int, ...]], Array]


def overload(
    call: Callable[[int], int], arguments: list[Shape], result: Shape, slots: Array, make_array: MakeArray
) -> Callable[..., Any]:
    """A kernel, compiled for one kind of arguments. A search makes a hundred short calls for a choice, so that all that
    does not change from call to call is looked up once."""
    given, take_apart = taking_apart(arguments)
    answer, put_together = putting_together(result)
    address, numbers, pack, unpack = slots.address, slots.numbers, given.pack_into, answer.unpack_from

    def run(*args: Any) -> Any:
        pack(numbers, 0, *take_apart(*args))
        status = call(address)
        if status not in RETURNED:
            raise RuntimeError(f"a kernel ended with status {status}")
        return put_together(unpack(numbers), make_array, args)

    return run


class AheadOfTime(Plain):
    def kernel(self, function: F) -> F:
        return cast(F, functools.wraps(function)(Kernel(function)))

    borrower = kernel


class Kernel:
    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._name = f"{function.__module__}.{function.__qualname__}"
        self._overloads: dict[tuple[type, ...], Callable[..., Any]] = {}

    def __call__(self, *args: Any, **named: Any) -> Any:
        if named:
            args = inspect.signature(self._function).bind(*args, **named).args
        kinds = tuple(map(type, args))
        run = self._overloads.get(kinds)
        if run is None:
            run = self._overloads[kinds] = library().find(self._name, args) or self._function
        return run(*args)


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
        self._entries: dict[str, list[dict[str, Any]]] = {}
        for entry in read.manifest["overloads"]:
            self._entries.setdefault(entry["kernel"], []).append(entry)
        self._slots = zeros(MOST_SLOTS, small_arrays.int64)

    def _function(self, name: str) -> Callable[[int], int]:
        function = self._code[name]
        function.argtypes, function.restype = [ctypes.c_int32], ctypes.c_int32
        return cast(Callable[[int], int], function)

    def find(self, kernel: str, args: tuple[Any, ...]) -> Callable[..., Any] | None:
        for entry in self._entries.get(kernel, []):
            arguments = entry["arguments"]
            if len(arguments) == len(args) and all(map(_fits, arguments, args)):
                call = self._function(entry["export"])
                return overload(call, arguments, entry["result"], self._slots, self._array)
        run_in_plain_python.add(kernel)
        return None

    def _array(self, args: tuple[Any, ...], shape: Shape, slots: tuple[int, ...]) -> Array:
        """An array of the answer: one of the arguments', or a copy of one that the kernel has made."""
        owner, _, size, itemsize, address = slots[:HEADER]
        sizes = slots[HEADER : HEADER + shape["dimensions"]]
        if owner == 0:
            for given in _arrays_in(args):
                if given.address == address and given.shape == sizes:
                    return given
        kind = kind_of(shape)
        copied = bytearray(ctypes.string_at(address, size * itemsize))
        if owner:
            self._release(owner)
        return Array(small_arrays.view(copied, kind), sizes, kind)


def _arrays_in(values: tuple[Any, ...]) -> Iterator[Array]:
    for value in values:
        if isinstance(value, Array):
            yield value
        elif isinstance(value, tuple):
            yield from _arrays_in(value)


def _fits(shape: Shape, value: Any) -> bool:
    if isinstance(shape, str):
        return isinstance(value, {"int": int, "bool": bool, "float": float, "none": type(None)}[shape])
    if "array" in shape:
        return isinstance(value, Array) and (value.dtype.name, value.ndim) == (shape["array"], shape["dimensions"])
    if not isinstance(value, tuple) or len(value) != len(shape["parts"]):
        return False
    named = shape["class"] is None or type(value) is class_of(shape["class"])
    return named and all(map(_fits, shape["parts"], value))


# Taking arguments apart and putting answers together. Expressions that do it are made once for each overload: to walk
# through the shapes in every call would take longer than most kernels do.


class SlotLayout:
    """Slots in their order, and what is in each."""

    def __init__(self) -> None:
        self.kinds: list[str] = []

    @property
    def struct(self) -> struct.Struct:
        return struct.Struct("<" + "".join(self.kinds))


def taking_apart(shapes: Sequence[Shape]) -> tuple[struct.Struct, Callable[..., tuple[Any, ...]]]:
    """The layout of arguments, and a function that takes them apart."""
    layout, parts = SlotLayout(), list[str]()
    for number, shape in enumerate(shapes):
        _take_apart(shape, f"a{number}", layout, parts)
    names = ", ".join(f"a{number}" for number in range(len(shapes)))
    return layout.struct, eval(f"lambda {names}: ({''.join(f'{part}, ' for part in parts)})")


def _take_apart(shape: Shape, value: str, layout: SlotLayout, parts: list[str]) -> None:
    if isinstance(shape, str):
        if shape != "none":
            layout.kinds.append(FLOAT if shape == "float" else INT)
            parts.append(value)
    elif "array" in shape:
        parts.append(f"*{value}.header")
        layout.kinds += INT * (HEADER + 2 * shape["dimensions"])
    else:
        for number, part in enumerate(shape["parts"]):
            _take_apart(part, f"{value}[{number}]", layout, parts)


def putting_together(shape: Shape) -> tuple[struct.Struct, Callable[..., Any]]:
    """The layout of an answer, and a function that makes it of the slots, a function that makes arrays, and the
    arguments: an array of the answer may be one of theirs."""
    layout, named = SlotLayout(), {"new": tuple.__new__}
    expression = _put_together(shape, layout, named)
    return layout.struct, eval(f"lambda slots, array, args: {expression}", named)


def _put_together(shape: Shape, layout: SlotLayout, named: dict[str, Any]) -> str:
    place = len(layout.kinds)
    if isinstance(shape, str):
        if shape == "none":
            return "None"
        layout.kinds.append(FLOAT if shape == "float" else INT)
        return f"bool(slots[{place}])" if shape == "bool" else f"slots[{place}]"
    if "array" in shape:
        layout.kinds += INT * (HEADER + 2 * shape["dimensions"])
        named[f"shape{place}"] = shape
        return f"array(args, shape{place}, slots[{place}:{len(layout.kinds)}])"
    parts = "".join(f"{_put_together(part, layout, named)}, " for part in shape["parts"])
    if not shape["class"]:
        return f"({parts})"
    name = f"class{len(named)}"
    named[name] = class_of(shape["class"])
    return f"new({name}, ({parts}))"


@functools.cache
def class_of(name: str) -> Any:
    module, _, qualified = name.partition(":")
    named: Any = importlib.import_module(module)
    for part in qualified.split("."):
        named = getattr(named, part)
    return named


def kind_of(shape: Shape) -> Kind:
    kind: Kind = getattr(small_arrays, shape["array"])
    return kind
