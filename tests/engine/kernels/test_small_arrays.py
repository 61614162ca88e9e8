"""Arrays without NumPy behave as NumPy's do, wherever games and searches use them."""

import ctypes
from typing import Any

import numpy as np
import pytest

from quincunx.engine.kernels import small_arrays

NUMBERS = [3, -1, 4, -1, 5, -9]


def both(values: Any, kind: str = "int64") -> tuple[Any, Any]:
    """The same array, ours and NumPy's."""
    return small_arrays.array(values, getattr(small_arrays, kind)), np.array(values, getattr(np, kind))


def test_parts_of_an_array_share_its_memory() -> None:
    ours, numpys = both(NUMBERS)
    for array in (ours, numpys):
        array[1:4][0] = 7
        array[4:] = 2
    assert ours.tolist() == numpys.tolist() == [3, 7, 4, -1, 2, 2]


def test_rows_of_a_table_share_its_memory() -> None:
    ours, numpys = both([[1, 2, 3], [4, 5, 6]])
    for array in (ours, numpys):
        array[1][2] = 8
        array[0, 1] = 9
        array[-1, 0] += 1
    assert ours.tolist() == numpys.tolist() == [[1, 9, 3], [5, 5, 8]]
    assert [row.tolist() for row in ours[1:]] == [[5, 5, 8]]
    assert (ours.shape, len(ours), ours.size, ours.ndim) == (numpys.shape, len(numpys), numpys.size, numpys.ndim)


def test_a_copy_shares_nothing() -> None:
    ours, _ = both([[1, 2], [3, 4]])
    copied = ours.copy()
    copied[0, 0] = 9
    assert (ours.tolist(), copied.tolist()) == ([[1, 2], [3, 4]], [[9, 2], [3, 4]])


def test_bits_are_combined_as_by_numpy() -> None:
    ours, numpys = both([[1, 2, 3], [4, 5, 6]])
    row, numpys_row = both([3, 6, 1])
    assert (ours & row).tolist() == (numpys & numpys_row).tolist()
    assert (ours & ~row).tolist() == (numpys & ~numpys_row).tolist()
    assert (row | ~row).tolist() == (numpys_row | ~numpys_row).tolist()
    assert (row.any(), (row & ~row).any()) == (True, False)


def test_shapes_are_changed_as_by_numpy() -> None:
    ours, numpys = both(NUMBERS)
    assert ours.reshape(-1, 2).tolist() == numpys.reshape(-1, 2).tolist()
    assert ours.reshape(-1, 2).ravel().tolist() == NUMBERS
    joined = small_arrays.concatenate([ours, small_arrays.zeros(2, small_arrays.int64)])
    assert joined.tolist() == [*NUMBERS, 0, 0]
    assert small_arrays.array_equal(ours, small_arrays.array(NUMBERS, small_arrays.int64))
    assert not small_arrays.array_equal(ours, ours.reshape(-1, 2))


@pytest.mark.parametrize("kind", ["int8", "uint8", "int16", "int32", "int64", "float64"])
def test_every_kind_of_number_has_its_size(kind: str) -> None:
    ours = small_arrays.full((2, 3), 5, getattr(small_arrays, kind))
    numpys = np.full((2, 3), 5, getattr(np, kind))
    assert (ours.tolist(), ours.nbytes) == (numpys.tolist(), numpys.nbytes)


def test_the_address_is_where_the_numbers_are() -> None:
    ours, _ = both(NUMBERS)
    assert ctypes.c_int64.from_address(ours[2:].address).value == NUMBERS[2]
    ctypes.c_int64.from_address(ours.address).value = 11
    assert ours[0] == 11
    assert small_arrays.zeros(0, small_arrays.int64).address == 0
