"""Each game from the first move to the last, and on to the next match: by clicks, and by keys alone."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.browsers.boards import (
    GAMES,
    Board,
    at_random,
    by_clicks,
    by_drag,
    by_keys,
    by_palette,
    by_signs,
    small_match,
)
from tests.support.browsers.person import Person
from tests.support.servers.client import Json, ServerClient

TITLES = {"1": r"^(You win|Flooded!)$", "2": "^AI wins$", "draw": "^Draw$", "lost": "^Out of moves$"}


def check_end(board: Board, match: Json) -> None:
    """The winner is shown clearly, and announced to screen readers; the next action stands beside it."""
    title = re.compile(TITLES[match["result"]])
    expect(board.status.get_by_role("heading")).to_have_text(title)
    expect(board.result).to_be_visible()
    expect(board.page.get_by_test_id("announcement")).to_have_text(re.compile(TITLES[match["result"]].strip("^$")))
    expect(board.page.get_by_test_id("again")).to_be_enabled()
    assert board.play.get_attribute("data-ply") == str(match["ply"])


@pytest.mark.parametrize("game", GAMES)
def test_a_match_by_clicks_to_the_end_and_the_next_one(person: Person, client: ServerClient, game: str) -> None:
    hosted = small_match(client, game)
    person.open_match(hosted)
    board = Board(person)
    ways = (by_clicks, by_palette) if game == "flood" else (by_clicks, by_drag)
    check_end(board, board.play_on(ways))
    assert len(hosted.record()["record"]["moves"]) == hosted.match()["ply"]

    board.page.get_by_test_id("again").click()
    board.page.wait_for_url(lambda url: hosted.id not in url)
    board.wait_for_turn()
    before = board.match()
    assert before["variant"] == hosted.match()["variant"]
    board.make(at_random(2)(before), by_clicks)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_by_keys_alone_to_the_end_and_the_next_one(person: Person, client: ServerClient, game: str) -> None:
    hosted = small_match(client, game)
    person.open_match(hosted)
    board = Board(person)
    check_end(board, board.play_on((by_keys, by_signs), at_random(3)))

    person.page.keyboard.press("r")
    board.page.wait_for_url(lambda url: hosted.id not in url)
    board.wait_for_turn()
    board.make(at_random(2)(board.match()), by_keys)
