"""Pushmine, statement by statement, in the order of its specification."""

import random
import statistics
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from quincunx.engine.match import Match
from quincunx.engine.moves import HIGH, numbers
from quincunx.engine.notation import bit_text
from quincunx.engine.player import MoveRequest
from quincunx.engine.registry import find
from quincunx.engine.rules import hash, moves, play
from quincunx.games.pushmine.evaluation.features import inventory, key_stones, threes
from quincunx.games.pushmine.evaluation.lines import gaps
from quincunx.games.pushmine.evaluation.tactics import forecast, immediate_wins, lets_win, threatened
from quincunx.games.pushmine.evaluation.weights import BASELINE, IMPROVED, WINS_NEXT
from quincunx.games.pushmine.events import Ejected, MineDecayed, MineDetonated, MineEarned, Pushed
from quincunx.games.pushmine.rules import empty
from quincunx.search.chooser import choose_in, level_of
from quincunx.search.hooks import WIN, candidates, promise, rate, reward
from quincunx.search.iterative_deepening import deepen
from quincunx.search.negamax import REPEATED
from quincunx.search.workspace import NO_SHORTCUTS
from tests.conformance.opponents import NO_CLOCK, SEARCHING, chosen, minimax
from tests.conformance.playing import bad_variant, ended, kinds, played, random_plies, refused
from tests.search.positions import fresh_memory
from tests.suite.scale import COMPILED, scaled

ROWS = [f"{row}{way}" for row in range(1, 6) for way in "<>"]
COLUMNS = [f"{col}{way}" for col in "abcde" for way in "^v"]
SHUTTLE = ("1>", "5>", "1<", "5<")
"""Both sides push their own stone to and fro: after it the cells are as they were, once a stone is on each line."""


def board(*rows: str, variant: Any = None, **fields: Any) -> Match:
    return Match("pushmine", variant, setup={"cells": rows, **fields})


def line(cells: str, number: int = 3, variant: Any = None, **fields: Any) -> Match:
    """A match on a board that is empty but for one row."""
    rows = ["." * len(cells)] * len(cells)
    rows[number - 1] = cells
    return board(*rows, variant=variant, **fields)


def row(match: Match, number: int = 3) -> str:
    return str(match.describe()["cells"][number - 1])


def pushed(cells: str, text: str = "3>", **fields: Any) -> tuple[str, list[int]]:
    """Row 3 and both stocks after a move on a board that is empty but for row 3."""
    match = played(line(cells, **fields), text)
    return row(match), match.describe()["mines"]


def cell(match: Match, text: str) -> str:
    return str(match.describe()["cells"][int(text[1]) - 1]["abcdef".index(text[0])])


def stones(cells: list[str]) -> int:
    return sum(row.count("X") + row.count("O") for row in cells)


def move(match: Match, text: str) -> int:
    return match.game.read_move(match.position, text)


def texts(match: Match, detector: Callable[[Any], list[int]]) -> list[str]:
    """What a detector finds in the position of a match, as sorted texts."""
    return sorted(match.game.write_move(match.position, number) for number in detector(match.position))


def winning(match: Match) -> list[str]:
    """The moves that win at once, each of them played; none when the match is over."""
    seat = match.position.turn
    return [text for text in match.legal() if play(match.position, move(match, text)).result == seat]


# Concept


@pytest.mark.statement("pushmine", "concept.1")
def test_concept_1_the_game_is_deterministic_and_for_two() -> None:
    moves = ("3>", "c^", "3<", "cv", "b^")
    first, second = (played(Match("pushmine", seed=seed), *moves) for seed in (1, 2))
    assert first.describe() == second.describe()
    assert len(first.seats) == 2


@pytest.mark.statement("pushmine", "concept.1")
def test_concept_1_a_game_between_beginners_is_fast() -> None:
    """`easy` wins where it can and parries where it must, and pushes at random otherwise."""
    plies = []
    for seed in range(scaled(30, 6)):
        match = Match("pushmine", seed=seed)
        while match.end is None and len(match.moves) < 200:
            match.play(chosen(match, "easy"))
        plies.append(len(match.moves))
    assert statistics.median(plies) <= 60


@pytest.mark.statement("pushmine", "concept.2")
def test_concept_2_players_take_turns_pushing_a_row_or_column() -> None:
    match = Match("pushmine")
    assert match.legal() == sorted(ROWS + COLUMNS)
    assert [turn.seat for turn in played(match, "3>", "c^", "1<").history] == [1, 2, 1]


@pytest.mark.statement("pushmine", "concept.3")
def test_concept_3_pushing_an_opponents_stone_off_the_board_earns_a_mine() -> None:
    assert pushed("X..OO") == ("XX..O", [1, 0])


@pytest.mark.statement("pushmine", "concept.4")
def test_concept_4_a_mine_costs_itself_and_the_turn() -> None:
    match = played(line(".....", mines=[1, 0]), "*c3")
    assert (match.describe()["mines"], match.describe()["turn"]) == ([0, 0], 2)


@pytest.mark.statement("pushmine", "concept.5")
@pytest.mark.statement("pushmine", "components.1")
def test_concept_5_the_board_is_5_by_5() -> None:
    assert Match("pushmine").describe()["cells"] == ["....."] * 5
    for size in (4, 5, 6):
        assert len(Match("pushmine", {"size": size}).describe()["cells"]) == size
    for size in (3, 7):
        assert bad_variant("pushmine", size=size) == f"size must be a whole number from 4 to 6, not '{size}'"


@pytest.mark.statement("pushmine", "concept.6")
def test_concept_6_four_in_a_row_wins_and_three_do_not() -> None:
    three = played(line("XX..."), "3>")
    assert (row(three), ended(three.describe())) == ("XXX..", ("playing", None))
    four = played(line("XXX.."), "3>")
    assert (row(four), ended(four.describe())) == ("XXXX.", ("won", 1))


