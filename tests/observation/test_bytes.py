"""Bytes are the same on every processor: one by one, by eights, and up to 64 at once where the processor can do it."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from quincunx.engine.kernels.compiler import kernel
from quincunx.observation import bytes as bodies
from tests.suite.scale import COMPILED

SIZE = 80
"""Of an array with room before and after what is written."""
START = 7
ONES, LENGTHS = 0x9D3F_00F0_8421_C3A5 - 2**64, (0, 1, 7, 8, 9, 25, 36, 49, 63, 64)


def bodies_of(name: str) -> list[Callable[..., None]]:
    """The bodies that this processor can run, apart from the plain one."""
    wanted = [(f"_{name}_one_by_one", True)]
    if COMPILED:
        from quincunx.engine.kernels import instructions

        wanted += [(f"_{name}_by_eights", instructions.HAS_DEPOSIT), (f"_{name}_at_once", instructions.HAS_MASKS)]
    return [kernel(getattr(bodies, body)) for body, possible in wanted if possible]


def written(body: Callable[..., None], number: int, length: int) -> list[int]:
    out: Any = np.full(SIZE, 99, np.uint8)
    body(number, length, out, START)
    return [int(byte) for byte in out]


@pytest.mark.parametrize("name", ["spread", "fill"])
def test_every_body_writes_the_same_bytes_and_no_others(name: str) -> None:
    number = ONES if name == "spread" else 201
    for length in LENGTHS:
        expected = written(getattr(bodies, name), number, length)
        assert expected[:START] == [99] * START
        assert expected[START + length :] == [99] * (SIZE - START - length)
        for body in bodies_of(name):
            assert written(body, number, length) == expected, (body, length)
