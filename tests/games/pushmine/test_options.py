"""Rules 9 to 11: free mines, mines that win, and the swap of sides."""

from typing import Any

import pytest

from quincunx.engine.errors import ErrorCode
from quincunx.engine.match import Match, replay
from quincunx.engine.moves import numbers
from quincunx.engine.rules import hash, mid_turn, moves, play
from quincunx.games.pushmine.errors import PushmineError
from quincunx.games.pushmine.events import MinePlaced, Pushed, SidesSwapped
from quincunx.games.pushmine.forced_wins import forces, make_proofs
from quincunx.games.pushmine.rules import SWAP
from tests.games.pushmine.boards import PUSHMINE, set_up
from tests.suite.refusals import refused

EMPTY = ["....."] * 5
FREE = {"mine_is_free": True}
RUSH = {"mines_to_win": 3}


def sapper(**fields: Any) -> Match:
    return Match("pushmine", "sapper", setup={"mines": [2, 1], "ply": 6, **fields})


# Free mines.


def test_after_a_free_mine_the_same_side_pushes_and_the_bar_stands() -> None:
    match = sapper(barred="1<")
    assert [type(event) for event in match.play("*c3")] == [MinePlaced]
    view = match.describe()
    assert (view["turn"], view["ply"], view["must_push"], view["barred"]) == (1, 7, True, "1<")
    assert all(text[0] != "*" for text in match.legal())
    assert len(match.legal()) == 19
    assert [type(event) for event in match.play("2>")] == [Pushed]
    view = match.describe()
    assert (view["turn"], view["ply"], view["must_push"], view["barred"]) == (2, 8, False, "2<")
    assert [turn.seat for turn in match.history] == [1, 1]


def test_a_second_mine_in_one_turn_is_refused_with_what_to_do_instead() -> None:
    match = sapper()
    match.play("*c3")
    refusal = refused(PushmineError.MUST_PUSH, match.play, "*c4")
    assert refusal.startswith("you have laid a mine in this turn; push now: 1<, 1>")


def test_a_line_is_judged_only_at_the_end_of_a_turn() -> None:
    match = sapper(cells=["XXX..", *EMPTY[1:]])
    match.play("*e5")
    assert match.end is None
    match.play("1>")
    assert match.end is not None
    assert (match.end.result, match.end.by, match.end.why) == ("1", 1, "line")


def test_one_undo_of_the_engine_takes_one_move_back() -> None:
    match = sapper()
    match.play("*c3")
    match.play("2>")
    match.undo()
    assert match.describe()["must_push"] is True
    match.undo()
    assert match.describe()["must_push"] is False
    match.redo()
    assert match.moves == ("*c3",)


def test_positions_in_the_middle_of_a_turn_are_not_counted() -> None:
    match = Match("pushmine", {"size": 4, "draw_by_repetition": 2, **FREE}, setup={"mines": [9, 9]})
    match.play("*a1")
    assert (match.seen, match.describe()["seen"]) == (1, 1)
    match.undo()
    match.play("*a1")
    assert (match.seen, match.describe()["seen"], match.end) == (1, 1, None)


def test_a_mine_that_leaves_no_push_ends_the_turn_and_bars_nothing() -> None:
    setup = {"cells": ["X@@@", "@..@", "@..@", "@@@@"], "mines": [1, 1], "barred": "1<"}
    match = Match("pushmine", {"size": 4, "decay": "dud", **FREE}, setup=setup)
    match.play("*b2")
    view = match.describe()
    assert (view["turn"], view["must_push"], view["barred"], view["ages"]) == (2, False, None, {"b2": 0})


def test_a_free_mine_has_age_0_at_the_end_of_its_turn() -> None:
    match = Match("pushmine", {"decay": "disappear", **FREE}, setup={"cells": ["*....", *EMPTY[1:]], "mines": [1, 0]})
    match.play("*c3")
    assert (match.describe()["ages"], match.describe()["laid"]) == ({"a1": 0, "c3": 0}, "c3")
    match.play("5>")
    assert (match.describe()["ages"], match.describe()["laid"]) == ({"a1": 1, "c3": 0}, None)


def test_which_mine_was_laid_makes_a_difference_where_mines_decay() -> None:
    fields = {"cells": ["**...", *EMPTY[1:]], "must_push": True}
    one, other = (
        PUSHMINE.place(PUSHMINE.variant({"decay": "dud", **FREE}), 1, fields | {"laid": at}) for at in ("a1", "b1")
    )
    assert hash(one) != hash(other)
    assert mid_turn(one)


def test_must_push_is_part_of_what_makes_a_position() -> None:
    here, there = (set_up(variant="sapper", ply=4, must_push=flag) for flag in (True, False))
    assert hash(here) != hash(there)


# Mines that win.


def test_mines_earned_win_at_the_end_of_a_turn() -> None:
    match = Match("pushmine", RUSH, setup={"cells": ["X..OO", *EMPTY[1:]], "earned": [2, 0], "mines": [1, 0]})
    match.play("1>")
    assert match.end is not None
    assert (match.end.result, match.end.by, match.end.why) == ("1", 1, "mines")
    assert match.describe()["earned"] == [3, 0]
    assert replay(match.record()).end == match.end


def test_a_line_of_the_other_side_decides_before_mines_do() -> None:
    cells = [".O..O", "..O..", "..O..", "..O..", "....."]
    match = Match("pushmine", RUSH, setup={"cells": cells, "earned": [2, 0]})
    match.play("1>")
    assert match.end is not None
    assert (match.end.result, match.end.why) == ("2", "line")


def test_laid_mines_count_as_earned() -> None:
    match = Match("pushmine", RUSH, setup={"mines": [2, 0]})
    match.play("*c3")
    assert (match.describe()["mines"], match.describe()["earned"]) == ([1, 0], [2, 0])


