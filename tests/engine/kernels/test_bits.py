"""Sets of cells as bits, against sets of numbers."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from quincunx.engine.kernels.bits import STRIDE, each, extract, highest, lowest, neighbours, popcount, rectangle, select
from quincunx.engine.kernels.compiler import kernel

BITS = st.sets(st.integers(0, 62))
SIDES = st.integers(1, 7)
Cell = tuple[int, int]


def word_of(numbers: set[int]) -> int:
    return sum(1 << number for number in numbers)


def cells_of(bits: int) -> set[Cell]:
    return {divmod(number, STRIDE) for number in range(64) if bits >> number & 1}


def bits_of(cells: set[Cell]) -> int:
    return word_of({STRIDE * row + col for row, col in cells})


@kernel
def compiled_answers(bits: int, n: int, mask: int) -> Any:
    return popcount(bits), lowest(bits), highest(bits), select(bits, n), extract(bits, mask)


@kernel
def compiled_boards(bits: int, rows: int, cols: int) -> Any:
    board = rectangle(rows, cols)
    return board, neighbours(bits & board, board)


@given(BITS)
def test_popcount_is_the_size_of_the_set(numbers: set[int]) -> None:
    assert popcount(word_of(numbers)) == len(numbers)


@given(BITS.filter(bool))
def test_lowest_and_highest_are_the_ends_of_the_set(numbers: set[int]) -> None:
    assert (lowest(word_of(numbers)), highest(word_of(numbers))) == (min(numbers), max(numbers))


@given(BITS)
def test_each_lists_the_set_in_order(numbers: set[int]) -> None:
    assert list(each(word_of(numbers))) == sorted(numbers)


@given(BITS.filter(bool), st.data())
def test_select_finds_the_nth_of_the_set(numbers: set[int], data: st.DataObject) -> None:
    n = data.draw(st.integers(0, len(numbers) - 1))
    assert select(word_of(numbers), n) == sorted(numbers)[n]


@given(BITS, BITS)
def test_extract_moves_the_chosen_bits_together(numbers: set[int], mask: set[int]) -> None:
    chosen = word_of({place for place, number in enumerate(sorted(mask)) if number in numbers})
    assert extract(word_of(numbers), word_of(mask)) == chosen


@given(BITS.filter(bool), BITS, st.data())
def test_compiled_code_answers_as_plain_python_does(numbers: set[int], mask: set[int], data: st.DataObject) -> None:
    n = data.draw(st.integers(0, len(numbers) - 1))
    gathered = extract(word_of(numbers), word_of(mask))
    expected = (len(numbers), min(numbers), max(numbers), sorted(numbers)[n], gathered)
    assert compiled_answers(word_of(numbers), n, word_of(mask)) == expected


def test_select_finds_every_bit_of_a_full_word() -> None:
    full = (1 << 63) - 1
    assert [select(full, n) for n in range(63)] == list(range(63))
    assert [compiled_answers(full, n, 0)[3] for n in range(63)] == list(range(63))


@given(SIDES, SIDES)
def test_a_rectangle_has_the_cells_of_the_board(rows: int, cols: int) -> None:
    assert cells_of(rectangle(rows, cols)) == {(row, col) for row in range(rows) for col in range(cols)}


@given(SIDES, SIDES, st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6))))
def test_neighbours_share_an_edge_and_never_reach_round_the_board(rows: int, cols: int, cells: set[Cell]) -> None:
    here = {(row, col) for row, col in cells if row < rows and col < cols}
    around = {(row + down, col + right) for row, col in here for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))}
    expected = {(row, col) for row, col in around if 0 <= row < rows and 0 <= col < cols}
    board = rectangle(rows, cols)
    assert cells_of(neighbours(bits_of(here), board)) == expected
    assert compiled_boards(bits_of(here), rows, cols) == (board, neighbours(bits_of(here), board))
