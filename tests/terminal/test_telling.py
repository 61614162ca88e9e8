"""Events as sentences."""

import typing

import quincunx
from quincunx.engine import events
from quincunx.sentences import Teller


def test_every_kind_of_event_can_be_told() -> None:
    kinds = set(typing.get_args(events.Event))
    assert set(Teller(quincunx.game("pushmine"), 5)._tellers) == kinds


def test_a_push_that_ejects_is_told_with_the_mine_that_it_earns() -> None:
    match = quincunx.Match("pushmine", setup={"cells": [".....", "....O", ".....", ".....", "....."]})
    told = Teller(match.game, 5).tell(match.play("2>"))
    assert told == "X pushes 2>; a stone of O leaves the board at e2; X earns a mine"


def test_a_capture_is_told_cell_by_cell() -> None:
    match = quincunx.Match("duel", setup={"cells": ["RG....", ".G....", "......", "......", "......", "......"]})
    told = Teller(match.game, 6).tell(match.play("a2"))
    assert told == "Red takes a2; Red captures b2"


def test_the_end_is_told_with_its_reason() -> None:
    match = quincunx.Match("pushmine", setup={"cells": ["XXX..", ".....", ".....", ".....", "....."]})
    assert Teller(match.game, 5).tell(match.play("1>")).endswith("X wins (line)")


def test_what_a_flood_did_is_told_for_one_player() -> None:
    match = quincunx.Match("flood", {"size": 2, "colours": 2}, setup={"cells": ["rg", "gg"]})
    told = Teller(match.game, 2).tell(match.play("green"))
    assert "3 cells flooded" in told
    assert told.endswith("won (flooded)")
