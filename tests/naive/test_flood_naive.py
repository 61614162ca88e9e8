"""Flood-It's rulings, worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.naive.flood import Naive

SEED = 1234567
# SplitMix64's first outputs for this seed, as published: 6457827717110365317, 3203168211198807973,
# 9817491932198370423, 4593380528125082431. Of 2^64 these are .350, .174, .532 and .249.
CELLS_OF_4_COLOURS = ["gr", "br"]
CELLS_OF_8_COLOURS = ["bg", "pg"]


def match(fields: dict[str, Any], **options: Any) -> Naive:
    variant = {
        "size": 3,
        "colours": 4,
        "limit_rule": "fixed",
        "limit": 25,
        "slack": 0,
        "absorb_at_start": True,
    }
    naive = Naive({**variant, **options}, SEED)
    naive.setup(fields)
    return naive


def after(naive: Naive, *texts: str) -> dict[str, Any]:
    for text in texts:
        naive.play(text)
    return naive.position()


def test_a_fresh_match_is_drawn_from_the_seed() -> None:
    assert match({}, size=2).position() == {
        "cells": CELLS_OF_4_COLOURS,
        "turn": 1,
        "ply": 0,
        "status": "playing",
        "winner": None,
        "controlled": ["10", "00"],
        "moves": 0,
        "limit": 25,
    }
    assert match({}, size=2, colours=8).position()["cells"] == CELLS_OF_8_COLOURS


def test_any_colour_but_the_territorys_may_be_named() -> None:
    assert match({}, size=2).legal() == ["blue", "red", "yellow"]
    assert match({}, size=2, colours=8).legal() == sorted(
        ["red", "green", "yellow", "purple", "orange", "cyan", "pink"]
    )
    with pytest.raises(ValueError):
        match({}, size=2).play("green")


def test_the_territory_starts_as_a_region_or_as_a_cell() -> None:
    cells = ["rrg", "grr", "rgr"]
    assert match({"cells": cells}).position()["controlled"] == ["110", "011", "001"]
    assert match({"cells": cells}, absorb_at_start=False).position()["controlled"] == ["100", "000", "000"]


def test_a_move_absorbs_without_end_but_not_diagonally() -> None:
    naive = match({"cells": ["rgb", "bgb", "bgr"]})
    position = after(naive, "green")
    assert position["cells"] == ["ggb", "bgb", "bgr"]
    assert position["controlled"] == ["110", "010", "010"]
    position = after(naive, "blue")
    assert position["controlled"] == ["111", "111", "110"]
    assert (position["status"], position["moves"], position["ply"], position["turn"]) == ("playing", 2, 2, 1)
    position = after(naive, "red")
    assert position["cells"] == ["rrr", "rrr", "rrr"]
    assert (position["status"], position["winner"], position["moves"]) == ("won", 1, 3)
    assert naive.legal() == []


def test_without_absorbing_a_like_neighbour_waits_for_a_move_in_its_colour() -> None:
    naive = match({"cells": ["rrg", "ggg", "ggg"]}, absorb_at_start=False)
    assert after(naive, "green")["controlled"] == ["101", "111", "111"]
    assert after(naive, "red")["status"] == "won"


def test_the_last_allowed_move_may_still_win() -> None:
    assert after(match({"cells": ["rgg", "ggg", "ggg"]}, limit=1), "green")["status"] == "won"
    naive = match({"cells": ["rgg", "ggg", "ggb"]}, limit=1)
    position = after(naive, "green")
    assert (position["status"], position["winner"], naive.legal()) == ("lost", None, [])


def test_without_a_limit_nothing_is_lost() -> None:
    naive = match({"cells": ["rgg", "ggg", "ggb"]}, limit_rule="none", limit=None)
    for _ in range(50):
        naive.play("yellow")
        naive.play("red")
    assert (naive.position()["status"], naive.position()["limit"]) == ("playing", None)


def test_a_board_of_one_colour_starts_won() -> None:
    for absorb_at_start in (True, False):
        naive = match({"cells": ["bbb", "bbb", "bbb"]}, absorb_at_start=absorb_at_start)
        assert (naive.position()["status"], naive.position()["winner"]) == ("won", 1)
        assert (naive.legal(), naive.position()["moves"]) == ([], 0)
