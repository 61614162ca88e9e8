"""Rules and lessons name pieces by placeholders, and whoever reads them sees names."""

import re

from quincunx.catalogue import game as find_game
from quincunx.engine.game import AnyGame
from quincunx.server.http.api.catalogue import game_view
from quincunx.server.http.lessons import lessons_of
from quincunx.texts_for_people import PIECE, unknown_pieces, usual_rules, with_piece_names
from tests.suite.games import every_game


def texts_of(game: AnyGame) -> list[str]:
    """The rules, and the texts of all lessons."""
    shown = [text for lesson in lessons_of(game) for text in (lesson.text, lesson.done, lesson.otherwise)]
    return [game_view(game)["rules"], *shown]


@every_game
def test_every_placeholder_in_rules_and_lessons_is_the_name_of_a_look_and_none_is_left(game: AnyGame) -> None:
    for text in texts_of(game):
        assert not unknown_pieces(game, text)
        assert not set("{}") & set(with_piece_names(usual_rules(text))), "everything is filled in"


@every_game
def test_rules_and_lessons_name_nothing_that_a_palette_renames_but_by_a_placeholder(game: AnyGame) -> None:
    """The names of looks, and the sides of games that are called by a colour."""
    names = {look.name for look in game.looks.values() if look.name}
    names |= {name for name in game.seat_names if game.slug in ("cascade", "duel")}
    for text in (*texts_of(game), *(lesson.title for lesson in lessons_of(game))):
        words = set(re.findall(r"\w+", PIECE.sub("", text).lower()))
        assert not words & {name.lower() for name in names}


def test_a_placeholder_that_is_no_look_is_found() -> None:
    flood = find_game("flood")
    assert unknown_pieces(flood, "{Green}, {yellow} and {blue}") == []
    assert unknown_pieces(flood, "{green}, {Grene}, {teal} and {GREEN}") == ["GREEN", "Grene", "teal"]


def test_a_placeholder_becomes_the_name_as_it_is_written() -> None:
    assert with_piece_names("**{Yellow}** looks near, {blue} is.") == "**Yellow** looks near, blue is."
    assert with_piece_names('`{"size": 3}`') == '`{"size": 3}`'


def test_what_stands_in_the_rules_under_an_option_is_left_out_of_the_usual_rules() -> None:
    assert usual_rules("One.\n<!-- if size!=6: Two\nlines. -->\n\nThree.\n") == "One.\n\nThree.\n"
