"""Pushmine's swap, and a turn of a mine and a push, on the page."""

import re

from playwright.sync_api import expect

from tests.support.browsers.boards import Board, by_clicks
from tests.support.browsers.person import Person
from tests.support.servers.client import TWO_PEOPLE, ServerClient


def test_sides_are_swapped_by_a_button_that_is_there_once(person: Person, client: ServerClient) -> None:
    hosted = client.new_match("pushmine", TWO_PEOPLE, preset="rush")
    person.open_match(hosted)
    board = Board(person)
    board.wait_for_turn()
    swap = person.page.get_by_role("button", name="Swap sides")
    expect(swap).to_have_count(0)
    board.make("1>", by_clicks)
    expect(board.spot("a1")).to_have_accessible_name(re.compile("X stone"))
    swap.click()
    board.wait_for_ply(2)
    expect(board.spot("a1")).to_have_accessible_name(re.compile("O stone"))
    expect(swap).to_have_count(0)
    board.make("a^", by_clicks)
    expect(person.page.get_by_text("1 of 15 earned")).to_be_visible()


def test_a_mine_and_a_push_are_one_turn(person: Person, client: ServerClient) -> None:
    hosted = client.new_match("pushmine", TWO_PEOPLE, preset="sapper")
    hosted.play("1>", "swap", "a^", "3>")
    person.open_match(hosted)
    board = Board(person)
    board.wait_for_turn()
    board.make("*c3", by_clicks)
    expect(person.page.get_by_test_id("detail")).to_have_text("The mine is laid. Now push a row or a column.")
    board.make("2>", by_clicks)
    board.wait_for_ply(6)
    assert [entry["seat"] for entry in hosted.match()["history"]] == [1, 2, 1, 2, 1, 1]
    person.page.get_by_role("button", name="Undo").click()
    board.wait_for_ply(4)
    expect(board.spot("c3")).to_have_accessible_name("c3, empty, legal for a mine")
