"""The catalogue: what a page needs to know of a game before it has seen a match of it."""

import json
import re

import pytest

from quincunx.catalogue import all_games
from quincunx.engine.game import AnyGame
from quincunx.server.http.api.catalogue import rules_text
from tests.support.servers.client import ServerClient


def test_every_character_of_a_board_has_a_symbol_and_a_colour(client: ServerClient) -> None:
    for listed in client.games():
        looks = listed["looks"]
        assert all(re.fullmatch("#[0-9a-f]{6}", look["colour"]) for look in looks.values())
        assert len({look["symbol"] for look in looks.values()}) == len(looks)
        hosted = client.new_match(listed["game"])
        characters = set("".join(hosted.match()["view"]["cells"])) - {"."}
        assert characters <= set(looks)


def test_the_levels_that_a_page_offers_first(client: ServerClient) -> None:
    for listed in client.games():
        levels = [level["level"] for level in listed["levels"]]
        assert listed["default_level"] == "medium"
        assert {listed["default_level"], listed["hint_level"]} <= set(levels)


def test_a_page_knows_where_ai_players_agree_to_a_draw(client: ServerClient) -> None:
    """Only Pushmine's do, when a position has come up three times."""
    assert {listed["game"] for listed in client.games() if listed["ai_may_accept_draw"]} == {"pushmine"}


def test_each_game_recommends_a_preset_and_has_words_for_all(client: ServerClient) -> None:
    for listed in client.games():
        assert listed["recommended"] == {"duel": "guarded", "cascade": "moon"}.get(listed["game"], "standard")
        assert listed["preset_words"].keys() == listed["presets"].keys()
        for words in listed["preset_words"].values():
            assert words["label"]
            assert words["description"].endswith(".")
    said = [words["description"] for listed in client.games() for words in listed["preset_words"].values()]
    assert len(set(said)) == len(said), "each says something of its own game"
    labels = {name: words["label"] for name, words in client.game("duel")["preset_words"].items()}
    assert labels == {
        "standard": "Original",
        "literal": "Word for word",
        "truce": "Truce",
        "guarded": "Guarded",
    }


def test_a_match_that_names_no_preset_is_the_standard_one(client: ServerClient) -> None:
    assert client.new_match("duel").match()["preset"] == "standard"


def test_each_game_lists_its_own_error_codes(client: ServerClient) -> None:
    codes = {game.slug: [code.value for code in game.errors] for game in all_games()}
    for listed in client.games():
        assert listed["errors"] == codes[listed["game"]]
    assert "same_colour" in client.game("flood")["errors"]


@pytest.mark.parametrize("listed", all_games(), ids=lambda listed: listed.slug)
def test_what_the_rules_say_under_an_option_names_an_option_and_a_value_that_it_may_have(listed: AnyGame) -> None:
    for conditions, words in re.findall(r"^<!-- if ([^:]*):(.*?)-->$", rules_text(listed), re.M | re.S):
        for condition in re.split(" and | or ", conditions):
            name, value = re.split("!?=", condition)
            given = json.loads(value) if re.fullmatch(r"\d+|true|false", value) else value
            assert getattr(listed.variant({name: given}), name) == given
        assert set(re.findall(r"{(\w+)}", words)) <= listed.variant_class.model_fields.keys()
