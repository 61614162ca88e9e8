"""Each feature alone, on boards where a person can count it."""

from itertools import pairwise

import pytest

from quincunx.engine.kernels.bits import each, popcount
from quincunx.engine.notation import bit_text
from quincunx.games.pushmine.evaluation.features import (
    disturbing,
    forked,
    frozen_lanes,
    inner_cells,
    inventory,
    key_stones,
    lead,
    threes,
)
from quincunx.games.pushmine.evaluation.lines import gaps
from quincunx.games.pushmine.evaluation.tactics import threats
from quincunx.games.pushmine.rules import Pushmine, empty
from tests.games.pushmine.boards import set_up


def open_threes(position: Pushmine) -> int:
    return threes(gaps(position.own, position.options.line, position.options.board), empty(position))


def closed_threes(position: Pushmine) -> int:
    return threes(gaps(position.own, position.options.line, position.options.board), ~empty(position))


def frozen(position: Pushmine) -> int:
    return frozen_lanes(position, popcount(threats(position)))


def test_inner_cells_are_off_the_edge_and_those_of_the_inner_the_centre() -> None:
    board = set_up().options.board
    assert popcount(inner_cells(board)) == 9
    assert [bit_text(bit) for bit in each(inner_cells(inner_cells(board)))] == ["c3"]


def test_the_lead_is_in_stones_on_some_cells() -> None:
    position = set_up("XXX..", ".XO..", "..O..")
    board = position.options.board
    assert lead(position.own, position.other, board) == 2
    assert lead(position.own, position.other, inner_cells(board)) == -1


@pytest.mark.parametrize(
    ("rows", "still_open", "closed"),
    [
        ((".XXX.",), 2, 0),
        (("XXX..",), 1, 0),
        (("XXXO.",), 0, 1),
        (("OXXXO",), 0, 2),
        (("XXX*.",), 0, 1),
        (("XX.X.",), 1, 0),
        (("X.X.X",), 0, 0),
        (("X....", ".X...", "..X.."), 1, 0),
        (("..X..", ".X...", "X...."), 0, 0),
        (("X....", "X....", "X...."), 1, 0),
        (("X.XX.", ".X...", "..X.."), 2, 0),
    ],
)
def test_threes_are_open_if_the_missing_cell_is_empty(rows: tuple[str, ...], still_open: int, closed: int) -> None:
    position = set_up(*rows)
    assert (open_threes(position), closed_threes(position)) == (still_open, closed)


def test_each_further_mine_in_stock_is_worth_less_and_in_the_end_nothing() -> None:
    worths = [inventory(stock) for stock in range(7)]
    steps = [after - before for before, after in pairwise(worths)]
    assert steps[0] > 0
    assert steps == sorted(steps, reverse=True)
    assert steps[-1] == 0


@pytest.mark.parametrize(
    ("row", "pushes"),
    [
        ("OO*..", 1),  # 1> presses b1 onto the mine
        ("O.*..", 0),  # b1 is empty, and a1 does not come that far
        (".O*O.", 2),  # from either side
        ("O*O*.", 1),  # a1 from the left; c1 is behind a mine from either side
        ("*O...", 1),  # 1< presses b1 onto the mine
    ],
)
def test_key_stones_stand_right_before_the_first_mine_of_a_push(row: str, pushes: int) -> None:
    position = set_up(row)
    assert key_stones(position.other, position.mines, position.options.board) == pushes


def test_key_stones_count_in_columns_too() -> None:
    position = set_up("..O..", "..*..", "..O..", ".....", "..O..")
    assert key_stones(position.other, position.mines, position.options.board) == 2


def test_stones_are_disturbed_by_the_pushes_of_their_rows_and_columns() -> None:
    position = set_up("XXX..", ".....", "..X..")
    assert disturbing(position.own, position.options.board) == 2 + 3
    assert disturbing(0, position.options.board) == 0


def test_a_fork_is_more_than_one_winning_push() -> None:
    assert [forked(danger) for danger in range(4)] == [0, 0, 1, 1]
    assert popcount(threats(set_up("OOO.."))) == 2, "along the row, and down column d"
    assert popcount(threats(set_up(".....", "OOO.."))) == 1, "along the row alone"


@pytest.mark.parametrize(
    ("rows", "lanes"),
    [
        (("OOO*.",), 2),  # 1> and dv would win
        (("..O..", "OO*O."), 1),  # cv
        (("..O..", "..O..", "..O..", "..*.."), 1),  # cv
        (("*....", "OOO*."), 1),  # 2>
        (("OOO..",), 0),  # no mine: both win
        (("*OOO.",), 0),  # av is stopped, but ev wins: nothing was gained
        (("..O..", "..*..", "OO.O."), 0),  # c1 would not come as far as c3 in one push
    ],
)
def test_a_mine_freezes_lanes_if_nothing_else_wins(rows: tuple[str, ...], lanes: int) -> None:
    assert frozen(set_up(*rows)) == lanes