def test_what_was_earned_is_part_of_a_position_where_it_can_win() -> None:
    assert hash(set_up(variant=RUSH, earned=[1, 0])) != hash(set_up(variant=RUSH, earned=[0, 0]))


def test_a_set_up_position_is_won_by_the_side_that_has_moved_last() -> None:
    assert set_up(variant=RUSH, mines=[0, 3]).result == 2
    assert set_up(variant=RUSH, mines=[3, 0]).result == 0


# The swap of sides.


def test_the_swap_gives_every_stone_to_the_other_side_and_passes_the_turn() -> None:
    match = Match("pushmine", "rush")
    refused(PushmineError.NO_SWAP, match.play, "swap")
    match.play("3>")
    assert match.legal()[-1] == "swap"
    assert match.play("SWAP") == [SidesSwapped(2)]
    view = match.describe()
    assert (view["cells"][2], view["turn"], view["ply"], view["barred"]) == ("O....", 1, 2, None)
    assert "can be swapped only as the second move" in refused(PushmineError.NO_SWAP, match.play, "swap")
    assert match.record().as_text() == "q1.pushmine.2.rush.12345.3r-swap"
    assert replay(match.record().as_text()).describe() == view


def test_stocks_stay_where_they_are() -> None:
    match = Match("pushmine", "rush", setup={"cells": ["XX*O.", *EMPTY[1:]], "mines": [1, 2], "turn": 2, "ply": 1})
    match.play("swap")
    assert (match.describe()["mines"], match.describe()["cells"][0]) == ([1, 2], "OO*X.")


def test_the_swap_is_on_offer_at_ply_1_alone_and_not_after_a_mine() -> None:
    assert SWAP in numbers(moves(set_up(variant="sapper", ply=1)))
    assert SWAP not in numbers(moves(set_up(variant="sapper", ply=2)))
    assert SWAP not in numbers(moves(set_up(ply=1)))
    match = Match("pushmine", "sapper", setup={"mines": [1, 0]})
    match.play("*c3")
    assert match.describe()["ply"] == 1
    assert "instead of a turn" in refused(PushmineError.NO_SWAP, match.play, "swap")
    assert "in this variant" in refused(PushmineError.NO_SWAP, Match("pushmine").play, "swap")


def test_the_offer_is_part_of_what_makes_a_position() -> None:
    assert hash(set_up(variant="rush", ply=1)) != hash(set_up(variant="rush", ply=3))
    assert hash(set_up(ply=1)) == hash(set_up(ply=3))


# Setting up, and what is refused.


@pytest.mark.parametrize(
    ("variant", "fields", "said"),
    [
        (None, {"must_push": True}, "must_push needs the option mine_is_free, which is off"),
        (None, {"earned": [1, 0]}, "earned needs the option mines_to_win, which is off"),
        ("sapper", {"laid": "a1"}, "laid needs the option decay, which is off"),
        ("sapper", {"must_push": 1}, "must_push must be true or false, not '1'"),
        ("sapper", {"must_push": True, "seen": 2}, "seen must be 1 where must_push is true"),
        ("rush", {"mines": [2, 0], "earned": [1, 0]}, "earned must be at least mines"),
        ("rush", {"earned": [1]}, "earned must be a list of 2 numbers"),
        ("rush", {"barred": "swap"}, "barred must be a push"),
        ({"decay": "dud", **FREE}, {"must_push": True}, "laid must name the mine just laid"),
        ({"decay": "dud", **FREE}, {"must_push": True, "laid": "a1"}, "laid may name only cells with a mine"),
        (
            {"decay": "dud", "size": 4, **FREE},
            {"cells": ["*@@@", "@@@@", "@@@@", "@@@@"], "must_push": True, "barred": "1>"},
            None,
        ),
        (
            {"decay": "dud", "size": 4, **FREE},
            {"cells": ["@@@@", "@*.@", "@@@@", "@@@@"], "must_push": True},
            "must_push cannot be true where no push is legal",
        ),
    ],
)
def test_a_wrong_field_is_refused_in_words(variant: Any, fields: dict[str, Any], said: str | None) -> None:
    if said is None:
        assert Match("pushmine", variant, setup=fields).legal() == ["av"]
    else:
        assert said in refused(ErrorCode.BAD_POSITION, Match, "pushmine", variant, setup=fields)


def test_fields_of_options_that_are_off_are_left_out() -> None:
    shown = {name: set(Match("pushmine", name).describe()) for name in ("standard", "sapper", "rush")}
    assert shown["sapper"] - shown["standard"] == {"must_push"}
    assert shown["rush"] - shown["standard"] == {"earned"}


def test_a_record_of_version_1_is_replayed_and_can_have_no_later_option() -> None:
    assert replay("q1.pushmine.1.standard.7.3r-3r").moves == ("3>", "3>")
    refused(ErrorCode.BAD_RECORD, replay, "q1.pushmine.1.sapper.7.3r")


# Who looks ahead.


def test_exhaustive_search_knows_that_a_side_may_move_twice() -> None:
    """X completes row 1 after laying a mine, too: the mine does not give the turn away."""
    position = play(set_up("XXX..", variant="sapper", ply=4, mines=[1, 0]), 0o44)
    assert mid_turn(position)
    assert forces(position, 1, True, make_proofs(10))
    assert not forces(set_up(variant="sapper", ply=4, mines=[1, 0]), 2, True, make_proofs(10))


def test_exhaustive_search_knows_wins_by_mines() -> None:
    position = set_up("X..OO", variant=RUSH, earned=[2, 0])
    assert forces(position, 1, True, make_proofs(10))
    assert not forces(set_up("X..OO", variant=RUSH, earned=[1, 0]), 1, True, make_proofs(10))