@pytest.mark.statement("pushmine", "concept.7")
def test_concept_7_mines_are_earned_only_by_ejecting_an_opponent_and_go_off_once() -> None:
    for seed in range(5):
        match = Match("pushmine")
        for before, events in random_plies(match, 100, seed):
            placed, after = "mine_placed" in kinds(events), match.describe()
            earned = any(isinstance(event, Ejected) and event.owner == 3 - before["turn"] for event in events)
            assert sum(after["mines"]) == sum(before["mines"]) + earned - placed
            went_off = kinds(events).count("mine_detonated")
            assert "".join(after["cells"]).count("*") == "".join(before["cells"]).count("*") + placed - went_off


# Components


@pytest.mark.statement("pushmine", "components.2")
def test_components_2_stones_of_two_sides_never_run_out() -> None:
    match = played(Match("pushmine"), *["1>"] * 100)
    assert row(match, 1) == "OXOXO"
    assert sum(isinstance(event, Pushed) and event.entered == 0 for n in range(100) for event in match.events(n)) == 100
    assert [text for text in match.legal() if text[0] != "*"] == sorted({*ROWS, *COLUMNS} - {"1<"})


@pytest.mark.statement("pushmine", "components.3")
def test_components_3_mines_wait_in_an_inventory_and_belong_to_nobody_once_placed() -> None:
    match = line(".....", mines=[2, 1])
    assert match.describe()["mines"] == [2, 1]
    by_first = played(line(".....", mines=[1, 0], turn=1), "*c3")
    by_second = played(line(".....", mines=[0, 1], turn=2), "*c3")
    assert row(by_first) == row(by_second) == "..*.."
    assert by_first.describe()["mines"] == by_second.describe()["mines"] == [0, 0]


# Turn Structure


@pytest.mark.statement("pushmine", "turn.1")
@pytest.mark.statement("pushmine", "constraints.1")
def test_turn_1_a_turn_is_exactly_one_action() -> None:
    texts = line("X.O..", mines=[2, 0]).legal()
    assert len(texts) == 20 + 23
    assert "pass" not in texts
    for text in texts:
        match = played(line("X.O..", mines=[2, 0]), text)
        assert match.describe()["turn"] == 2
        assert match.describe()["ply"] == 1
        assert ("pushed" in kinds(match.events(0))) != ("mine_placed" in kinds(match.events(0)))


@pytest.mark.statement("pushmine", "turn.2")
def test_turn_2_any_row_or_column_can_be_pushed() -> None:
    assert {text[0] for text in Match("pushmine").legal()} == set("12345abcde")


@pytest.mark.statement("pushmine", "turn.3")
@pytest.mark.statement("pushmine", "turn.4")
@pytest.mark.parametrize(("text", "entry"), [("3>", "a3"), ("3<", "e3"), ("bv", "b1"), ("b^", "b5")])
def test_turn_3_a_stone_enters_at_the_end_from_which_the_line_is_pushed(text: str, entry: str) -> None:
    match = played(Match("pushmine"), text)
    assert cell(match, entry) == "X"
    assert stones(match.describe()["cells"]) == 1


@pytest.mark.statement("pushmine", "turn.5")
def test_turn_5_the_entire_line_shifts_by_one_gaps_and_all() -> None:
    match = played(board("O.X..", "XO...", ".O.X.", "...O.", "....."), "3>")
    assert match.describe()["cells"] == ["O.X..", "XO...", "X.O.X", "...O.", "....."]
    match = played(board("O.X..", "XO...", ".O.X.", "...O.", "....."), "b^")
    assert match.describe()["cells"] == ["OOX..", "XO...", "...X.", "...O.", ".X..."]


@pytest.mark.statement("pushmine", "turn.6")
def test_turn_6_what_stands_at_the_far_end_is_ejected_whether_the_line_is_full_or_not() -> None:
    full = line("XOXOX")
    assert Ejected(cell=14, owner=1) in full.play("3>")
    assert row(full) == "XXOXO"
    gaps = line("X...O")
    assert Ejected(cell=14, owner=2) in gaps.play("3>")
    assert row(gaps) == "XX..."


@pytest.mark.statement("pushmine", "turn.7")
def test_turn_7_the_specifications_example() -> None:
    assert row(played(line("X..OO", 2), "2>"), 2) == "XX..O"


@pytest.mark.statement("pushmine", "turn.8")
def test_turn_8_x_gains_a_mine_in_the_example() -> None:
    match = line("X..OO", 2)
    assert match.play("2>")[1:] == [Ejected(cell=9, owner=2), MineEarned(seat=1)]
    assert match.describe()["mines"] == [1, 0]


@pytest.mark.statement("pushmine", "turn.9")
def test_turn_9_a_mine_is_placed_only_from_ones_own_inventory() -> None:
    without = line(".....", mines=[0, 1])
    assert without.legal() == sorted(ROWS + COLUMNS)
    assert refused(without, "*c3") == "no_mine"
    assert "*c3" in line(".....", mines=[1, 0]).legal()


@pytest.mark.statement("pushmine", "turn.10")
@pytest.mark.statement("pushmine", "placement.1")
def test_turn_10_a_mine_is_placed_on_any_empty_cell_and_no_other() -> None:
    match = board("XXOO.", "OOXX*", "XXOO.", "OOXX@", "XXOO.", variant="dud", mines=[1, 0])
    assert [text for text in match.legal() if text[0] == "*"] == ["*e1", "*e3", "*e5"]
    assert {text: refused(match, text) for text in ("*a1", "*c1", "*e2", "*e4")} == dict.fromkeys(
        ("*a1", "*c1", "*e2", "*e4"), "cell_occupied"
    )
    assert cell(played(match, "*e3"), "e3") == "*"


@pytest.mark.statement("pushmine", "turn.11")
def test_turn_11_placing_a_mine_ends_the_turn_and_pushes_nothing() -> None:
    match = played(line("XO.XO", mines=[1, 0]), "*c3")
    assert match.describe()["cells"] == [".....", ".....", "XO*XO", ".....", "....."]
    assert (match.describe()["turn"], match.describe()["mines"]) == (2, [0, 0])


# Win Condition


@pytest.mark.statement("pushmine", "win.1")
def test_win_1_lines_are_looked_for_after_each_push_and_each_mine() -> None:
    match = line("XXX..", mines=[1, 0])
    assert ended(played(match, "*e5").describe()) == ("playing", None)
    assert ended(played(match, "5>").describe()) == ("playing", None)
    assert ended(played(match, "3>").describe()) == ("won", 1)


