"""`protect_first`: the first tile of each side can never be turned. Without it, versions 1 and 2 are the same game."""

import json
from typing import Any

import pytest

from quincunx.engine.errors import ErrorCode
from quincunx.engine.events import Placed
from quincunx.engine.match import Match, replay
from quincunx.engine.record import read_record
from quincunx.engine.rules import hash
from quincunx.games.duel.events import Captured, Protected
from quincunx.server.match.actions import Creation, Moved, SeatPlan
from quincunx.server.match.state import State
from tests.suite.refusals import refused

BOARD = ["RR..", "....", "..GG", "...."]


def guarded(setup: dict[str, Any] | None = None, *moves: str) -> Match:
    match = Match("duel", {"preset": "guarded", "size": 4}, setup=setup)
    for move in moves:
        match.play(move)
    return match


def protected(match: Match) -> Any:
    return match.describe()["protected"]


def test_the_first_tile_of_each_side_stays() -> None:
    match = guarded(None, "b2", "b3")
    assert match.describe()["cells"] == ["....", ".R..", ".G..", "...."]
    assert protected(match) == ["b2", "b3"]
    match.play("c2")
    events = match.play("c3")
    assert Captured((6,), 2) in events, "c2 is no first tile"
    assert match.describe()["cells"] == ["....", ".RG.", ".GG.", "...."]
    assert protected(match) == ["b2", "b3"]


def test_the_events_say_which_tiles_are_protected() -> None:
    match = guarded()
    assert match.play("b2") == [Placed(5, 1), Protected(5, 1)]
    assert match.play("d4") == [Placed(15, 2), Protected(15, 2)]
    assert match.play("b3") == [Placed(9, 1)]


def test_taking_the_first_tile_back_takes_its_protection_back() -> None:
    match = guarded(None, "b2")
    match.undo()
    assert protected(match) == []
    match.play("c3")
    assert protected(match) == ["c3"]


def test_standard_has_no_such_field_and_no_such_event() -> None:
    match = Match("duel")
    assert match.play("b2") == [Placed(7, 1)]
    assert list(match.describe()) == ["cells", "tiles", "turn", "ply", "status", "winner"]


def test_the_truce_still_counts_tiles() -> None:
    match = Match("duel", {"size": 4, "protect_first": True, "truce": 4})
    for move in ("b2", "c3", "b3", "c2"):
        match.play(move)
    assert match.describe()["cells"] == ["....", ".RG.", ".RG.", "...."]
    match.play("b1")
    match.play("c1")
    assert match.describe()["cells"] == [".GG.", ".RG.", ".RG.", "...."]


# A position that is set up


def test_a_set_up_board_protects_what_it_names() -> None:
    match = guarded({"cells": BOARD, "protected": ["c3", "a1"]})
    assert protected(match) == ["a1", "c3"], "Red's first"
    assert guarded(match.describe()).describe() == match.describe()


def test_a_set_up_board_that_names_none_has_none() -> None:
    match = guarded({"cells": BOARD, "turn": 1}, "c1")
    assert protected(match) == [], "a side with a tile has made its first placement"
    match.play("b3")
    match.play("c2")
    assert match.describe()["cells"] == ["RRR.", "..R.", ".GRG", "...."]


def test_a_side_that_has_not_placed_gets_its_next_tile_protected() -> None:
    match = guarded({"cells": ["R...", "....", "....", "...."], "turn": 2}, "b1")
    assert match.describe()["cells"] == ["GG..", "....", "....", "...."]
    assert protected(match) == ["b1"]


