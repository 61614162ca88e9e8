"""The specification's playtest metrics, on boards where anyone can count them."""

from typing import Any

from quincunx.engine.match import Match
from quincunx.measure.match_metrics import match_metrics
from tests.lab.judge.test_metrics import from_events, measured


def values(cells: list[str], moves: list[str], turn: int = 1, variant: Any = None, **fields: Any) -> dict[str, Any]:
    """The metrics after these moves from this board."""
    match = Match("pushmine", variant, setup={"cells": cells, "turn": turn, **fields})
    for text in moves:
        match.play(text)
    return {name: metric["value"] for name, metric in match_metrics(match).items()}


def test_pushing_a_stone_of_the_other_side_off_is_an_ejection_and_earns_a_mine() -> None:
    metrics = values(["....O", ".....", ".....", ".....", "....."], ["1>"])
    assert (metrics["ejections_1"], metrics["mines_earned_1"], metrics["first_mine"]) == (1, 1, 1)
    assert (metrics["self_ejections_1"], metrics["ejections_2"]) == (0, 0)


def test_pushing_one_s_own_stone_off_earns_nothing() -> None:
    metrics = values(["....X", ".....", ".....", ".....", "....."], ["1>"])
    assert (metrics["self_ejections_1"], metrics["ejections_1"], metrics["mines_earned_1"]) == (1, 0, 0)
    assert metrics["first_mine"] == 0
    assert metrics["first_mine_ply"] is None


def test_a_blast_counts_against_the_owner_of_the_stone() -> None:
    metrics = values(["O*...", ".....", ".....", ".....", "....."], ["1>"])
    assert (metrics["stones_blasted_1"], metrics["stones_blasted_2"]) == (0, 1)
    assert metrics["mines_detonated"] == 1
    metrics = values(["*....", ".....", ".....", ".....", "....."], ["1>"])
    assert (metrics["stones_blasted_1"], metrics["stones_blasted_2"]) == (1, 0)


def test_a_mine_that_leaves_the_other_side_no_win_in_one_is_a_saving_mine() -> None:
    board = ["X....", "X....", "X....", ".....", "....."]
    match = Match("pushmine", setup={"cells": board, "turn": 2, "mines": [0, 1]})
    saving = [
        text
        for text in match.legal()
        if text.startswith("*") and values(board, [text], 2, mines=[0, 1])["saving_mines_2"]
    ]
    for text in saving:
        after = Match("pushmine", setup={"cells": board, "turn": 2, "mines": [0, 1]})
        after.play(text)
        wins = [reply for reply in after.legal() if _wins(after, reply)]
        assert wins == []
    assert set(saving) < {text for text in match.legal() if text.startswith("*")}, "some mines do not help"


def _wins(match: Match, text: str) -> bool:
    again = match.copy()
    again.play(text)
    return again.result is not None


def test_a_threatened_win_is_parried_or_not() -> None:
    board = ["X....", "X....", "X....", ".....", "....."]
    match = Match("pushmine", setup={"cells": board, "turn": 2})
    for text in match.legal():
        metrics = values(board, [text], 2)
        after = match.copy()
        after.play(text)
        helpless = after.result is None and any(_wins(after, reply) for reply in after.legal())
        assert metrics["threats_faced_2"] == 1
        assert metrics["threats_parried_2"] == (0 if helpless else 1), text


def test_a_win_by_a_line_that_was_threatened_is_not_cheap() -> None:
    board = ["X....", "X....", "X....", ".....", "....."]
    metrics = values(board, ["5<", "av"], 2)
    assert metrics["result"] == 1
    assert metrics["cheap_win"] == 0


def test_a_win_that_the_loser_s_own_push_made_possible_is_cheap() -> None:
    """X has three in column b, and a fourth in row 4 that O's push brings beneath them."""
    board = [".X...", ".X...", ".X...", "X....", "....."]
    metrics = values(board, ["4>"], 2)
    assert metrics["result"] == 1, "O made X's line"
    assert metrics["cheap_win"] == 0, "X could have done that itself"
    quiet = values(["....."] * 5, ["1>", "2>"])
    assert quiet["cheap_win"] is None


CYCLE = ["1>", "5>", "1<", "5<"]
"""Each side pushes a stone in at one end, and out again by pushing one in at the other."""


def test_repetitions_and_the_longest_cycle() -> None:
    metrics = values(["....."] * 5, CYCLE * 2)
    assert metrics["repeats"] == 3, "the empty board never comes back, nor does the one with a single stone at first"
    assert metrics["longest_cycle"] == 4


def test_kernels_count_repetitions_too() -> None:
    match = Match("pushmine", {"draw_by_repetition": 3})
    while match.end is None:
        match.play(CYCLE[len(match.moves) % 4])
    metrics = measured(match)[0]
    assert metrics == from_events(match)
    assert (metrics["result"], metrics["longest_cycle"]) == (3, 4)


def test_mines_that_decay_are_counted() -> None:
    board = ["..*..", ".....", ".....", ".....", "....."]
    metrics = values(board, ["5>", "4>", "3>"], 1, {"decay": "disappear", "decay_turns": 1})
    assert metrics["mines_decayed"] == 1
