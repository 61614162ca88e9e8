"""What a move is for, in words."""

from typing import Any

import pytest

from quincunx.engine.player import Choice, MoveRequest
from quincunx.games.pushmine.evaluation.weights import WINS_NEXT
from quincunx.games.pushmine.reasons import deeds, lines_made, reason_for
from quincunx.games.pushmine.rules import Pushmine
from tests.games.pushmine.boards import PUSHMINE, set_up


def reasons(position: Pushmine, text: str) -> list[str]:
    return deeds(MoveRequest(PUSHMINE, position, 1), PUSHMINE.read_move(position, text))


@pytest.mark.parametrize(
    ("rows", "move", "made"),
    [
        (("XXX..",), "1>", "four in row 1"),
        (("X....", "X....", "X...."), "av", "four in column a"),
        (("X....", ".X...", "..X..", "....X"), "4<", "four in the diagonal a1-d4"),
        (("...X.", "..X..", ".X..."), "4>", "four in the diagonal d1-a4"),
        (("XXX..", "X....", "X...."), "1>", "four in row 1"),
        ((".....", "XXX..", "...X.", "...X.", "...X."), "2>", "four in row 2 and column d"),
    ],
)
def test_a_win_names_the_lines_that_it_completes(rows: tuple[str, ...], move: str, made: str) -> None:
    position = set_up(*rows)
    assert lines_made(position, PUSHMINE.read_move(position, move)) == made


def test_a_line_of_another_length_has_its_own_word() -> None:
    position = set_up("XX...", variant={"line": 3})
    assert lines_made(position, PUSHMINE.read_move(position, "1>")) == "three in row 1"


@pytest.mark.parametrize(
    ("rows", "fields", "move", "deed"),
    [
        (("OOO..",), {}, "av", ["stops the pushes of row 1 right and column d down"]),
        (("OOO..",), {"mines": [1, 0]}, "*d1", ["the mine on d1 stops the pushes of row 1 right and column d down"]),
        (("OOO..",), {}, "5>", ["nothing stops the pushes of row 1 right and column d down"]),
        (("X....",), {"mines": [1, 0]}, "*c3", ["lays a mine on c3"]),
        (("X...O",), {}, "1>", ["earns a mine"]),
        (("XO*..",), {}, "1>", ["sets off the mine on c1"]),
        (("XX...",), {}, "1>", ["threatens the pushes of row 1 right and column d down at once"]),
        ((".....", "XX..."), {}, "2>", ["threatens the push of row 2 right"]),
        (("X....",), {}, "1>", []),
    ],
)
def test_a_reason_names_what_anyone_can_see(
    rows: tuple[str, ...], fields: dict[str, Any], move: str, deed: list[str]
) -> None:
    assert reasons(set_up(*rows, **fields), move) == deed


def test_a_win_beyond_the_last_ply_is_reported_without_a_number() -> None:
    request = MoveRequest(PUSHMINE, set_up("X...."), 1)
    push = PUSHMINE.read_move(request.position, "1>")
    assert reason_for(request, Choice(push, WINS_NEXT, reason="best of 4 plies")) == "wins by force"
    assert reason_for(request, Choice(push, -WINS_NEXT, reason="best of 4 plies")) == "loses by force"
    assert reason_for(request, Choice(push, 3, reason="best of 4 plies")) == "best of 4 plies"
