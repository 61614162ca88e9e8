"""The page of Infinity Grid Duel, in a real browser."""

import re

import pytest
from playwright.sync_api import expect

from tests.conformance.pages.screen import seated, shades
from tests.support.browsers.boards import Board, at_random, by_clicks
from tests.support.browsers.person import Person
from tests.support.fixtures import NewPerson
from tests.support.servers.client import TWO_PEOPLE, ServerClient


@pytest.mark.statement("duel", "1.0")
def test_1_0_a_new_game_starts_in_either_mode(new_person: NewPerson) -> None:
    for choice, mode in [("Two people here", "pvp"), ("You against the AI", "pvai")]:
        person = new_person()
        person.go("/")
        person.page.get_by_test_id("game-duel").get_by_role("button", name="Set up").click()
        sheet = person.page.get_by_role("dialog")
        sheet.get_by_text(choice).click()
        sheet.get_by_text("Original", exact=True).click()
        sheet.get_by_role("button", name="Play", exact=True).click()
        board = Board(person)
        board.wait_for_turn()
        match = board.match()
        assert (match["mode"], match["preset"]) == (mode, "standard")


@pytest.mark.statement("duel", "4.3")
@pytest.mark.statement("duel", "10.2")
def test_10_2_the_page_says_whose_turn_it_is(person: Person, client: ServerClient) -> None:
    board = seated(person, client.new_match("duel", TWO_PEOPLE))
    seats = board.page.get_by_test_id("seats").get_by_role("listitem")
    for ply, name in enumerate(("Red", "Green", "Red")):
        expect(board.status).to_contain_text(f"{name} to move")
        expect(seats.nth(ply % 2)).to_contain_text("to move")
        expect(seats.nth(1 - ply % 2)).not_to_contain_text("to move")
        board.make(at_random(ply)(board.match()), by_clicks)


@pytest.mark.statement("duel", "4.2p")
@pytest.mark.statement("duel", "6.4p")
@pytest.mark.statement("duel", "9.1p")
def test_6_4_the_ai_answers_a_closed_page_goes_on_and_a_restart_empties_it(
    person: Person, client: ServerClient
) -> None:
    board = seated(person, client.new_match("duel", variant={"size": 4}))
    by_clicks(board, "b2")
    board.wait_for_ply(2)
    board.page.goto("about:blank")
    board.page.go_back()
    board.wait_for_ply(2)
    board.page.get_by_test_id("control-restart").click()
    board.page.get_by_role("dialog").get_by_role("button", name="Start over").click()
    board.wait_for_ply(0)
    assert set("".join(board.match()["view"]["cells"])) == {"."}


@pytest.mark.statement("duel", "10.0")
@pytest.mark.statement("duel", "10.1")
def test_10_1_empty_red_and_green_cells_look_different(person: Person, client: ServerClient) -> None:
    board = seated(person, client.new_match("duel", TWO_PEOPLE))
    expect(board.page.get_by_role("gridcell")).to_have_count(36)
    for move in ("b2", "e5"):
        board.make(move, by_clicks)
    board.page.mouse.move(5, 5)
    red, green = "#f0644f", "#4fbf87"
    looks = {spot: (shades(board, spot, red), shades(board, spot, green)) for spot in ("b2", "e5", "f1")}
    assert looks == {"b2": (True, False), "e5": (False, True), "f1": (False, False)}
    for spot, name in (("b2", "red tile"), ("e5", "green tile"), ("f1", "empty")):
        expect(board.spot(spot)).to_have_attribute("aria-label", re.compile(name))


@pytest.mark.statement("duel", "8.0")
@pytest.mark.statement("duel", "10.3")
def test_10_3_all_moves_are_listed_with_colour_row_and_column(person: Person, client: ServerClient) -> None:
    hosted = client.new_match("duel", TWO_PEOPLE)
    board = seated(person, hosted)
    for move in ("c4", "c5", "b4"):
        board.make(move, by_clicks)
    listed = board.page.get_by_role("region", name="Moves").get_by_role("listitem")
    expect(listed).to_have_count(3)
    assert [text.split()[1] for text in reversed(listed.all_inner_texts())] == ["c4", "c5", "b4"]
    board.page.get_by_test_id("control-history").click()
    rows = board.page.get_by_role("region", name="All moves").get_by_role("row")
    expect(rows).to_have_count(4)
    rows_shown = [row.get_by_role("cell").all_inner_texts() for row in rows.all()[1:]]
    assert [[text.strip() for text in row[:5]] for row in rows_shown] == [
        ["1", "Red", "c4", "4", "c"],
        ["2", "Green", "c5", "5", "c"],
        ["3", "Red", "b4", "4", "b"],
    ]


@pytest.mark.statement("duel", "10.4")
def test_10_4_the_winner_or_a_draw_is_shown(new_person: NewPerson, client: ServerClient) -> None:
    seen = set()
    for seed in range(8):
        hosted = client.new_match("duel", TWO_PEOPLE, variant={"size": 3 if seed % 2 else 2})
        choose = at_random(seed)
        while (match := hosted.match())["result"] is None:
            hosted.play(choose(match))
        result = hosted.match()["result"]
        if result in seen:
            continue
        seen.add(result)
        person = new_person()
        person.open_match(hosted)
        expect(Board(person).result).to_contain_text({"1": "Red wins", "2": "Green wins", "draw": "Draw"}[result])
    assert len(seen) >= 2, "several ends were seen"


@pytest.mark.statement("duel", "10.5")
def test_10_5_menu_board_and_history_lead_to_each_other(person: Person, client: ServerClient) -> None:
    hosted = client.new_match("duel", TWO_PEOPLE)
    board = seated(person, hosted)
    board.make("c3", by_clicks)
    page = person.page
    page.get_by_test_id("control-history").click()
    page.wait_for_url("**/history*")
    page.get_by_role("link", name="Back to the board").click()
    board.wait_for_turn()
    for leave in ("board", "history"):
        if leave == "history":
            person.go(f"/match/{hosted.id}/history")
        page.get_by_role("navigation", name="This match").get_by_role("link", name="Games").click()
        page.wait_for_url(f"{client.address}/")
        page.get_by_role("region", name="Unfinished matches").get_by_role("link").click()
        board.wait_for_turn()
