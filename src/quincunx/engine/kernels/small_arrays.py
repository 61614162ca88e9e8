"""Arrays without NumPy, for the browser: the few of its functions that games and searches use, by the same names.

An array is a typed view of memory that kernels can write to: one or two dimensions, without gaps. Part of a
one-dimensional array, and a row of a two-dimensional one, share the memory.
"""

import ctypes
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple


class Kind(NamedTuple):
    """The kind of an array's numbers."""

    name: str
    code: str
    """As `struct` and `memoryview` know it."""
    itemsize: int

    def __call__(self, value: Any) -> Any:
        return value


int8 = Kind("int8", "b", 1)
uint8 = Kind("uint8", "B", 1)
int16 = Kind("int16", "h", 2)
int32 = Kind("int32", "i", 4)
int64 = Kind("int64", "q", 8)
uint64 = Kind("uint64", "Q", 8)
float64 = Kind("float64", "d", 8)
bool_ = Kind("bool", "?", 1)


class NDArray:
    """Stands where NumPy has a type for annotations."""

    def __class_getitem__(cls, kind: Any) -> Any:
        return cls


class Array:
    __slots__ = ("dtype", "header", "numbers", "shape")

    header: tuple[int, ...]
    """What a kernel is told of it: owner, parent, number of items, size of an item, address, sizes, strides."""

    def __init__(self, numbers: Any, shape: tuple[int, ...], kind: Kind) -> None:
        self.numbers = numbers
        self.shape = shape
        self.dtype = kind

    def __getattr__(self, name: str) -> tuple[int, ...]:
        """The header is made when a kernel first asks for it, and is true from then on: memory stays where it is as
        long as there is a view of it. A search passes the same ten arrays to thousands of calls."""
        if name != "header":
            raise AttributeError(f"an array has no {name}")
        width = self.dtype.itemsize
        strides = (width * self.shape[1], width) if self.ndim == 2 else (width,)
        self.header = (0, 0, self.size, width, self.address, *self.shape, *strides)
        return self.header

    @property
    def size(self) -> int:
        return len(self.numbers)

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def nbytes(self) -> int:
        return self.size * self.dtype.itemsize

    @property
    def address(self) -> int:
        """Where its numbers are, in the memory that it shares with the kernels."""
        return ctypes.addressof(ctypes.c_char.from_buffer(self.numbers)) if self.numbers else 0

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.numbers.tolist()) if self.ndim == 1 else (self[row] for row in range(len(self)))

    def __getitem__(self, place: Any) -> Any:
        if self.ndim == 1:
            found = self.numbers[place]
            return Array(found, (len(found),), self.dtype) if isinstance(place, slice) else found
        if isinstance(place, tuple):
            return self[place[0]][place[1]]
        width = self.shape[1]
        if isinstance(place, slice):
            first, last, _ = place.indices(len(self))
            return Array(self.numbers[first * width : last * width], (max(0, last - first), width), self.dtype)
        row = range(len(self))[place]
        return Array(self.numbers[row * width : (row + 1) * width], (width,), self.dtype)

    def __setitem__(self, place: Any, value: Any) -> None:
        if self.ndim == 2 and isinstance(place, tuple):
            self[place[0]][place[1]] = value
        elif self.ndim == 2 or isinstance(place, slice):
            part = self[place]
            part.numbers[:] = value.numbers if isinstance(value, Array) else _filled(part.size, value, part.dtype)
        else:
            self.numbers[place] = value

    def fill(self, value: Any) -> None:
        self.numbers[:] = _filled(self.size, value, self.dtype)

    def copy(self) -> "Array":
        return Array(view(bytearray(self.numbers), self.dtype), self.shape, self.dtype)

    def ravel(self) -> "Array":
        return Array(self.numbers, (self.size,), self.dtype)

    def reshape(self, rows: int, cols: int) -> "Array":
        rows = self.size // cols if rows < 0 else rows
        return Array(self.numbers, (rows, cols), self.dtype)

    def tolist(self) -> list[Any]:
        return self.numbers.tolist() if self.ndim == 1 else [row.tolist() for row in self]

    def any(self) -> bool:
        return any(self.numbers)

    def max(self, initial: Any = None) -> Any:
        return max(self.numbers) if initial is None else max(initial, *self.numbers, initial)

    def __invert__(self) -> "Array":
        return _of((~number for number in self.numbers), self.shape, self.dtype)

    def __and__(self, other: "Array") -> "Array":
        rows = other.numbers.tolist() * (self.size // other.size if other.size else 1)
        return _of((a & b for a, b in zip(self.numbers, rows, strict=True)), self.shape, self.dtype)

    def __or__(self, other: "Array") -> "Array":
        return _of((a | b for a, b in zip(self.numbers, other.numbers, strict=True)), self.shape, self.dtype)


def zeros(shape: int | Sequence[int], kind: Kind) -> Array:
    sizes = (int(shape),) if isinstance(shape, int) else tuple(map(int, shape))
    total = 1
    for size in sizes:
        total *= size
    return Array(view(bytearray(total * kind.itemsize), kind), sizes, kind)


empty = zeros


def full(shape: int | Sequence[int], value: Any, kind: Kind) -> Array:
    made = zeros(shape, kind)
    made.fill(value)
    return made


def zeros_like(like: Array) -> Array:
    return zeros(like.shape, like.dtype)


empty_like = zeros_like


def array(values: Any, kind: Kind) -> Array:
    listed = values.tolist() if isinstance(values, Array) else list(values)
    if listed and isinstance(listed[0], (Array, list, tuple)):
        return _of((int(number) for row in listed for number in row), (len(listed), len(listed[0])), kind)
    return _of(listed, (len(listed),), kind)


def concatenate(parts: Sequence[Array]) -> Array:
    return _of((number for part in parts for number in part), (sum(map(len, parts)),), parts[0].dtype)


def array_equal(one: Array, other: Array) -> bool:
    return one.shape == other.shape and one.tolist() == other.tolist()


def _of(numbers: Iterable[Any], shape: tuple[int, ...], kind: Kind) -> Array:
    made = zeros(shape, kind)
    for place, number in enumerate(numbers):
        made.numbers[place] = number
    return made


def view(memory: bytes | bytearray, kind: Kind) -> Any:
    """The memory as numbers of this kind."""
    return memoryview(memory).cast(kind.code)  # type: ignore[call-overload]


def _filled(size: int, value: Any, kind: Kind) -> Any:
    """As many times the same number."""
    one = bytearray(kind.itemsize)
    view(one, kind)[0] = value
    return view(bytes(one) * size, kind)
