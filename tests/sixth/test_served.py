"""The game of docs/add-a-game.md on a server that finds it by its entry point, and in a browser with a plain board."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.sixth import page
from tests.support.browsers.boards import Board, by_clicks
from tests.support.fixtures import NewPerson
from tests.support.servers.client import PERSON, TWO_PEOPLE, Json, ServerClient, ai, refusal
from tests.support.servers.server import running_server, sqlite_url


@pytest.fixture(scope="module")
def served(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerClient]:
    """A client of a server whose interpreter has the package installed."""
    folder = tmp_path_factory.mktemp("served")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", page.search_path(installed))
        with running_server(sqlite_url(folder), folder) as server, ServerClient(server.address) as client:
            yield client


def test_the_catalogue_lists_it_with_its_levels(served: ServerClient) -> None:
    (listed,) = [game for game in served.get("/api/games").json() if game["game"] == "tictactoe"]
    assert [level["level"] for level in listed["levels"]] == ["calm", "insane"]
    assert (listed["default_level"], listed["hint_level"]) == ("calm", "insane")
    assert listed["looks"]["X"]["symbol"] == "✕"
    assert listed["rules"].startswith("Mark a free cell")


def test_its_event_is_part_of_the_api(served: ServerClient) -> None:
    schemas = served.get("/api/openapi.json").json()["components"]["schemas"]
    assert schemas["LineMade"]["properties"]["kind"]["const"] == "line_made"


def test_a_match_is_played_to_its_end(served: ServerClient) -> None:
    hosted = served.new_match("tictactoe", TWO_PEOPLE, preset="closed")
    assert refusal(hosted.try_move("b2", 0)) == (422, "centre_closed")
    match = hosted.play("a1", "a2", "b1", "b2", "c1")
    assert (match["status"], match["winner"]) == ("won", 1)
    assert [event["kind"] for event in match["history"][-1]["events"]] == ["placed", "line_made", "ended"]


def test_its_levels_play_and_give_hints(served: ServerClient) -> None:
    hosted = served.new_match("tictactoe", [PERSON, ai("insane")])
    hosted.play("a1")
    assert hosted.wait_for_ai()["history"][1]["move"] == "b2", "every other answer to a corner loses"
    answer = hosted.try_act("hint")
    assert answer.status_code == 200
    assert answer.json()["move"] in hosted.match()["legal"]


def test_its_tutorial_is_served(served: ServerClient) -> None:
    (lesson,) = served.get("/api/games/tictactoe/lessons").json()
    assert lesson["goals"] == ["c1"]


# In a browser.


def test_the_menu_starts_a_match_on_a_plain_board(served: ServerClient, new_person: NewPerson) -> None:
    person = new_person(served)
    person.go("/")
    card = person.page.get_by_test_id("game-tictactoe")
    expect(card).to_contain_text("Tic-tac-toe")
    card.get_by_role("button", name="Play").click()
    board = Board(person)
    board.wait_for_turn()
    expect(board.root).to_have_attribute("data-game", "tictactoe")
    match = board.match()
    assert (match["game"], match["seats"][1]["level"]) == ("tictactoe", "calm")
    assert board.play_on((by_clicks,), choose=first_legal)["status"] in ("won", "draw")
    expect(board.result).to_be_visible()


def test_a_match_is_set_up_with_its_own_level_and_preset(served: ServerClient, new_person: NewPerson) -> None:
    person = new_person(served)
    person.go("/")
    person.page.get_by_test_id("game-tictactoe").get_by_role("button", name="Set up").click()
    sheet = person.page.get_by_role("dialog")
    sheet.get_by_label("Level").select_option("insane")
    sheet.get_by_role("group", name="Rules").get_by_text("closed").click()
    sheet.get_by_role("button", name="Play").click()
    board = Board(person)
    board.wait_for_turn()
    match = board.match()
    assert (match["preset"], match["seats"][1]["level"]) == ("closed", "insane")
    expect(board.spot("b2")).to_be_disabled()
    assert board.play_on((by_clicks,), choose=first_legal)["winner"] != 1, "this level never loses"


def test_a_plain_board_is_played_by_keys_and_shows_the_line(served: ServerClient, new_person: NewPerson) -> None:
    hosted = served.new_match("tictactoe", TWO_PEOPLE)
    hosted.play("a1", "a2", "b1", "b2")
    person = new_person(served)
    person.open_match(hosted)
    board = Board(person)
    board.wait_for_turn()
    board.spot("c1").focus()
    person.page.keyboard.press("Enter")
    expect(board.status.get_by_role("heading")).to_have_text("X wins")
    expect(person.page.get_by_test_id("move-4")).to_contain_text("c1")


def test_its_tutorial_is_played(served: ServerClient, new_person: NewPerson) -> None:
    person = new_person(served)
    person.go("/learn/tictactoe")
    expect(person.page.get_by_role("heading", level=1)).to_have_text("Three in a row")
    by_clicks(Board(person), "c1")
    expect(person.page.get_by_test_id("lesson")).to_have_attribute("data-standing", "done")


def first_legal(match: Json) -> str:
    return str(match["legal"][0])
