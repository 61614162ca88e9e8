"""Positions of any game in arrays, and back.

All integers of a position stand in one array, `numbers[lane, k]`; each array of a position has an array of its own with
one more axis, `arrays[n][lane]`. The options are the same for all lanes and stay in the *template*: a first position of
the variant, with False in the place of every array.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import types
from numba.extending import overload

OPTIONS = "options"


def template_of(value: Any) -> Any:
    """A position without its arrays."""
    if isinstance(value, np.ndarray):
        return False
    if not isinstance(value, tuple):
        return value
    parts = [template_of(part) for part in value]
    return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)


def numbers_in(template: Any) -> int:
    """How many numbers a position of this kind has."""
    return sum(not isinstance(part, bool) for part in flat(template))


def arrays_in(template: Any) -> int:
    return sum(isinstance(part, bool) for part in flat(template))


def flat(position: Any) -> Iterator[Any]:
    """The numbers and arrays of a position in order, options apart."""
    for name, part in zip(_names(position), position, strict=True):
        if name == OPTIONS:
            continue
        if isinstance(part, tuple):
            yield from flat(part)
        else:
            yield part


def _names(value: Any) -> tuple[str, ...]:
    return getattr(value, "_fields", ("",) * len(value))


def load(template: Any, numbers: npt.NDArray[np.int64], arrays: Any, lane: int) -> Any:
    """The position of a lane. Its arrays are the storage itself."""
    return _rebuilt(template, iter(numbers[lane]), iter(arrays), lane)


def fresh(template: Any, arrays: Any, lane: int) -> Any:
    """The template, with the arrays of a lane."""
    numbers = (part for part in flat(template) if not isinstance(part, bool))
    return _rebuilt(template, numbers, iter(arrays), lane)


def save(position: Any, numbers: npt.NDArray[np.int64], lane: int) -> None:
    """Write the numbers of a position into its lane; its arrays are there already."""
    place = 0
    for part in flat(position):
        if not isinstance(part, np.ndarray):
            numbers[lane, place] = part
            place += 1


def with_options_of(template: Any, position: Any) -> Any:
    """The same position. Where the template is a constant of a kernel, its options are constants again: a compiler does
    not see that they stay the same in a loop."""
    return position


def copy_arrays(template: Any, arrays: Any, scratch: Any, lane: int) -> None:
    """Copy the arrays of a lane, so that the copy can be played on."""
    for place in range(arrays_in(template)):
        scratch[place][lane] = arrays[place][lane]


def _rebuilt(value: Any, numbers: Iterator[Any], arrays: Iterator[Any], lane: int) -> Any:
    parts: list[Any] = []
    for name, part in zip(_names(value), value, strict=True):
        if name == OPTIONS:
            parts.append(part)
        elif isinstance(part, tuple):
            parts.append(_rebuilt(part, numbers, arrays, lane))
        elif isinstance(part, bool):
            parts.append(next(arrays)[lane])
        else:
            parts.append(int(next(numbers)))
    return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)


# The same for compiled code: functions written out for the type of the position.


class _Writer:
    """Writes the source of a function for a position's type, and collects the classes that it names."""

    def __init__(self) -> None:
        self.classes: dict[str, type] = {}
        self.numbers = self.arrays = 0

    def expression(self, kind: Any, path: str, number: str) -> str:
        """The source that makes a position; `number` says where a number comes from."""
        parts = []
        for name, part, reached in _parts(kind, path):
            if name == OPTIONS:
                parts.append(reached)
            elif isinstance(part, types.BaseTuple):
                parts.append(self.expression(part, reached, number))
            elif isinstance(part, types.Boolean):
                parts.append(f"arrays[{self.arrays}][lane]")
                self.arrays += 1
            else:
                parts.append(number.format(place=self.numbers, path=reached))
                self.numbers += 1
        return self.tuple_of(kind, parts)

    def renewed(self, kind: Any, path: str, template: str) -> str:
        """The source that makes a position of another and the options of a template."""
        parts = []
        for (name, part, reached), (_, _, constant) in zip(_parts(kind, path), _parts(kind, template), strict=True):
            nested = isinstance(part, types.BaseTuple) and name != OPTIONS
            parts.append(self.renewed(part, reached, constant) if nested else constant if name == OPTIONS else reached)
        return self.tuple_of(kind, parts)

    def tuple_of(self, kind: Any, parts: list[str]) -> str:
        if not hasattr(kind, "instance_class"):
            return f"({', '.join(parts)},)"
        name = f"class_{len(self.classes)}"
        self.classes[name] = kind.instance_class
        return f"{name}({', '.join(parts)})"

    def assignments(self, kind: Any, path: str) -> list[str]:
        lines = []
        for name, part, reached in _parts(kind, path):
            if name == OPTIONS or isinstance(part, types.Array):
                continue
            if isinstance(part, types.BaseTuple):
                lines += self.assignments(part, reached)
            else:
                lines.append(f"    numbers[lane, {self.numbers}] = {reached}")
                self.numbers += 1
        return lines


