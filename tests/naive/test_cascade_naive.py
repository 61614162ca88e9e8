"""Hand-worked examples of cascade's rulings, for the naive implementation."""

from __future__ import annotations

from typing import Any

import pytest

from tests.naive.cascade import Naive, has_line, legal_swaps
from tests.naive.perft import perft

STANDARD: dict[str, Any] = {
    "size": 7, "tokens": [12, 13, 12, 12], "goblins": 2, "goblin_trigger": "both", "vanish": "wins",
    "no_moves": "count", "courtesy": False,
}  # fmt: skip
SMALL: dict[str, Any] = STANDARD | {"size": 5, "tokens": [6, 7, 6, 6]}

# c4c5 takes all three blues; nothing else is legal.
LAST_BLUES = [".....", ".....", ".....", "..b..", "bbogv"]
LAST_ORANGES = [".....", ".....", ".....", "..o..", "oobgv"]
# c5d5 takes three blues down column c; a violet falls beside two others.
TWO_WAVES = [".....", "..v..", "..b..", "..b..", "vvobb"]
# e1e2 takes three oranges down column e; then a goblin on a3 makes a line in either colour.
TRAP = ["....o", "....b", ".gg.o", "vbovo", "vobgg"]
# e1e2 makes room in column e alone.
FULL = ["boboo", "gvgvb", "boboo", "gvgvo", "bobog"]
DEAD = [".....", ".....", ".....", ".....", "bbogv"]


class Scripted(Naive):
    """A match whose goblins' colours are written down, next goblin first."""

    script = ""

    def goblin_colour(self, g: int) -> str:
        return self.script[g] if self.script else super().goblin_colour(g)


def scripted(script: str, variant: dict[str, Any] | None = None, **fields: Any) -> Scripted:
    match = Scripted(SMALL | (variant or {}), 12345)
    match.setup(fields)
    match.script = script
    return match


def test_a_fresh_match_deals_the_bag_without_a_line_and_with_six_swaps() -> None:
    for seed in range(5):
        match = Naive(STANDARD, seed)
        text = "".join(match.position()["cells"])
        assert [text.count(colour) for colour in "bogv"] == [12, 13, 12, 12]
        assert not has_line(match.cells)
        assert len(legal_swaps(match.cells)) >= 6
        assert match.position()["tokens"] == [12, 13]


def test_the_bag_is_shuffled_from_the_last_token_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """With j always 0 the first token goes to the last cell, and every other token one cell back."""
    asked: list[tuple[int, int, int]] = []

    def zero(n: int, seed: int, stream: int, index: int) -> int:
        asked.append((n, stream, index))
        return 0

    match = Naive(SMALL, 12345)
    monkeypatch.setattr("tests.naive.cascade.below", zero)
    assert ["".join(row) for row in match.dealt()] == ["bbbbb", "ooooo", "ooggg", "gggvv", "vvvvb"]
    assert asked == [(i + 1, 1, i) for i in range(24, 0, -1)]


def test_a_bag_that_does_not_fill_the_board_is_refused() -> None:
    with pytest.raises(ValueError):
        Naive(STANDARD | {"tokens": [12, 12, 12, 12]}, 1)


def test_a_bag_that_cannot_be_laid_without_a_line_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.naive.cascade.ATTEMPTS", 20)
    with pytest.raises(ValueError):
        Naive(STANDARD | {"size": 5, "tokens": [0, 0, 0, 25]}, 1)


def test_only_two_tokens_that_make_a_line_may_be_swapped() -> None:
    match = scripted("gvgv", cells=LAST_BLUES)
    assert match.legal() == ["c4c5"]
    for text in ("a5b5", "c5c4", "b4c4", "pass"):
        with pytest.raises(ValueError):
            match.play(text)
    assert match.position()["ply"] == 0


def test_lines_go_and_columns_fall_until_the_board_is_stable() -> None:
    match = scripted("gvvg", cells=TWO_WAVES)
    match.play("c5d5")
    assert match.position() == {
        "cells": [".....", ".....", ".....", ".....", "gv.ob"],
        "turn": 2,
        "ply": 1,
        "status": "playing",
        "winner": None,
        "tokens": [1, 1],
        "goblins": "vg",
    }