@pytest.mark.statement("pushmine", "win.2")
def test_win_2_either_players_sequence_of_four_wins() -> None:
    own = played(line("XXX.O", 1), "1>")
    assert (row(own, 1), ended(own.describe())) == ("XXXX.", ("won", 1))
    five = played(board(".....", "..X..", "XXOXX", ".....", "....."), "cv")
    assert (row(five), ended(five.describe())) == ("XXXXX", ("won", 1))
    theirs = played(board("...O.", "OOO..", ".....", ".....", "....."), "dv")
    assert (row(theirs, 2), ended(theirs.describe())) == ("OOOO.", ("won", 2))


@pytest.mark.statement("pushmine", "win.3")
@pytest.mark.parametrize(
    ("rows", "text"),
    [
        ((".....", "XXX..", ".....", ".....", "....."), "2>"),  # horizontal
        (("..X..", "..X..", "..X..", ".....", "X...."), "cv"),  # vertical
        (("X....", ".X...", "..X..", "....X", "....."), "4<"),  # the long diagonals
        (("....X", "...X.", "..X..", "X....", "....."), "4>"),
        ((".X...", "..X..", "...X.", "X....", "....."), "4<"),  # and those beside them
        (("...X.", "..X..", ".X...", "....X", "....."), "4>"),
        ((".....", ".....", ".X...", "..X..", "...X."), "2>"),
        ((".....", ".....", "...X.", "..X..", ".X..."), "2<"),
    ],
)
def test_win_3_horizontally_vertically_or_diagonally(rows: tuple[str, ...], text: str) -> None:
    match = board(*rows)
    assert ended(match.describe()) == ("playing", None)
    assert ended(played(match, text).describe()) == ("won", 1)


@pytest.mark.statement("pushmine", "win.4")
@pytest.mark.statement("pushmine", "ai.4")
def test_win_4_the_win_is_immediate() -> None:
    match = played(line("XXX..", mines=[1, 1]), "3>")
    assert ended(match.describe()) == ("won", 1)
    assert kinds(match.events(0)) == ["pushed", "ended"]
    assert match.legal() == match.game.legal_texts(match.position) == []
    assert refused(match, "1>") == refused(match, "*a1") == "match_over"
    assert (match.record().result, match.record().ended_by) == ("1", "rules")


@pytest.mark.statement("pushmine", "win.5")
def test_win_5_if_both_have_four_the_side_that_did_not_move_wins() -> None:
    match = played(board("XXXO.", "OOO..", ".....", ".....", "....."), "dv")
    assert match.describe()["cells"][:2] == ["XXXX.", "OOOO."]
    assert ended(match.describe()) == ("won", 2)
    match = played(board("OOOX.", "XXX..", ".....", ".....", ".....", turn=2), "dv")
    assert ended(match.describe()) == ("won", 1)


@pytest.mark.statement("pushmine", "win.6")
def test_win_6_play_goes_on_indefinitely_and_repetition_is_only_counted() -> None:
    match = played(Match("pushmine"), *SHUTTLE * 5)
    assert [match.history[ply].position.seen for ply in (1, 5, 9, 13, 17)] == [1, 2, 3, 4, 5]
    assert ended(match.describe()) == ("playing", None)
    match.agree_draw()
    assert ended(match.describe()) == ("draw", None)


@pytest.mark.statement("pushmine", "win.6")
def test_win_6_repetition_draws_where_the_option_says_so_and_so_does_having_no_move() -> None:
    match = played(Match("pushmine", {"draw_by_repetition": 3}), *SHUTTLE * 2, "1>")
    assert ended(match.describe()) == ("playing", None)
    assert ended(played(match, "5>").describe()) == ("draw", None)
    stuck = board("@@@@@", "@@@@@", "@@.@@", "@@@@@", "@@@@@", variant="dud", mines=[1, 0])
    assert stuck.legal() == ["*c3"]
    assert ended(played(stuck, "*c3").describe()) == ("draw", None)
    walls = ("@@@@@", "@@@@@", "@@.@@", "@@@@@", "@@@@@")
    assert ended(board(*walls, variant="dud", mines=[0, 1]).describe()) == ("draw", None)  # room, but no mine
    assert ended(board(*["@@@@@"] * 5, variant="dud", mines=[1, 0]).describe()) == ("draw", None)  # a mine, but no room


# Mine Mechanics: Earning Mines


@pytest.mark.statement("pushmine", "earning.1")
def test_earning_1_ejecting_an_opponent_stone_earns_one_mine() -> None:
    rows = (".X...", ".....", ".....", ".....", ".O...")
    assert played(board(*rows), "bv").describe()["mines"] == [1, 0]
    assert played(board(*rows, turn=2), "b^").describe()["mines"] == [0, 1]


@pytest.mark.statement("pushmine", "earning.2")
def test_earning_2_ejecting_ones_own_stone_earns_none() -> None:
    assert pushed("....X", "3>") == ("X....", [0, 0])
    assert pushed("....O", "3>", turn=2) == ("O....", [0, 0])


@pytest.mark.statement("pushmine", "earning.3")
def test_earning_3_a_detonation_earns_none() -> None:
    assert pushed(".O*..") == ("X....", [0, 0])


@pytest.mark.statement("pushmine", "earning.4")
def test_earning_4_a_push_earns_at_most_one_mine() -> None:
    assert pushed("XOOXO", mines=[2, 0]) == ("XXOOX", [3, 0])
    assert pushed("OOOXO", "3<") == ("OOXOX", [1, 0])


# Mine Mechanics: Mine Behavior


@pytest.mark.statement("pushmine", "mines.1")
def test_mines_1_no_push_moves_a_mine() -> None:
    rows = ("O.X..", "XO.O.", ".X*O.", "O.X.X", "..O..")
    for text in ROWS + COLUMNS:
        cells = "".join(played(board(*rows), text).describe()["cells"])
        went_off = text in ("3>", "3<", "c^")  # a stone is next to the mine on these sides
        assert [number for number, content in enumerate(cells) if content == "*"] == ([] if went_off else [12])