def _parts(kind: Any, path: str) -> Iterator[tuple[str, Any, str]]:
    names = getattr(kind, "fields", None)
    for place, part in enumerate(kind.types):
        yield (names[place], part, f"{path}.{names[place]}") if names else ("", part, f"{path}[{place}]")


def _function(source: str, classes: dict[str, type]) -> Any:
    space: dict[str, Any] = {"__name__": __name__} | classes
    exec(source, space)
    return space["body"]


_INLINED = {"strict": False, "jit_options": {"forceinline": True}}


@overload(load, **_INLINED)  # type: ignore[untyped-decorator]
def _compiled_load(template: Any, numbers: Any, arrays: Any, lane: Any) -> Any:
    writer = _Writer()
    made = writer.expression(template, "template", "numbers[lane, {place}]")
    return _function(f"def body(template, numbers, arrays, lane):\n    return {made}\n", writer.classes)


@overload(fresh, **_INLINED)  # type: ignore[untyped-decorator]
def _compiled_fresh(template: Any, arrays: Any, lane: Any) -> Any:
    writer = _Writer()
    made = writer.expression(template, "template", "{path}")
    return _function(f"def body(template, arrays, lane):\n    return {made}\n", writer.classes)


@overload(save, **_INLINED)  # type: ignore[untyped-decorator]
def _compiled_save(position: Any, numbers: Any, lane: Any) -> Any:
    lines = "\n".join(_Writer().assignments(position, "position"))
    return _function(f"def body(position, numbers, lane):\n{lines}\n", {})


@overload(with_options_of, **_INLINED)  # type: ignore[untyped-decorator]
def _compiled_with_options(template: Any, position: Any) -> Any:
    writer = _Writer()
    made = writer.renewed(position, "position", "template")
    return _function(f"def body(template, position):\n    return {made}\n", writer.classes)


@overload(copy_arrays, **_INLINED)  # type: ignore[untyped-decorator]
def _compiled_copy(template: Any, arrays: Any, scratch: Any, lane: Any) -> Any:
    lines = ["    pass"]
    writer = _Writer()
    writer.expression(template, "template", "")
    for place, kind in enumerate(arrays.types[: writer.arrays]):
        indices = [f"i{axis}" for axis in range(kind.ndim - 1)]
        for axis, index in enumerate(indices):
            lines.append(f"{'    ' * (axis + 1)}for {index} in range(arrays[{place}].shape[{axis + 1}]):")
        chosen = ", ".join(["lane", *indices])
        lines.append(f"{'    ' * (len(indices) + 1)}scratch[{place}][{chosen}] = arrays[{place}][{chosen}]")
    source = "def body(template, arrays, scratch, lane):\n" + "\n".join(lines) + "\n"
    return _function(source, {})