def test_a_goblin_that_makes_a_line_takes_the_other_colour_or_is_lost() -> None:
    """The first goblin is lost on a3 (g g g along row 3, v v v down column a) and has used up column a; the
    second goes to d3, where green would make a line too, and is violet."""
    match = scripted("gggv", cells=TRAP)
    match.play("e1e2")
    position = match.position()
    assert position["cells"] == [".....", ".....", ".ggv.", "vbovb", "vobgg"]
    assert position["goblins"] == "gv"
    assert position["tokens"] == [3, 2]


def test_a_second_goblin_finds_no_room_and_is_lost() -> None:
    match = scripted("gvvg", cells=FULL)
    match.play("e1e2")
    position = match.position()
    assert position["cells"] == ["bobo.", "gvgv.", "bobog", "gvgvb", "bobog"]
    assert position["goblins"] == "vg"


@pytest.mark.parametrize(("turn", "row", "goblins"), [(1, "...ob", "gv"), (2, "gv.ob", "vg")])
def test_goblins_after_moves_of_seat_two_only(turn: int, row: str, goblins: str) -> None:
    match = scripted("gvvg", {"goblin_trigger": "second"}, cells=TWO_WAVES, turn=turn)
    match.play("c5d5")
    assert match.position()["cells"][4] == row
    assert match.position()["goblins"] == goblins


def test_no_goblins() -> None:
    match = scripted("gvvg", {"goblins": 0}, cells=TWO_WAVES, turn=2)
    match.play("c5d5")
    assert match.position()["cells"][4] == "...ob"
    assert match.position()["goblins"] == "gv"


def test_one_goblin() -> None:
    match = scripted("gvvg", {"goblins": 1}, cells=TWO_WAVES)
    match.play("c5d5")
    assert match.position()["cells"][4] == "g..ob"
    assert match.position()["goblins"] == "vv"


@pytest.mark.parametrize(
    ("cells", "vanish", "status", "winner"),
    [
        (LAST_BLUES, "wins", "won", 1),
        (LAST_BLUES, "loses", "won", 2),
        (LAST_BLUES, "none", "playing", None),
        (LAST_ORANGES, "wins", "won", 2),
        (LAST_ORANGES, "loses", "won", 1),
        (LAST_ORANGES, "none", "playing", None),
    ],
)
@pytest.mark.parametrize("turn", [1, 2])
def test_vanishing(cells: list[str], vanish: str, status: str, winner: int | None, turn: int) -> None:
    match = scripted("gvvg", {"vanish": vanish}, cells=cells, turn=turn)
    match.play("c4c5")
    position = match.position()
    assert (position["status"], position["winner"], position["turn"]) == (status, winner, 3 - turn)


def test_if_both_colours_are_gone_play_goes_on() -> None:
    match = scripted("gvvg", cells=[".....", ".....", ".....", "..b..", "bbg.."])
    match.play("c4c5")
    assert match.position()["cells"][4] == "gvg.."
    assert match.position()["tokens"] == [0, 0]
    assert match.legal() == ["pass"]


@pytest.mark.parametrize(
    ("row", "no_moves", "status", "winner"),
    [
        ("bbogv", "count", "won", 1),
        ("boogv", "count", "won", 2),
        ("bobog", "count", "draw", None),
        ("bbogv", "draw", "draw", None),
    ],
)
def test_two_passes_end_the_match(row: str, no_moves: str, status: str, winner: int | None) -> None:
    match = scripted("gvvg", {"no_moves": no_moves}, cells=[*DEAD[:4], row], turn=2, ply=5)
    assert match.legal() == ["pass"]
    match.play("pass")
    position = match.position()
    assert (position["status"], position["turn"], position["ply"]) == ("playing", 1, 6)
    assert match.legal() == ["pass"]
    match.play("pass")
    position = match.position()
    assert (position["status"], position["winner"]) == (status, winner)
    assert (position["turn"], position["ply"]) == (2, 7)
    assert (position["cells"][4], position["goblins"]) == (row, "gv")
    assert match.legal() == []
    with pytest.raises(ValueError):
        match.play("pass")


def test_a_board_that_holds_a_line_is_refused() -> None:
    match = Naive(SMALL, 12345)
    with pytest.raises(ValueError):
        match.setup({"cells": [*DEAD[:4], "bbbgv"]})


def test_perft_counts_leaves() -> None:
    match = scripted("gvvg", cells=TWO_WAVES)
    assert perft(match, 0) == 1
    assert perft(match, 1) == len(match.legal())
    match.status = "draw"
    assert perft(match, 1) == 0