@pytest.mark.statement("pushmine", "mines.2")
def test_mines_2_the_push_stops_at_the_mine() -> None:
    assert pushed("X.*O.")[0] == "XX*O."
    assert pushed(".O*.X", "3<")[0] == ".O*XX"
    match = played(board("..O..", ".....", "..*..", "..X..", "....."), "cv")
    assert match.describe()["cells"] == ["..X..", "..O..", "..*..", "..X..", "....."]


@pytest.mark.statement("pushmine", "mines.3")
def test_mines_3_cells_after_the_nearest_mine_do_not_change() -> None:
    assert pushed("XO*OX")[0] == "XX.OX"
    assert pushed("X.*O*")[0] == "XX*O*"
    assert pushed("*X.*O", "3<")[0] == "*X..X"


@pytest.mark.statement("pushmine", "mines.4")
def test_mines_4_nothing_is_ejected_from_a_line_with_a_mine() -> None:
    match = line("X.*.O")
    assert kinds(match.play("3>")) == ["pushed"]
    assert (row(match), match.describe()["mines"]) == ("XX*.O", [0, 0])


@pytest.mark.statement("pushmine", "mines.5")
@pytest.mark.statement("pushmine", "mines.6")
def test_mines_5_a_stone_that_would_enter_a_mines_cell_is_destroyed_together_with_the_mine() -> None:
    match = line("XO*..")
    assert MineDetonated(cell=12, owner=2, stone=11) in match.play("3>")
    assert (row(match), match.describe()["mines"]) == ("XX...", [0, 0])
    entering = line("*XO..")
    assert MineDetonated(cell=10, owner=1, stone=None) in entering.play("3>")
    assert row(entering) == ".XO.."


@pytest.mark.statement("pushmine", "mines.7")
def test_mines_7_the_push_still_stops_where_the_mine_was() -> None:
    assert pushed("XX*XO")[0] == "XX.XO"


@pytest.mark.statement("pushmine", "mines.8")
@pytest.mark.parametrize("placer", [1, 2])
@pytest.mark.parametrize("stone", "XO")
def test_mines_8_a_mine_destroys_either_players_stone_no_matter_who_placed_it(placer: int, stone: str) -> None:
    match = played(line(f".{stone}...", turn=placer, mines=[1, 1]), "*c3", "3>")
    assert row(match) == ("O...." if placer == 1 else "X....")
    assert MineDetonated(cell=12, owner="XO".index(stone) + 1, stone=11) in match.events(1)


# Mine Mechanics: Mine Placement Constraints


@pytest.mark.statement("pushmine", "placement.2")
def test_placement_2_mines_are_not_pieces_of_a_line() -> None:
    beside = played(line("XXX..", mines=[1, 0]), "*d3")
    assert (row(beside), ended(beside.describe())) == ("XXX*.", ("playing", None))
    four = played(line("***..", mines=[1, 0]), "*d3")
    assert (row(four), ended(four.describe())) == ("****.", ("playing", None))


@pytest.mark.statement("pushmine", "placement.3")
def test_placement_3_mines_beside_a_line_do_not_hinder_it() -> None:
    match = played(board(".....", "X*...", "X*...", "X*...", "....."), "1>")
    assert ended(match.describe()) == ("won", 1)
    assert ended(line("XX*XX").describe()) == ("playing", None)


# Implementation Constraints / Clarifications


@pytest.mark.statement("pushmine", "constraints.2")
@pytest.mark.statement("pushmine", "ai.1")
def test_constraints_2_there_are_20_pushes_less_the_barred_one() -> None:
    assert Match("pushmine").legal() == sorted(ROWS + COLUMNS)
    assert len(ROWS + COLUMNS) == 20
    assert played(Match("pushmine"), "3>").legal() == sorted({*ROWS, *COLUMNS} - {"3<"})
    after_a_mine = played(line(".....", mines=[1, 0]), "*c3")
    assert after_a_mine.legal() == sorted(ROWS + COLUMNS)
    assert len(Match("pushmine", {"size": 6}).legal()) == 24


@pytest.mark.statement("pushmine", "constraints.3")
@pytest.mark.statement("pushmine", "progress.8")
def test_constraints_3_the_push_just_made_may_not_be_undone() -> None:
    match = played(Match("pushmine"), "3>")
    assert match.describe()["barred"] == "3<"
    assert refused(match, "3<") == "immediate_undo"
    assert {"3>", "2<", "c^"} <= set(match.legal())
    assert played(match, "2>").describe()["barred"] == "2<"
    assert "3<" in match.legal()
    between = played(line(".....", mines=[0, 1]), "3>", "*c5")
    assert between.describe()["barred"] is None
    assert "3<" in between.legal()


@pytest.mark.statement("pushmine", "progress.8")
def test_constraints_3_no_random_match_has_a_push_right_after_its_opposite() -> None:
    opposite = {"<": ">", ">": "<", "^": "v", "v": "^"}
    for seed in range(5):
        match = Match("pushmine")
        for before, _ in random_plies(match, 100, seed):
            last = match.moves[-2] if len(match.moves) > 1 else "*"
            assert before["barred"] == (None if last[0] == "*" else last[0] + opposite[last[1]])
            assert match.moves[-1] != before["barred"]


@pytest.mark.statement("pushmine", "constraints.4")
def test_constraints_4_lines_are_looked_for_when_everything_has_resolved() -> None:
    match = played(line("XXX*."), "3>")
    assert (row(match), ended(match.describe())) == ("XXX..", ("playing", None))
    rows = ("XXX..", ".....", ".....", ".....", "....*")
    aged = board(*rows, variant="decay", ages={"e5": 5})
    assert kinds(aged.play("1>")) == ["pushed", "mine_decayed", "ended"]
    assert (row(aged, 5), ended(aged.describe())) == (".....", ("won", 1))


# Playtest Metrics to Track


