"""What a match, a game, a record and a position look like when they are printed."""

import pytest

from quincunx.catalogue import all_games, game
from quincunx.engine.game import AnyGame
from quincunx.engine.match import Match
from quincunx.engine.registry import fields_text
from quincunx.engine.rules import observe
from tests.suite.games import every_game, random_match


def test_a_position_prints_as_a_board() -> None:
    match = Match("duel", {"size": 3})
    match.play("b2")
    assert str(match.position) == "    a b c\n  1 . . .\n  2 . R .\n  3 . . .\nply 1, Green to move"
    assert str(match) == str(match.position) == repr(match.position)


def test_what_is_no_position_shows_its_fields() -> None:
    position = Match("duel", {"size": 3}).position
    broken = position._replace(turn=77)
    assert repr(broken).startswith("Duel(")
    assert "turn=77" in repr(broken)
    assert fields_text(position) != repr(position)


@every_game
def test_every_position_prints_its_cells(game: AnyGame) -> None:
    match = random_match(game, plies=4)
    for position in (match.first, match.position, observe(match.position, match.position.turn)):
        letters, *rows, standing = str(position).splitlines()
        assert letters.split() == [chr(ord("a") + column) for column in range(len(rows[0].split()) - 1)]
        assert ["".join(row.split()[1:]) for row in rows] == game.describe(position)["cells"]
        assert standing.startswith(f"ply {position.ply}, ")


@pytest.mark.parametrize(
    ("cells", "variant", "standing"),
    [(["RR", "RG"], {"size": 2}, "Red wins"), (["RG", "GR"], {"size": 2}, "draw")],
)
def test_the_end_is_printed(cells: list[str], variant: dict[str, int], standing: str) -> None:
    assert str(Match("duel", variant, setup={"cells": cells})).endswith(standing)


def test_one_player_has_won_or_lost() -> None:
    won = Match("flood", {"size": 2}, setup={"cells": ["rr", "rr"]})
    assert str(won).endswith("ply 0, won")


def test_a_match_says_what_it_is() -> None:
    match = Match("pushmine", setup={"cells": ["XXX..", ".....", ".....", ".....", "....."]}, seed=7)
    assert repr(match) == "<Match of pushmine (standard), seed 7, ply 0, X to move>"
    match.play("1>")
    assert repr(match) == "<Match of pushmine (standard), seed 7, ply 1, X wins (line)>"
    assert repr(Match("duel", {"size": 4}, seed=1)) == "<Match of duel (own variant), seed 1, ply 0, Red to move>"
    resigned = Match("duel", seed=1)
    resigned.resign(1)
    assert repr(resigned) == "<Match of duel (standard), seed 1, ply 0, Green wins (resignation)>"


def test_a_game_says_its_name_and_version() -> None:
    assert repr(game("flood")) == "<Game flood: Flood-It, version 1>"
    assert len({repr(listed) for listed in all_games()}) == len(all_games())


def test_a_record_says_what_it_records() -> None:
    match = Match("duel", seed=5)
    match.play("a1")
    assert repr(match.record()) == "<Record of duel (standard), seed 5, 1 moves, not over>"
    match.resign(2)
    assert str(match.record()) == "<Record of duel (standard), seed 5, 1 moves, result 1 by resignation>"
