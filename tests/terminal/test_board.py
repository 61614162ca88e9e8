"""Boards as text."""

import pytest

import quincunx
from quincunx.terminal.board import board, caption
from quincunx.text.descriptions import variant_text


def test_a_board_has_coordinates_and_a_symbol_for_each_cell() -> None:
    match = quincunx.Match("pushmine", setup={"cells": ["X.O..", ".....", "..*..", ".....", "....."]})
    lines = board(match.game, match.describe()).plain.splitlines()
    assert lines[0].split() == ["a", "b", "c", "d", "e"]
    assert lines[1].split() == ["1", "✕", "·", "○", "·", "·"]
    assert lines[3].split() == ["3", "·", "·", "✱", "·", "·"]


def test_mosaic_shows_the_coming_drops_above_each_column_the_next_one_lowest() -> None:
    match = quincunx.Match("mosaic")
    view = match.describe()
    lines = board(match.game, view).plain.splitlines()
    drops = [[match.game.looks[column[depth]].symbol for column in view["queue"]] for depth in (2, 1, 0)]
    assert [line.split() for line in lines[:3]] == drops
    assert lines[3].split() == ["a", "b", "c", "d", "e", "f"]


def test_a_board_too_wide_for_letters_has_none() -> None:
    match = quincunx.Match("flood", {"size": 40, "limit_rule": "none"})
    assert board(match.game, match.describe()).plain.splitlines()[0].strip() == ""


@pytest.mark.parametrize("slug", [game.slug for game in quincunx.all_games()])
def test_no_two_characters_of_a_game_share_a_symbol_or_a_style(slug: str) -> None:
    looks = quincunx.game(slug).looks.values()
    assert len({look.symbol for look in looks}) == len({look.style for look in looks}) == len(looks)


@pytest.mark.parametrize("slug", [game.slug for game in quincunx.all_games()])
def test_every_character_of_a_fresh_board_has_a_look(slug: str) -> None:
    match = quincunx.Match(slug)
    assert set("".join(match.describe()["cells"])) <= set(match.game.looks) | {"."}


def test_tiles_that_cannot_be_turned_have_a_sign() -> None:
    match = quincunx.Match("duel", "guarded")
    match.play("c3")
    shown = board(match.game, match.describe()).plain.splitlines()
    assert shown[3] == "  3 · · ■'· · · "
    assert caption(match.game, match.describe()).endswith("protected c3")
    match.play("c4")
    match.play("d3")
    assert board(match.game, match.describe()).plain.splitlines()[3:5] == ["  3 · · ■'■ · · ", "  4 · · ●'· · · "]
    assert caption(match.game, match.describe()).endswith("protected ■ Red c3  ● Green c4")


def test_the_caption_shows_the_fields_that_are_not_empty() -> None:
    match = quincunx.Match("pushmine")
    assert caption(match.game, match.describe()) == "mines X 0  O 0   seen 1"
    match.play("3>")
    assert "barred 3<" in caption(match.game, match.describe())


def test_a_variant_is_shown_by_its_name_or_by_what_differs() -> None:
    game = quincunx.game("pushmine")
    assert variant_text(game, game.variant("blitz")) == "blitz"
    assert variant_text(game, game.variant({"size": 6, "line": 5})) == "size 6, line 5"