@pytest.mark.statement("pushmine", "metrics.10r")
def test_metrics_10r_positions_are_the_same_if_cells_stocks_side_bar_and_ages_are() -> None:
    def key(variant: str = "decay", **changes: Any) -> int:
        fields = {"cells": ["X....", "..*..", ".....", ".....", "....O"], "mines": [1, 0], "barred": "5<"}
        game = find("pushmine")
        return hash(game.place(game.variant(variant), 1, fields | {"ages": {"c2": 2}} | changes))

    assert key(ply=10) == key(ply=20, seen=2)
    moved = ["X....", ".*...", ".....", ".....", "....O"]
    others = [
        key(cells=moved, ages={"b2": 2}), key(mines=[0, 1]), key(turn=2), key(barred=None), key(barred="5>"),
        key(ages={"c2": 3}),
    ]  # fmt: skip
    assert key() not in others
    match = played(Match("pushmine"), *["1>"] * 7)
    assert match.history[4].position.seen == match.seen == 1  # the cells are the same, but each has earned a mine
    assert played(Match("pushmine"), *SHUTTLE, "1>", "5>").seen == 2


# AI Opponent Outline: Core primitives


@pytest.mark.statement("pushmine", "ai.2")
def test_ai_2_mine_placements_are_generated_if_there_is_a_mine_to_place() -> None:
    rows = ("XO...", "..XO.", ".....", "..O..", "X...O")
    placements = [text for text in board(*rows, mines=[2, 0]).legal() if text[0] == "*"]
    assert len(placements) == 25 - 7
    assert not any(text[0] == "*" for text in board(*rows, mines=[2, 0], turn=2).legal())


@pytest.mark.statement("pushmine", "ai.3")
def test_ai_3_applying_an_action_gives_the_next_state_and_leaves_the_old_one() -> None:
    match = line("X..OO")
    before = match.position
    text = match.describe()
    after = play(before, match.game.read_move(before, "3>"))
    assert match.game.describe(before) == text
    assert match.game.describe(after)["cells"][2] == "XX..O"
    assert match.game.narrate(before, match.game.read_move(before, "3>")).position == after


@pytest.mark.statement("pushmine", "ai.5")
def test_ai_5_immediate_wins_are_the_moves_that_win_when_they_are_played() -> None:
    assert texts(line("XXX..", 1), immediate_wins) == ["1>", "dv"]
    for seed in range(5):
        match = Match("pushmine")
        for _ in random_plies(match, 30, seed):
            if match.end is None:
                assert texts(match, immediate_wins) == winning(match)


@pytest.mark.statement("pushmine", "ai.6")
def test_ai_6_the_opponents_wins_after_a_move_are_detected() -> None:
    match = line("OOO..", 1)
    assert texts(match, threatened) == ["1>", "dv"]
    handed = [text for text in match.legal() if lets_win(match.position, move(match, text))]
    assert handed == [text for text in match.legal() if winning(played(line("OOO..", 1), text))]
    assert "5>" in handed
    assert "av" not in handed


NO_THREAT = (".....", ".O...", ".....", ".OXX.", ".O...")
ONE_THREAT = ("OO.O.", "....X", ".....", ".....", "...X.")
TWO_THREATS = ("X..X.", ".....", "....O", "....O", "....O")
"""Three of O in a line that lacks one empty cell, and two of X, one of them off the edge where one of O's is: but for
the pushes with which O would win next, no feature distinguishes these three."""


@pytest.mark.statement("pushmine", "evaluation.3")
def test_evaluation_3_every_winning_push_of_the_opponent_costs_more_than_a_stone_or_a_mine() -> None:
    threats = [board(*rows) for rows in (NO_THREAT, ONE_THREAT, TWO_THREATS)]
    assert [len(winning(board(*rows, turn=2))) for rows in (NO_THREAT, ONE_THREAT, TWO_THREATS)] == [0, 1, 2]
    none, one, two = (rate(match.position, BASELINE) for match in threats)
    assert none - one == one - two > 0, "the number counts"
    a_stone_less = board(*NO_THREAT[:3], ".OX..", NO_THREAT[4])
    assert not winning(board(*a_stone_less.describe()["cells"], turn=2))
    assert one < rate(a_stone_less.position, BASELINE) < none
    assert rate(board(*ONE_THREAT, mines=[1, 0]).position, BASELINE) < none


@pytest.mark.statement("pushmine", "ai.7")
def test_ai_7_the_forecast_says_where_a_push_stops_and_what_gets_removed() -> None:
    match = line("XO*.O")
    predicted = forecast(match.position, move(match, "3>"))
    assert predicted.stops_at is not None
    assert predicted.removed is not None
    assert (bit_text(predicted.stops_at), predicted.detonates, bit_text(predicted.removed), predicted.owner) == (
        "c3",
        True,
        "b3",
        2,
    )
    assert kinds(match.play("3>")) == ["pushed", "mine_detonated"]
    free = line("X..OO")
    assert forecast(free.position, move(free, "3>")).stops_at is None
    assert forecast(free.position, move(free, "3>")).earns


# AI Opponent Outline: Evaluation Heuristic


@pytest.mark.statement("pushmine", "evaluation.1")
def test_evaluation_1_a_win_is_worth_more_than_all_features_and_a_loss_less() -> None:
    won = played(line("XXX..", 1), "1>").position
    assert reward(won, 1, BASELINE) == 1 - WIN  # for the side that would move next
    for seed in range(5):
        match = Match("pushmine")
        for _ in random_plies(match, 30, seed):
            if match.end is None:
                assert abs(rate(match.position, BASELINE)) <= WINS_NEXT < WIN // 100


@pytest.mark.statement("pushmine", "evaluation.2")
def test_evaluation_2_open_threes_that_can_be_extended_count_for_a_side_minus_the_other() -> None:
    def count(cells: str) -> int:
        position = line(cells).position
        return threes(gaps(position.own, 4, position.options.board), empty(position))

    assert [count(cells) for cells in (".XXX.", "XXX..", "XX.X.", "OXXXO", "X.X.X")] == [2, 1, 1, 0, 0]
    for style in (BASELINE, IMPROVED):
        assert rate(line(".XXX.").position, style) == -rate(line(".OOO.").position, style)
        assert rate(line(".XXX.").position, style) > rate(line("OXXXO").position, style)