def test_a_side_that_has_placed_and_lost_its_tiles_does_not() -> None:
    setup = {"cells": ["R...", "....", "....", "...."], "turn": 2, "placed": [True, True]}
    assert protected(guarded(setup, "b1")) == []
    lost = guarded({"cells": ["R...", "....", "....", "...."], "turn": 2}, "b1")
    assert lost.describe()["placed"] == [True, True]
    lost.play("d4")
    assert protected(lost) == ["b1"], "Red's tile on a1, turned, was its first"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["a2"], "not a2"),
        (["a1", "b1"], "not two of Red"),
        (["a1", "a1"], "not two of Red"),
        (["c3", "d3"], "not two of Green"),
        (["e1"], "cells of this board"),
        (["a"], "cells of this board"),
        (["a1b1"], "cells of this board"),
        ([1], "cells of this board"),
        ("a1", "cells of this board"),
        (None, "cells of this board"),
        ({"a1": 1}, "cells of this board"),
    ],
)
def test_anything_else_is_refused(given: Any, words: str) -> None:
    message = refused(ErrorCode.BAD_POSITION, guarded, {"cells": BOARD, "protected": given})
    assert message.startswith("protected")
    assert words in message


def test_without_the_option_there_is_no_such_field() -> None:
    setup = {"cells": BOARD, "protected": ["a1"]}
    message = refused(ErrorCode.BAD_POSITION, lambda: Match("duel", {"size": 4}, setup=setup))
    assert message == "protected must be left out where protect_first is off"


def test_what_is_protected_is_part_of_a_position() -> None:
    boards = [[], ["a1"], ["b1"], ["c3"], ["a1", "c3"], ["b1", "d3"]]
    hashes = {hash(guarded({"cells": BOARD, "protected": cells}).position) for cells in boards}
    assert len(hashes) == len(boards)
    plain = Match("duel", {"size": 4}, setup={"cells": BOARD})
    assert hash(plain.position) == hash(guarded({"cells": BOARD}).position), "the same tiles can turn"


def test_whether_the_next_tile_will_be_protected_is_part_of_a_position() -> None:
    boards = [[False, False], [True, False], [False, True], [True, True]]
    hashes = {hash(guarded({"placed": placed}).position) for placed in boards}
    assert len(hashes) == len(boards)


# Version 1

VERSION_1 = {
    "format": "quincunx/1", "game": "duel", "version": 1, "preset": "standard",
    "variant": {"size": 6, "reentry": True, "truce": 0}, "seed": 7,
    "seats": [{"kind": "person"}, {"kind": "person"}], "moves": ["c3", "c4", "d4"],
    "result": "2", "ended_by": "resignation", "assisted": False,
}  # fmt: skip
"""A record as version 1 wrote it."""


def test_records_of_version_1_are_replayed_and_verified() -> None:
    match = replay(json.dumps(VERSION_1))
    assert match.describe()["tiles"] == [2, 1]
    assert match.record().as_json() == VERSION_1 | {
        "version": 2,
        "variant": {"size": 6, "reentry": True, "truce": 0, "protect_first": False},
    }
    assert "ply 3" in refused(ErrorCode.BAD_RECORD, replay, VERSION_1 | {"ended_by": "rules"})


def test_lines_of_version_1_stay_as_they_were() -> None:
    assert read_record(VERSION_1).as_text() == "q1.duel.1.standard.7.c3-c4-d4"
    assert replay("q1.duel.1.truce.7.c3-c4").record().as_text() == "q1.duel.2.truce.7.c3-c4"


def test_version_1_has_no_guarded_game() -> None:
    assert "version 1" in refused(ErrorCode.BAD_RECORD, replay, "q1.duel.1.guarded.7")


def test_stored_matches_of_version_1_go_on() -> None:
    variant = {"size": 4, "reentry": True, "truce": 3}
    seats = (SeatPlan(kind="person"), SeatPlan(kind="person"))
    creation = Creation(game="duel", game_version=1, variant=variant, seed=1, salt="", seats=seats, created_at=0)
    state = State("stored", creation)
    state.apply(Moved(seat=1, at=1, ply=0, move="b2"))
    assert state.match.describe()["tiles"] == [1, 0]
    assert state.variant_key == '{"reentry":true,"size":4,"truce":3}'
