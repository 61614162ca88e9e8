"""Pushmine's rulings, worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.naive.perft import perft
from tests.naive.pushmine import Naive

STANDARD = {
    "size": 5,
    "line": 4,
    "decay": "none",
    "decay_turns": 3,
    "dud_stops": True,
    "draw_by_repetition": 0,
    "mine_is_free": False,
    "mines_to_win": 0,
    "swap": False,
}
DUD_PASSED: dict[str, Any] = {"decay": "dud", "dud_stops": False}


def match(fields: dict[str, Any], **options: Any) -> Naive:
    naive = Naive({**STANDARD, **options}, 12345)
    naive.setup(fields)
    return naive


def row_match(row: str, turn: int = 1, **options: Any) -> Naive:
    """A board that is empty but for row 1."""
    cells = [row] + ["." * len(row)] * (len(row) - 1)
    return match({"cells": cells, "turn": turn}, size=len(row), **options)


def pushed(row: str, text: str, turn: int = 1, **options: Any) -> tuple[str, list[int]]:
    """Row 1 and the stocks after a push."""
    position = after(row_match(row, turn, **options), text)
    return position["cells"][0], position["mines"]


def after(naive: Naive, *texts: str) -> dict[str, Any]:
    for text in texts:
        naive.play(text)
    return naive.position()


def test_a_fresh_match() -> None:
    assert match({}, size=4).position() == {
        "cells": ["....", "....", "....", "...."],
        "turn": 1,
        "ply": 0,
        "status": "playing",
        "winner": None,
        "mines": [0, 0],
        "barred": None,
        "seen": 1,
        "ages": {},
    }


def test_every_push_but_the_undo_is_open_in_the_beginning() -> None:
    naive = match({})
    assert [perft(naive, depth) for depth in range(3)] == [1, 20, 20 * 19]
    assert naive.legal()[:4] == ["1<", "1>", "2<", "2>"]
    assert naive.legal()[-2:] == ["e^", "ev"]


def test_stones_travel_the_way_that_the_text_points() -> None:
    position = after(match({}), "2>", "4<", "bv", "d^")
    assert position["cells"] == [".X...", "X....", ".....", "....O", "...O."]
    assert (position["turn"], position["ply"], position["barred"]) == (1, 4, "dv")


def test_rule_1_the_whole_line_moves_gaps_and_all_and_ejecting_an_opponent_earns() -> None:
    assert pushed("X..OO", "1>") == ("XX..O", [1, 0])
    assert pushed("X..OO", "1>", turn=2) == ("OX..O", [0, 0])
    assert pushed("X..OO", "1<", turn=2) == ("..OOO", [0, 1])


def test_rule_2_a_push_ends_at_the_nearest_mine() -> None:
    assert pushed("X.O*O", "1>") == ("XX..O", [0, 0])  # the O before the mine goes with it
    assert pushed("XO.*O", "1>") == ("XXO*O", [0, 0])  # nothing enters the mine's cell
    assert pushed("*XO.O", "1>") == (".XO.O", [0, 0])  # the entering stone goes with it
    assert pushed("O*.XO", "1<") == ("O*XOX", [0, 0])
    assert pushed("X*X*O", "1>") == ("X.X*O", [0, 0])  # the second mine is beyond the first


def test_rule_3_the_preceding_push_may_not_be_undone() -> None:
    naive = match({"mines": [0, 1]})
    assert after(naive, "3>")["barred"] == "3<"
    assert "3<" not in naive.legal()
    assert "3>" in naive.legal()
    with pytest.raises(ValueError):
        naive.play("3<")
    assert after(naive, "*c1")["barred"] is None
    assert {"3<", "3>"} <= set(naive.legal())


def test_rule_4_a_mine_comes_from_ones_own_stock_on_an_empty_cell() -> None:
    naive = row_match("XX.O*")
    assert not any(text.startswith("*") for text in naive.legal())
    naive = match({"cells": ["XX.O*", "OOXXO", "XXOOX", "OOXXO", "OX.XX"], "mines": [2, 0]})
    assert [text for text in naive.legal() if text[0] == "*"] == ["*c1", "*c5"]
    position = after(naive, "*c1")
    assert (position["cells"][0], position["mines"]) == ("XX*O*", [1, 0])
    assert not any(text.startswith("*") for text in naive.legal())  # seat 2 has none


def test_rule_5_a_line_wins() -> None:
    naive = row_match("XXX..")
    position = after(naive, "1>")
    assert (position["status"], position["winner"], position["turn"]) == ("won", 1, 2)
    assert position["barred"] is None
    assert naive.legal() == []
    cells = ["....", ".X..", "X...", "...."]
    assert after(match({"cells": cells}, size=4, line=3), "cv")["winner"] == 1  # c1 b2 a3
    assert after(match({"cells": cells}, size=4), "cv")["status"] == "playing"


def test_rule_5_a_push_may_complete_the_other_sides_line() -> None:
    # b1 moves to c1, above three more O.
    position = after(match({"cells": [".O...", "..O..", "..O..", "..O..", "....."]}), "1>")
    assert (position["status"], position["winner"]) == ("won", 2)


def test_rule_5_if_both_have_a_line_the_side_that_did_not_move_wins() -> None:
    cells = ["XXXO.", "....O", "....O", "....O", "....."]
    position = after(match({"cells": cells}), "1>")
    assert position["cells"][0] == "XXXXO"
    assert (position["status"], position["winner"]) == ("won", 2)


def test_rule_6_repetition_is_counted_and_ends_the_match_only_where_the_variant_says_so() -> None:
    # Pushing three own stones past a dud changes nothing but turn and bar.
    fields = {"cells": ["XX@X", "....", "OO@O", "...."]}
    options = {"size": 4, "decay": "dud", "dud_stops": False}
    naive = match(fields, **options)
    seen = [after(naive, text)["seen"] for text in ("1>", "3>", "1>", "3>", "1>")]
    assert seen == [1, 1, 2, 2, 3]  # the start had no barred push: another position
    assert naive.position()["status"] == "playing"
    naive = match(fields, draw_by_repetition=2, **options)
    position = after(naive, "1>", "3>", "1>")
    assert (position["status"], position["winner"], position["seen"]) == ("draw", None, 2)
    assert (position["barred"], naive.legal()) == (None, [])
    naive = match({**fields, "barred": "3<"}, draw_by_repetition=2, **options)
    assert after(naive, "1>", "3>")["status"] == "draw"


def test_rule_6_ages_distinguish_positions() -> None:
    fields = {"cells": ["XX@X", "....", "OO@O", "*..."], "barred": "3<"}
    position = after(match(fields, size=4, decay="dud", dud_stops=False), "1>", "3>")
    assert (position["ages"], position["seen"]) == ({"a4": 2}, 1)


def test_rule_6_a_side_without_a_move_draws() -> None:
    naive = match({"cells": [".@@@", "@..@", "@..@", "@@@@"]}, size=4, decay="dud")
    assert naive.legal() == ["1>", "av"]
    position = after(naive, "1>")
    assert (position["status"], position["winner"], position["turn"]) == ("draw", None, 2)
    assert position["cells"][0] == "X@@@"


def test_rule_7_a_mine_goes_when_both_sides_have_had_their_turns() -> None:
    naive = match({"mines": [1, 0]}, decay="disappear", decay_turns=1)
    assert after(naive, "*c3")["ages"] == {"c3": 0}
    assert after(naive, "1>")["ages"] == {"c3": 1}
    position = after(naive, "2>")
    assert (position["cells"][2], position["ages"]) == (".....", {})


def test_rule_7_a_mine_becomes_a_dud() -> None:
    for decay in ("dud", "movable_dud"):
        naive = match({"cells": ["....*"] + ["....."] * 4, "ages": {"e1": 4}}, decay=decay)
        assert after(naive, "2>")["ages"] == {"e1": 5}
        position = after(naive, "3>")
        assert (position["cells"][0], position["ages"]) == ("....@", {})


def test_rule_7_a_mine_detonated_has_no_age_left() -> None:
    position = after(row_match("*....", decay="disappear"), "1>")
    assert (position["cells"][0], position["ages"]) == (".....", {})


def test_without_decay_mines_have_no_ages() -> None:
    assert after(match({"mines": [1, 0]}), "*c3", "1>", "2>")["ages"] == {}


def test_rule_7_a_dud_that_stops_is_a_wall() -> None:
    naive = row_match("..X@.", decay="dud")
    assert "1>" not in naive.legal()
    assert after(naive, "1<")["cells"][0] == "..X@X"
    assert pushed("X.@OO", "1>", decay="dud") == ("XX@OO", [0, 0])
    assert "1>" not in row_match("@....", decay="dud").legal()
    assert pushed("@....", "1<", decay="dud") == ("@...X", [0, 0])
    assert pushed("X*@..", "1>", decay="dud") == ("X.@..", [0, 0])  # the mine is nearer
    assert "1>" not in row_match("X@*..", decay="dud").legal()  # the wall is nearer


def test_rule_7_a_dud_that_does_not_stop_is_passed() -> None:
    assert pushed("@O.@X", "1>", turn=2, **DUD_PASSED) == ("@OO@.", [0, 1])
    assert pushed("@*X@.", "1>", **DUD_PASSED) == ("@.X@.", [0, 0])
    assert pushed("X@*.O", "1>", **DUD_PASSED) == ("X@..O", [0, 0])
    assert pushed(".@*.O", "1>", **DUD_PASSED) == ("X@*.O", [0, 0])
    legal = row_match("@@@@@", **DUD_PASSED).legal()
    assert "1>" not in legal
    assert "1<" not in legal
    assert "av" in legal


def test_rule_7_a_movable_dud_moves_like_a_stone() -> None:
    assert pushed("X@..@", "1>", decay="movable_dud") == ("XX@..", [0, 0])
    assert pushed("X@*.O", "1>", decay="movable_dud") == ("XX..O", [0, 0])
    assert pushed("@OO.O", "1<", decay="movable_dud") == ("OO.OX", [0, 0])


def test_a_finished_position_set_up_stays_finished() -> None:
    naive = match({"cells": ["XXXX."] + ["....."] * 4, "turn": 2})
    assert (naive.position()["status"], naive.position()["winner"]) == ("won", 1)
    naive = match({"status": "draw", "barred": "1<"})
    assert (naive.legal(), naive.position()["barred"]) == ([], None)


FREE_MINE = {"cells": ["X....", "OO...", ".....", ".....", "....."], "mines": [2, 1], "barred": "1<"}


def test_a_free_mine_is_followed_by_a_push_of_the_same_side() -> None:
    naive = match(FREE_MINE, mine_is_free=True)
    between = after(naive, "*c2")
    assert (between["turn"], between["ply"], between["must_push"]) == (1, 1, True)
    assert (between["mines"], between["barred"], between["seen"]) == ([1, 1], "1<", 1)
    assert not any(text.startswith("*") for text in naive.legal())
    assert "1<" not in naive.legal()
    done = after(naive, "2>")  # b2 runs into the mine
    assert done["cells"][1] == "XO..."
    assert (done["turn"], done["ply"], done["must_push"], done["barred"]) == (2, 2, False, "2<")


def test_a_free_mine_ends_the_turn_where_no_push_is_legal() -> None:
    cells = ["X@@@", "@..@", "@..@", "@@@@"]
    naive = match({"cells": cells, "mines": [1, 1], "barred": "1<"}, size=4, decay="dud", mine_is_free=True)
    position = after(naive, "*b2")
    assert (position["turn"], position["must_push"], position["barred"]) == (2, False, None)
    assert position["ages"] == {"b2": 0}


def test_a_free_mine_does_not_grow_old_in_its_own_turn() -> None:
    naive = match({"cells": ["*...."] + ["....."] * 4, "mines": [1, 0]}, decay="disappear", mine_is_free=True)
    between = after(naive, "*c3")
    assert (between["ages"], between["laid"]) == ({"a1": 0, "c3": 0}, "c3")
    done = after(naive, "5>")
    assert (done["ages"], done["laid"]) == ({"a1": 1, "c3": 0}, None)


def test_positions_between_a_free_mine_and_its_push_are_not_counted() -> None:
    naive = match({"mines": [9, 9]}, mine_is_free=True, draw_by_repetition=2)
    naive.play("*a1")
    counted = dict(naive.occurrences)
    assert naive.seen == 1
    naive.play("1>")
    assert sum(naive.occurrences.values()) == sum(counted.values()) + 1


def test_mines_earned_win_at_the_end_of_a_turn_that_no_line_decides() -> None:
    naive = match({"cells": ["X..OO"] + ["....."] * 4, "earned": [2, 0]}, mines_to_win=3)
    position = after(naive, "1>")
    assert (position["status"], position["winner"], position["earned"]) == ("won", 1, [3, 0])
    with pytest.raises(ValueError):
        match({"mines": [2, 0], "earned": [1, 0]}, mines_to_win=3)
    assert match({"mines": [0, 4]}, mines_to_win=3).position()["winner"] == 2  # earned, missing, is equal to mines


def test_a_line_of_the_other_side_counts_before_mines_earned() -> None:
    # 1> ejects O and presses b1 to c1, above three more O.
    cells = [".O..O", "..O..", "..O..", "..O..", "....."]
    position = after(match({"cells": cells, "earned": [2, 0]}, mines_to_win=3), "1>")
    assert (position["winner"], position["earned"]) == (2, [3, 0])


def test_the_swap_is_on_offer_at_ply_1_alone() -> None:
    naive = match({}, swap=True)
    assert "swap" not in naive.legal()
    naive.play("3>")
    assert "swap" in naive.legal()
    position = after(naive, "swap")
    assert (position["cells"][2], position["turn"], position["ply"]) == ("O....", 1, 2)
    assert position["barred"] is None
    assert "swap" not in naive.legal()
    assert "swap" in match({"ply": 1}, swap=True).legal()
    assert "swap" not in match({"ply": 1}).legal()