@pytest.mark.statement("pushmine", "evaluation.4")
def test_evaluation_4_each_further_mine_in_stock_adds_less() -> None:
    worths = [rate(line("X...O", mines=[stock, 0]).position, BASELINE) for stock in range(6)]
    steps = [after - before for before, after in pairwise(worths)]
    assert steps == [3, 2, 1, 0, 0]
    assert [inventory(stock) for stock in range(3)] == [0, 3, 5]


@pytest.mark.statement("pushmine", "evaluation.5")
def test_evaluation_5_a_mine_that_can_delete_a_key_stone_counts() -> None:
    before_a_mine = board(".....", ".OOO.", "..*..", ".....", ".....").position
    out_of_reach = board(".....", ".OOO.", ".....", ".....", "..*..").position
    assert key_stones(before_a_mine.other, before_a_mine.mines, before_a_mine.options.board) == 1
    assert key_stones(out_of_reach.other, out_of_reach.mines, out_of_reach.options.board) == 0
    assert rate(before_a_mine, BASELINE) > rate(out_of_reach, BASELINE)


@pytest.mark.statement("pushmine", "evaluation.6")
def test_evaluation_6_a_three_of_the_opponent_that_more_pushes_disturb_is_less_bad() -> None:
    """Both threes lack one empty cell, no push completes either, and both have two stones off the edge."""
    straight = board(".....", "OO.O.", ".....", ".....", ".....")
    slanting = board("O....", ".O...", ".....", "...O.", ".....")
    assert [len(disturbing_pushes(match)) for match in (straight, slanting)] == [7, 12]
    assert winning(board(*straight.describe()["cells"], turn=2)) == []
    assert winning(board(*slanting.describe()["cells"], turn=2)) == []
    assert rate(slanting.position, BASELINE) > rate(straight.position, BASELINE)


def disturbing_pushes(match: Match) -> list[str]:
    """The pushes after which O has fewer threes, each of them played."""
    before = lines_with(3, "O", match.describe()["cells"])
    after = {text: played(match.copy(), text).describe()["cells"] for text in match.legal()}
    return [text for text, cells in after.items() if lines_with(3, "O", cells) < before]


def lines_with(number: int, stone: str, cells: Sequence[str]) -> int:
    """How many lines of four cells hold this number of stones, by looking at each."""
    size = range(len(cells))
    lines = [
        [(row + down * step, col + right * step) for step in range(4)]
        for row in size
        for col in size
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    ]
    whole = [line for line in lines if all(row in size and col in size for row, col in line)]
    return sum([cells[row][col] for row, col in line].count(stone) == number for line in whole)


# AI Opponent Outline: Difficulty scaling


@pytest.mark.statement("pushmine", "easy.1")
def test_easy_1_pushes_are_chosen_at_random() -> None:
    choices = [chosen(Match("pushmine", seed=seed), "easy") for seed in range(200)]
    assert set(choices) == set(ROWS + COLUMNS)
    quiet = {"cells": ["X....", ".....", "..O..", ".....", "....."], "mines": [3, 0]}
    texts = {chosen(Match("pushmine", seed=seed, setup=quiet), "easy") for seed in range(40)}
    assert not any(text[0] == "*" for text in texts)


@pytest.mark.statement("pushmine", "easy.2")
@pytest.mark.statement("pushmine", "medium.6")
@pytest.mark.statement("pushmine", "hard.6")
@pytest.mark.parametrize("level", ["easy", *SEARCHING])
def test_easy_2_an_immediate_win_is_always_taken(level: str) -> None:
    for cells in ("XXX..", "X.XX.", ".XXX."):
        for number in (1, 5):
            match = line(cells, number)
            if wins := winning(match):
                assert chosen(match, level) in wins
    assert chosen(line("XXX..", 3), level) == "3>"


@pytest.mark.statement("pushmine", "easy.3")
@pytest.mark.statement("pushmine", "medium.6")
@pytest.mark.statement("pushmine", "hard.6")
@pytest.mark.parametrize("level", ["easy", *SEARCHING])
def test_easy_3_a_mine_that_alone_prevents_the_opponents_win_is_laid(level: str) -> None:
    rows = ("XXOOX", "OOO.*", "O.*O.", "X...X", "X..*.")
    assert chosen(board(*rows, mines=[1, 0]), level) == "*d2"


@pytest.mark.statement("pushmine", "easy.4")
@pytest.mark.statement("pushmine", "medium.6")
@pytest.mark.statement("pushmine", "hard.6")
@pytest.mark.parametrize("level", ["easy", *SEARCHING])
def test_easy_4_no_push_gives_the_opponent_a_win_if_another_does_not(level: str) -> None:
    rows = ("O...X", "OO..X", "OO...", "X.O..", "X.X.O")
    assert chosen(board(*rows, mines=[1, 2], barred="2<"), level) == "2>"
    for seed in range(2):
        match = Match("pushmine", seed=seed)
        while match.end is None and len(match.moves) < scaled(14, 4):
            before = match.position
            text = chosen(match, level)
            if any(not lets_win(before, legal) for legal in numbers(moves(before))):
                assert not lets_win(before, move(match, text))
            match.play(text)


@pytest.mark.statement("pushmine", "medium.1")
@pytest.mark.skipif(not COMPILED, reason="160 000 positions are too much for plain Python")
def test_medium_1_two_full_turns_are_searched_as_by_minimax_and_one_ply_more() -> None:
    match = played(Match("pushmine"), "3>", "c^", "3>", "bv", "c^")
    assert choose_in(match, "medium", NO_CLOCK).depth == 5
    player: Any = level_of(match.game, "medium").player
    thinker = player.thinker
    assert thinker.shortcuts == NO_SHORTCUTS
    two_turns = replace(thinker, depth=4, margin=0).choose(MoveRequest(match.game, match.position, 1))
    best, visited = minimax(match.position, 4, BASELINE)
    assert (two_turns.score, two_turns.depth) == (best, 4)
    assert -minimax(play(match.position, two_turns.move), 3, BASELINE, 1)[0] == best
    assert two_turns.nodes < visited // 4, "pruned"


