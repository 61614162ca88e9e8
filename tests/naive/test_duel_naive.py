"""Duel's rulings, worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.naive.duel import Naive
from tests.naive.perft import perft


def match(size: int = 3, reentry: bool = True, truce: int = 0, **fields: Any) -> Naive:
    naive = Naive({"size": size, "reentry": reentry, "truce": truce}, 12345)
    naive.setup(fields)
    return naive


def after(naive: Naive, *texts: str) -> dict[str, Any]:
    for text in texts:
        naive.play(text)
    return naive.position()


def best(naive: Naive, known: dict[object, int]) -> int:
    """Tiles of Red minus Green at the end of best play (with `reentry`). Leaves another position behind."""
    position = naive.position()
    if position["status"] != "playing":
        return int(position["tiles"][0] - position["tiles"][1])
    key = (tuple(position["cells"]), position["turn"])
    if key not in known:
        values = []
        for text in naive.legal():
            naive.play(text)
            values.append(best(naive, known))
            naive.setup(position)
        known[key] = max(values) if position["turn"] == 1 else min(values)
    return known[key]


def test_a_fresh_match_is_empty_and_reds() -> None:
    assert match(2).position() == {
        "cells": ["..", ".."],
        "turn": 1,
        "ply": 0,
        "status": "playing",
        "winner": None,
        "tiles": [0, 0],
    }
    assert match(2).legal() == ["a1", "a2", "b1", "b2"]


def test_both_first_placements_are_free() -> None:
    naive = match(6)
    assert (perft(naive, 1), perft(naive, 2)) == (36, 36 * 35)


def test_a_placement_is_next_to_ones_own_tile() -> None:
    assert match(cells=["R..", "...", "..G"]).legal() == ["a2", "b1"]
    assert match(cells=["R..", "...", "..G"], turn=2).legal() == ["b3", "c2"]


def test_neighbours_turn_without_chains_and_not_diagonally() -> None:
    position = after(match(cells=["RG.", "R.G", ".GG"]), "b2")
    # b1 and c2 and b3 touch b2; c3 touches what turned only.
    assert position["cells"] == ["RR.", "RRR", ".RG"]
    assert position["tiles"] == [6, 1]
    assert (position["turn"], position["ply"]) == (2, 1)


def test_a_free_placement_captures_and_the_other_side_may_reenter_anywhere() -> None:
    naive = match(3)
    assert after(naive, "a1", "a2")["cells"] == ["G..", "G..", "..."]
    assert naive.legal() == ["a3", "b1", "b2", "b3", "c1", "c2", "c3"]


def test_without_reentry_a_side_that_lost_all_tiles_passes_to_the_end() -> None:
    naive = match(2, reentry=False)
    assert after(naive, "a1", "a2")["cells"] == ["G.", "G."]
    assert naive.legal() == ["pass"]
    position = after(naive, "pass", "b1", "pass", "b2")
    assert (position["status"], position["winner"], position["ply"]) == ("won", 2, 6)
    assert (position["turn"], position["tiles"]) == (1, [0, 4])


def test_without_reentry_the_very_first_placement_is_free() -> None:
    naive = match(2, reentry=False)
    naive.play("a1")
    assert naive.legal() == ["a2", "b1", "b2"]


def test_a_side_walled_in_passes_and_may_not_otherwise() -> None:
    naive = match(cells=["RG.", "GG.", "..."])
    assert naive.legal() == ["pass"]
    with pytest.raises(ValueError):
        naive.play("c3")
    assert after(naive, "pass")["turn"] == 2
    with pytest.raises(ValueError):
        naive.play("pass")


def test_a_truce_of_four_lets_nothing_turn_until_four_tiles_lie() -> None:
    three = after(match(truce=4, cells=["RG.", "..R", "..."], turn=2), "c1")
    assert three["cells"] == ["RGG", "..R", "..."]
    four = after(match(truce=4, cells=["RGG", "..R", "..."]), "b2")
    assert four["cells"] == ["RRG", ".RR", "..."]


def test_a_full_board_ends_the_match_and_equal_is_a_draw() -> None:
    position = after(match(2, cells=["RG", "G."], turn=2), "b2")
    assert (position["status"], position["winner"], position["tiles"]) == ("won", 2, [1, 3])
    # Red's d4 would touch no Green tile: 8 and 8.
    naive = match(4, cells=["RRRR", "GGGG", "GGGR", "GRR."])
    position = after(naive, "d4")
    assert (position["status"], position["winner"], position["turn"]) == ("draw", None, 2)
    assert naive.legal() == []


def test_a_full_board_set_up_is_over() -> None:
    assert match(2, cells=["RR", "GR"]).position()["winner"] == 1


def test_best_play_gives_what_the_rulings_say() -> None:
    assert best(match(2), {}) == -2
    assert best(match(3), {}) == -7
    assert best(match(3, truce=4), {}) == 5
