"""The missing cells of lines, found for all lines together, are those that trying every cell finds."""

import random

import pytest

from quincunx.engine.kernels.bits import DOWN, RIGHT, each, rectangle
from quincunx.engine.notation import bit_text
from quincunx.games.pushmine.evaluation.lines import Gaps, Ground, completing, gaps, lines_hit, runs, shadow, unfinished
from quincunx.games.pushmine.rules import DOWNWARD, LEFTWARD, RIGHTWARD, UPWARD, has_line
from tests.games.pushmine.boards import set_up
from tests.suite.scale import scaled

SIZES = [(4, 3), (4, 4), (5, 3), (5, 4), (5, 5), (6, 4), (6, 5), (6, 6)]
DIRECTIONS = (RIGHT, DOWN, DOWN + RIGHT, DOWN - RIGHT)


def random_stones(draw: random.Random, size: int, length: int) -> int:
    """Stones on about half of the cells, none of them in a line."""
    while True:
        stones = sum(1 << bit for bit in each(rectangle(size, size)) if draw.random() < 0.5)
        if not has_line(stones, length):
            return stones


def sparse(draw: random.Random, board: int) -> int:
    """A random part of the cells, often few of them."""
    share = draw.random() ** 2
    return sum(1 << bit for bit in each(board) if draw.random() < share)


def names(cells: int) -> set[str]:
    return {bit_text(bit) for bit in each(cells)}


@pytest.mark.parametrize(("size", "length"), SIZES)
def test_a_cell_is_missing_if_a_stone_there_makes_a_line(size: int, length: int) -> None:
    draw = random.Random(size + length)
    for _ in range(scaled(60, 20)):
        stones = random_stones(draw, size, length)
        board = rectangle(size, size)
        for by, missing in zip(DIRECTIONS, gaps(stones, length, board), strict=True):
            assert missing == sum(1 << bit for bit in each(board & ~stones) if runs(stones | 1 << bit, by, length))


@pytest.mark.parametrize(("size", "length"), SIZES)
@pytest.mark.parametrize("enters", [True, False])
def test_no_push_makes_a_line_where_none_lacks_just_one_cell(size: int, length: int, enters: bool) -> None:
    draw, board, nothing = random.Random(size * length), rectangle(size, size), Gaps(0, 0, 0, 0)
    tried = 0
    while tried < scaled(300, 40):
        stones, stops, passed = sparse(draw, board), sparse(draw, board), sparse(draw, board)
        if gaps(stones, length, board) == nothing:
            ground = Ground(stops & ~stones, passed & ~stones & ~stops, size, length, board)
            assert completing(stones, nothing, enters, ground) == 0
            tried += 1


def test_a_three_with_open_ends_lacks_either_of_two_cells() -> None:
    position = set_up(".....", ".XXX.")
    assert gaps(position.own, 4, position.options.board) == Gaps(0b10001 << DOWN, 0, 0, 0)


def test_the_stones_of_a_three_are_found_from_its_missing_cell() -> None:
    position = set_up("XX.X.", ".....", "X...X")
    missing = gaps(position.own, 4, position.options.board)
    assert names(missing.rows) == {"c1"}
    assert names(unfinished(position.own, missing)) == {"a1", "b1", "d1"}


@pytest.mark.parametrize(
    ("way", "dark"),
    [
        (RIGHTWARD, {"c2", "d2", "e2"}),
        (LEFTWARD, {"a2", "b2", "c2"}),
        (DOWNWARD, {"c2", "c3", "c4", "c5"}),
        (UPWARD, {"c1", "c2"}),
    ],
)
def test_a_push_does_not_move_the_mine_nor_what_lies_beyond(way: int, dark: set[str]) -> None:
    position = set_up(".....", "..*..")
    assert names(shadow(position.mines, way, position.options.board)) == dark


def test_lines_hit_are_the_rows_or_columns_of_the_cells() -> None:
    for size in (4, 5, 6):
        board = rectangle(size, size)
        for bit in each(board):
            assert lines_hit(1 << bit, RIGHTWARD, board) == 1 << bit // DOWN
            assert lines_hit(1 << bit, DOWNWARD, board) == 1 << bit % DOWN
        assert lines_hit(board, LEFTWARD, board) == lines_hit(board, UPWARD, board) == (1 << size) - 1