@pytest.mark.statement("pushmine", "medium.2")
def test_medium_2_mines_are_in_the_tree() -> None:
    match = board("X....", ".....", "..O..", ".....", ".....", mines=[1, 0])
    result = deepen(match.position, 1, BASELINE, fresh_memory())
    assert sorted(match.game.write_move(match.position, tried) for tried in result.scores) == match.legal()
    assert sum(tried < HIGH for tried in result.scores) == 23


@pytest.mark.statement("pushmine", "medium.3")
def test_medium_3_winning_moves_come_first_and_nothing_after_them() -> None:
    match = line("XXX..", 1, mines=[1, 0])
    assert texts(match, lambda position: list(numbers(candidates(position, BASELINE)))) == ["1>", "dv"]


@pytest.mark.statement("pushmine", "medium.4")
@pytest.mark.statement("pushmine", "medium.5")
def test_medium_4_moves_in_the_way_of_a_three_come_before_others_and_idle_mines_last() -> None:
    match = line("OOO..", 1, mines=[1, 0])
    order = {text: promise(match.position, move(match, text), BASELINE) for text in match.legal()}
    blocking = [text for text in match.legal() if not lets_win(match.position, move(match, text))]
    assert "*d1" in blocking
    assert {order[text] for text in blocking} == {max(order.values())}
    assert order["*d1"] > order["5>"] > order["*e5"]


@pytest.mark.statement("pushmine", "medium.7")
@pytest.mark.statement("pushmine", "hard.7")
@pytest.mark.parametrize("level", SEARCHING if COMPILED else ["easy"])
def test_medium_7_equals_are_chosen_among_at_random_by_the_seed(level: str) -> None:
    openings = [chosen(Match("pushmine", seed=seed), level) for seed in range(8)]
    assert len(set(openings)) > 1
    assert openings[0] == chosen(Match("pushmine", seed=0), level)


@pytest.mark.statement("pushmine", "hard.1")
@pytest.mark.skipif(not COMPILED, reason="hard is for compiled rules")
def test_hard_1_six_plies_by_iterative_deepening_within_a_budget_of_nodes() -> None:
    match = Match("pushmine")
    choice = choose_in(match, "hard", NO_CLOCK)
    assert choice.depth >= 6
    assert not choice.cut_short
    assert choice.depth < level_of(match.game, "hard").player.depth, "the nodes end it, not the depth"


@pytest.mark.statement("pushmine", "hard.2")
def test_hard_2_the_key_of_the_table_holds_board_mines_inventories_and_side() -> None:
    key = hash(line("X.*.O", mines=[1, 0]).position)
    others = [line("XO*.O", mines=[1, 0]), line("X*..O", mines=[1, 0]), line("X.*.O", mines=[0, 0]),
              line("X.*.O", mines=[1, 1]), line("X.*.O", mines=[1, 0], turn=2)]  # fmt: skip
    assert key not in [hash(other.position) for other in others]
    assert key == hash(line("X.*.O", mines=[1, 0], ply=8).position)


FORKING = (".O.O.", ".....", ".O.X.", ".O.X.", "X.X.X")
"""5< is the one move after which O cannot stop X: two pushes then win."""


@pytest.mark.statement("pushmine", "hard.3")
def test_hard_3_a_fork_is_worse_than_two_threats_one_by_one() -> None:
    """The second threat costs more than the first: one move cannot stop both. The baseline does not see that."""
    none, one, two = (board(*rows).position for rows in (NO_THREAT, ONE_THREAT, TWO_THREATS))
    first, second = (rate(one, IMPROVED) - rate(none, IMPROVED), rate(two, IMPROVED) - rate(one, IMPROVED))
    assert second < first < 0
    assert rate(one, BASELINE) - rate(none, BASELINE) == rate(two, BASELINE) - rate(one, BASELINE)


@pytest.mark.statement("pushmine", "hard.3")
@pytest.mark.skipif(not COMPILED, reason="hard is for compiled rules")
def test_hard_3_hard_makes_a_fork_that_wins() -> None:
    match = board(*FORKING)
    assert not winning(match)
    assert chosen(match, "hard") == "5<"
    match.play("5<")
    assert len(winning(board(*match.describe()["cells"]))) == 2
    assert all(winning(played(match.copy(), answer)) for answer in match.legal())


@pytest.mark.statement("pushmine", "hard.4")
def test_hard_4_a_mine_that_freezes_a_lane_is_worth_more_than_elsewhere() -> None:
    def worth(mine: str) -> int:
        """To X, which lays the mine against O's three in row 1."""
        return -rate(played(line("OOO..", 1, mines=[1, 0]), mine).position, IMPROVED)

    assert worth("*d1") == max(worth(text) for text in line("OOO..", 1, mines=[1, 0]).legal() if text[0] == "*")
    assert worth("*d1") > worth("*e5")


@pytest.mark.statement("pushmine", "hard.5")
def test_hard_5_coming_back_to_a_position_is_penalised() -> None:
    match = played(Match("pushmine"), *SHUTTLE, "1>")
    back = play(match.position, move(match, "5>"))
    memory = fresh_memory()
    known = np.array([hash(turn.position) for turn in match.history[:-1]], np.int64)
    assert hash(back) in known
    result = deepen(match.position, 2, IMPROVED, memory._replace(path=np.concatenate([known, memory.path])))
    assert result.scores[move(match, "5>")] <= REPEATED < 0


# Notes / Tweaks: 4×4 board


@pytest.mark.statement("pushmine", "blitz.1")
def test_blitz_1_a_4_by_4_board_still_needs_four_in_a_row() -> None:
    match = Match("pushmine", "blitz")
    assert match.describe()["cells"] == ["...."] * 4
    assert len(match.legal()) == 16
    three = played(line("XX..", 1, variant="blitz"), "1>")
    assert (row(three, 1), ended(three.describe())) == ("XXX.", ("playing", None))
    four = played(line("XXX.", 1, variant="blitz"), "1>")
    assert (row(four, 1), ended(four.describe())) == ("XXXX", ("won", 1))


# Notes / Tweaks: Mine Decay


@pytest.mark.statement("pushmine", "decay.1")
def test_decay_1_the_models_are_options() -> None:
    presets = find("pushmine").presets
    assert (presets["standard"].decay, presets["decay"].decay, presets["dud"].decay) == ("none", "disappear", "dud")
    assert Match("pushmine", {"decay": "movable_dud"}).variant.decay_turns == 3
    assert "none, disappear, dud, movable_dud" in bad_variant("pushmine", decay="rust")


