"""Sets of moves in two words, against sets of numbers."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from quincunx.engine.kernels.compiler import kernel
from quincunx.engine.moves import HIGH, ONLY_PASS, PASS, Moves, contains, count, nth, numbers

MOVES = st.sets(st.integers(0, 126).filter(lambda move: move % HIGH != 63))


def moves_of(chosen: set[int]) -> Moves:
    low = sum(1 << move for move in chosen if move < HIGH)
    return Moves(low, sum(1 << (move - HIGH) for move in chosen if move >= HIGH))


@kernel
def compiled_answers(moves: Any, move: int, n: int) -> Any:
    return count(moves), contains(moves, move), nth(moves, n)


@given(MOVES)
def test_count_and_numbers_are_those_of_the_set(chosen: set[int]) -> None:
    assert count(moves_of(chosen)) == len(chosen)
    assert list(numbers(moves_of(chosen))) == sorted(chosen)


@given(MOVES, st.integers(-1000, 1000))
def test_contains_asks_the_set_and_any_number_may_be_asked(chosen: set[int], move: int) -> None:
    assert contains(moves_of(chosen), move) == (move in chosen)


@given(MOVES.filter(bool), st.data())
def test_nth_counts_in_numerical_order(chosen: set[int], data: st.DataObject) -> None:
    n = data.draw(st.integers(0, len(chosen) - 1))
    assert nth(moves_of(chosen), n) == sorted(chosen)[n]


@given(MOVES.filter(bool), st.integers(-5, 200), st.data())
def test_compiled_code_answers_as_plain_python_does(chosen: set[int], move: int, data: st.DataObject) -> None:
    n = data.draw(st.integers(0, len(chosen) - 1))
    assert compiled_answers(moves_of(chosen), move, n) == (len(chosen), move in chosen, sorted(chosen)[n])


def test_a_pass_is_a_move_of_its_own() -> None:
    assert list(numbers(ONLY_PASS)) == [PASS]
    assert list(numbers(Moves(0, 0))) == []
