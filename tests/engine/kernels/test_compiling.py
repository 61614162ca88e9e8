"""One function over positions of many classes, in compiled and plain code alike."""

from inspect import isfunction
from threading import Timer
from typing import Any, NamedTuple

import numpy as np
import pytest

from quincunx.engine.kernels.compiler import aside, compiled_body, generic, kernel, primitive, required
from tests.suite.scale import COMPILED


class Circle(NamedTuple):
    radius: int
    turn: int


class Square(NamedTuple):
    side: int
    turn: int


class Stranger(NamedTuple):
    side: int
    turn: int


@required
def size(position: Any, scale: int) -> int:
    """How large it is."""
    return 0


@generic
def corners(position: Any) -> int:
    """How many corners it has."""
    return 4


@size.register(Circle)
def circle_size(position: Circle, scale: int) -> int:
    return twice(position.radius) * scale


@size.register(Square)
def square_size(position: Square, scale: int) -> int:
    return position.side * position.side * scale


@corners.register(Circle)
def circle_corners(position: Circle) -> int:
    return 0


@primitive
def twice(number: int) -> int:
    return number + rarely(number)


@aside
def rarely(number: int) -> int:
    return number


def who_runs() -> str:
    return "python"


@compiled_body(who_runs)
def compiled_who_runs() -> str:
    return "machine"


@kernel
def measure(position: Any, scale: int) -> Any:
    """A kernel that knows no class."""
    return size(position, scale), corners(position)


@kernel
def ask_who_runs() -> str:
    return who_runs()


@kernel
def wait_for(flag: Any, busy: Any) -> bool:
    """Go on until another thread sets the flag; give up after some seconds. Each round writes something, or the
    compiler would look at the flag once and for all."""
    for n in range(3_000_000_000):
        busy[n & 7] = n
        if flag[0]:
            return True
    return False


@pytest.mark.parametrize(
    ("position", "measured"), [(Circle(3, 1), (60, 0)), (Square(3, 1), (90, 4)), (Square(5, 1), (250, 4))]
)
def test_the_body_is_chosen_by_the_position_s_class(position: Any, measured: tuple[int, int]) -> None:
    assert (size(position, 10), corners(position)) == measured
    assert measure(position, 10) == measured


def test_arguments_may_be_named() -> None:
    assert size(Square(3, 1), scale=2) == 18


def test_a_class_without_rules_is_refused_in_python() -> None:
    with pytest.raises(TypeError, match="size has no rules for Stranger"):
        size(Stranger(3, 1), 1)
    assert corners(Stranger(3, 1)) == 4


def test_a_generic_function_knows_its_classes() -> None:
    assert size.knows(Circle)
    assert not size.knows(Stranger)
    assert corners.knows(Stranger)


def test_a_generic_function_keeps_its_name_and_docstring() -> None:
    assert size.__name__ == "size"  # type: ignore[attr-defined]
    assert size.__doc__ == "How large it is."


def test_kernels_use_the_twin_and_python_the_plain_function() -> None:
    assert who_runs() == "python"
    assert ask_who_runs() == ("machine" if COMPILED else "python")


def test_a_primitive_stays_a_plain_function_in_python() -> None:
    assert twice(4) == 8
    assert isfunction(twice)


@pytest.mark.skipif(not COMPILED, reason="plain Python holds the lock of the interpreter")
def test_a_kernel_lets_other_threads_run() -> None:
    flag, busy = np.ones(1, np.int64), np.zeros(8, np.int64)
    assert wait_for(flag, busy), "compiled before the other thread starts"
    flag[0] = 0
    timer = Timer(0.02, lambda: flag.fill(1))
    timer.start()
    assert wait_for(flag, busy)
    timer.join()
