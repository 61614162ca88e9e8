"""The cells that decided a match: what a page draws a line through."""

import pytest

from tests.games.pushmine.boards import PUSHMINE, set_up


@pytest.mark.parametrize(
    ("board", "cells"),
    [
        ("XXXX. ..... ..... ..... .....", (0, 1, 2, 3)),
        ("..... .X... .X... .X... .X...", (6, 11, 16, 21)),
        ("....X ...X. ..X.. .X... .....", (4, 8, 12, 16)),
        ("O.... .O... ..O.. ...O. ....O", (0, 6, 12, 18, 24)),
    ],
)
def test_the_stones_of_a_line_decided_it(board: str, cells: tuple[int, ...]) -> None:
    assert PUSHMINE.deciding(set_up(*board.split())) == cells


def test_nothing_has_decided_a_match_that_goes_on() -> None:
    assert PUSHMINE.deciding(set_up("XXX..", ".OOO.")) == ()
