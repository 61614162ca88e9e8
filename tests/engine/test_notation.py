"""Cells as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.engine.errors import ErrorCode
from quincunx.engine.kernels.bits import STRIDE, rectangle
from quincunx.engine.notation import (
    bit_text,
    cell_text,
    cells_in,
    column_text,
    draw_cells,
    number_of,
    read_cell,
    read_cells,
)
from tests.suite.refusals import refusal_of, refused

SIDES = st.integers(1, 7)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=8) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=12,
)


@pytest.mark.parametrize(("row", "col", "text"), [(0, 0, "a1"), (3, 2, "c4"), (6, 6, "g7"), (39, 25, "z40")])
def test_columns_are_letters_from_the_left_and_rows_numbers_from_the_top(row: int, col: int, text: str) -> None:
    assert cell_text(row, col) == text
    assert cells_in(text) == [(row, col)]
    assert cells_in(text.upper()) == [(row, col)]


@given(SIDES, SIDES, st.data())
def test_a_cell_s_text_reads_back_to_the_cell(rows: int, cols: int, data: st.DataObject) -> None:
    row, col = data.draw(st.integers(0, rows - 1)), data.draw(st.integers(0, cols - 1))
    bit = read_cell(cell_text(row, col), rows, cols)
    assert bit == STRIDE * row + col
    assert bit_text(bit) == cell_text(row, col)
    assert number_of(bit, cols) == row * cols + col


@given(st.lists(st.tuples(st.integers(0, 98), st.integers(0, 25)), min_size=1, max_size=5))
def test_a_text_of_several_cells_is_taken_apart(cells: list[tuple[int, int]]) -> None:
    assert cells_in("".join(cell_text(*cell) for cell in cells)) == cells


@given(st.text(max_size=12))
def test_garbage_is_refused_as_a_cell_and_does_nothing_worse(text: str) -> None:
    cells = cells_in(text)
    assert cells is None or "".join(cell_text(*cell) for cell in cells) == text.lower()
    assert refusal_of(read_cell, text, 7, 7) in (None, ErrorCode.BAD_MOVE_TEXT)


NOT_CELLS = ["", "a", "1", "a0", "a01", "1a", "a1b", "a 1", "a-1", "é1", "a1\n", "aa1", "a100", "a²"]


@pytest.mark.parametrize("text", NOT_CELLS)
def test_these_are_not_cells(text: str) -> None:
    assert "is not a cell" in refused(ErrorCode.BAD_MOVE_TEXT, read_cell, text, 7, 7)


@pytest.mark.parametrize("text", ["f1", "a6", "z99"])
def test_a_cell_off_the_board_is_refused_with_the_board_s_corners(text: str) -> None:
    message = refused(ErrorCode.BAD_MOVE_TEXT, read_cell, text, 5, 5)
    assert "off the board; cells go from a1 to e5" in message


@given(SIDES, SIDES, st.integers(0, 2**55), st.integers(0, 2**55))
def test_drawn_cells_read_back_to_the_same_sets(rows: int, cols: int, first: int, second: int) -> None:
    board = rectangle(rows, cols)
    layers = {"X": first & board, "O": second & board & ~first}
    assert read_cells(draw_cells(rows, cols, layers), rows, cols, "XO") == layers


@given(ANYTHING)
def test_garbage_in_place_of_cells_is_refused_as_a_bad_position(cells: object) -> None:
    assert refusal_of(read_cells, cells, 2, 2, "XO") in (None, ErrorCode.BAD_POSITION)


@pytest.mark.parametrize("cells", [["XX"], ["XX", "X"], ["XX", "XZ"], "XXXX", ["XX", 5], None, {"0": "XX", "1": "XX"}])
def test_cells_of_another_shape_or_alphabet_are_refused_with_the_right_one(cells: object) -> None:
    message = refused(ErrorCode.BAD_POSITION, read_cells, cells, 2, 2, "XO")
    assert "2 strings of 2 characters out of 'XO.'" in message


def test_columns_have_letters() -> None:
    assert "".join(column_text(col) for col in range(7)) == "abcdefg"