@pytest.mark.statement("pushmine", "decay.2")
def test_decay_2_a_mine_vanishes_after_n_full_turns() -> None:
    match = played(line(".....", variant="decay", mines=[1, 0]), "*c3", "5>", "1>", "5<", "1<", "5>")
    assert (cell(match, "c3"), match.describe()["ages"]) == ("*", {"c3": 5})
    assert MineDecayed((12,), "nothing") in match.play("1>")
    assert (cell(match, "c3"), match.describe()["ages"]) == (".", {})
    quick = played(line(".....", variant={"decay": "disappear", "decay_turns": 1}, mines=[1, 0]), "*c3", "5>")
    assert cell(quick, "c3") == "*"
    assert cell(played(quick, "1>"), "c3") == "."
    slow = line("..*..", variant={"decay": "disappear", "decay_turns": 50}, ages={"c3": 98})
    assert played(slow, "1>").describe()["ages"] == {"c3": 99}
    assert cell(played(slow, "5>"), "c3") == "."


@pytest.mark.statement("pushmine", "decay.3")
def test_decay_3_a_mine_becomes_a_permanent_immovable_blocker() -> None:
    match = played(line(".....", variant="dud", mines=[1, 0]), "*c3", "5>", "1>", "5<", "1<", "5>")
    assert cell(match, "c3") == "*"
    assert MineDecayed((12,), "dud") in match.play("1>")
    assert cell(match, "c3") == "@"
    played(match, "3>", "3>", "5>", "1>", *("5<", "1<", "5>", "1>") * 12)
    assert row(match) == "XO@.."


@pytest.mark.statement("pushmine", "decay.4")
def test_decay_4_whether_a_dud_stops_pushes_is_an_option() -> None:
    assert pushed("X.@O.", variant="dud")[0] == "XX@O."
    assert refused(line("XX@..", variant="dud"), "3>") == "blocked"
    assert refused(line("@X...", variant="dud"), "3>") == "blocked"
    passed = {"decay": "dud", "dud_stops": False}
    assert pushed("X.@O.", variant=passed)[0] == "XX@.O"
    assert pushed("@X..O", variant=passed) == ("@XX..", [1, 0])
    assert refused(line("@@@@@", variant=passed), "3>") == "blocked"


@pytest.mark.statement("pushmine", "decay.5")
def test_decay_5_a_dud_destroys_nothing_and_occupies_its_cell() -> None:
    assert refused(line("..@..", variant="dud", mines=[1, 0]), "*c3") == "cell_occupied"
    for number, model in enumerate(({"dud_stops": True}, {"dud_stops": False})):
        match = Match("pushmine", {"decay": "dud", "decay_turns": 1, **model})
        for before, events in random_plies(match, 200, number):
            entered = sum(isinstance(event, Pushed) for event in events)
            lost = sum(isinstance(event, (Ejected, MineDetonated)) for event in events)
            assert stones(match.describe()["cells"]) == stones(before["cells"]) + entered - lost
        assert any("@" in line for line in match.describe()["cells"])


@pytest.mark.statement("pushmine", "decay.6")
def test_decay_6_a_movable_dud_moves_like_a_stone_and_is_part_of_no_line() -> None:
    movable = {"decay": "movable_dud"}
    assert pushed("@....", variant=movable)[0] == "X@..."
    assert pushed("....@", variant=movable) == ("X....", [0, 0])
    assert pushed(".@*..", variant=movable) == ("X....", [0, 0])
    assert ended(played(line("X@X..", variant=movable), "3>").describe()) == ("playing", None)
    assert ended(played(line("@@@..", variant=movable), "3>").describe()) == ("playing", None)


# Implementation Progress


@pytest.mark.statement("pushmine", "progress.1")
def test_progress_1_a_whole_match_with_pushes_ejections_mines_and_a_win() -> None:
    match = Match("pushmine")
    for text, cells, mines in [
        ("1>", "X.... ..... ..... ..... .....", [0, 0]),
        ("1>", "OX... ..... ..... ..... .....", [0, 0]),
        ("1>", "XOX.. ..... ..... ..... .....", [0, 0]),
        ("a^", ".OX.. ..... ..... ..... O....", [0, 1]),  # X's stone of a1 is ejected
        ("1<", "OX..X ..... ..... ..... O....", [0, 1]),
        ("*a3", "OX..X ..... *.... ..... O....", [0, 0]),
        ("a^", "OX..X ..... *.... O.... X....", [0, 0]),  # a4 was empty: the mine stays
        ("a^", "OX..X ..... ..... X.... O....", [0, 0]),  # O's own stone goes with the mine
        ("1<", "X..XX ..... ..... X.... O....", [1, 0]),  # O's stone of a1 is ejected
        ("5>", "X..XX ..... ..... X.... OO...", [1, 0]),
        ("*c3", "X..XX ..... ..*.. X.... OO...", [0, 0]),
        ("5>", "X..XX ..... ..*.. X.... OOO..", [0, 0]),
        ("4>", "X..XX ..... ..*.. XX... OOO..", [0, 0]),
        ("5>", "X..XX ..... ..*.. XX... OOOO.", [0, 0]),
    ]:
        match.play(text)
        assert (match.describe()["cells"], match.describe()["mines"]) == (cells.split(), mines)
    assert ended(match.describe()) == ("won", 2)


@pytest.mark.statement("pushmine", "progress.2")
@pytest.mark.parametrize("level", ["easy", *SEARCHING])
def test_progress_2_a_whole_match_is_played_against_each_level(level: str) -> None:
    """To its end, from either seat: a person who pushes at random loses to each of them."""
    for seat in (1, 2):
        match, person = Match("pushmine", seed=seat), random.Random(seat)
        while match.end is None and len(match.moves) < 200:
            match.play(person.choice(match.legal()) if match.position.turn == seat else chosen(match, level))
        assert ended(match.describe()) == ("won", 3 - seat)
        assert lines_with(4, "XO"[2 - seat], match.describe()["cells"]) > 0
