"""What a browser keeps about its owner: shown on a page, and taken along as a file."""

import json
from pathlib import Path

from playwright.sync_api import expect

from quincunx.engine.match import Match
from tests.support.browsers.boards import Board, by_palette
from tests.support.browsers.person import Person
from tests.support.browsers.scenes import ended
from tests.support.fixtures import NewPerson
from tests.support.servers.client import PERSON, Json, ServerClient, ai

EMPTY = "Nothing here yet"

SHUT_IN: Json = {"cells": ["R.RGGG", "GRGGGG", "GGGGGG", "......", "......", "......"], "turn": 1}
"""With b1, its only move, Red closes itself in, and Green fills 18 cells."""


def test_a_finished_match_is_counted_and_taken_along_to_another_browser(
    new_person: NewPerson, client: ServerClient, tmp_path: Path
) -> None:
    person = new_person()
    person.go("/you")
    expect(person.page.get_by_test_id("no-results")).to_contain_text(EMPTY)
    ended("duel")(person, client)
    person.go("/you")
    progress = person.page.get_by_test_id("progress-duel")
    expect(progress.get_by_role("row").nth(1)).to_contain_text("Level")
    with person.page.expect_download() as saving:
        person.page.get_by_role("button", name="Export").click()
    file = tmp_path / "you.json"
    saving.value.save_as(file)

    other = new_person()
    other.go("/you")
    said = other.page.get_by_test_id("transfer")
    other.page.get_by_test_id("import").set_input_files(file)
    expect(said).to_have_text("1 result added.")
    expect(other.page.get_by_test_id("progress-duel")).to_have_text(progress.inner_text(), use_inner_text=True)
    other.page.get_by_test_id("import").set_input_files(file)
    expect(said).to_have_text("Everything in it was here already.")


def lose(match: Json) -> str:
    """Two colours by turns never take a board of four."""
    return str(match["legal"][0])


def test_a_lost_match_stays_lost_when_a_second_try_is_won(person: Person, client: ServerClient) -> None:
    few = {"size": 5, "colours": 4, "limit_rule": "fixed", "limit": 9}
    person.open_match(client.new_match("flood", [PERSON], variant=few, seed=7))
    board = Board(person)
    match = board.play_on([by_palette], lose)
    assert match["result"] == "lost"
    person.page.get_by_role("button", name="Second try").click()
    board.wait_for_turn(after=match["ply"])
    while board.match()["result"] is None:
        person.page.get_by_test_id("control-hint").click()
        move = person.page.get_by_test_id("hint").get_attribute("data-move")
        assert move is not None
        board.make(move, by_palette)
    assert board.match()["result"] == "1"
    expect(board.result).to_contain_text("With help, so it is not counted")
    person.go("/you")
    expect(person.page.get_by_test_id("progress-flood")).to_contain_text("0 won, 0 drawn, 1 lost")
    expect(person.page.get_by_test_id("you")).to_contain_text("0 in a row now, 0 at best", use_inner_text=True)


def test_after_a_win_with_help_no_stronger_level_is_offered(person: Person, client: ServerClient) -> None:
    """A match from a position that somebody wrote counts as helped: Green fills the rest and wins."""
    start = Match("duel", setup=SHUT_IN).exact_id()
    person.open_match(client.new_match("duel", [ai("easy"), PERSON], record=start))
    board = Board(person)
    person.page.get_by_role("button", name="Fill the rest").click()
    expect(board.result).to_contain_text("You win")
    expect(board.page.get_by_test_id("again")).to_be_visible()
    expect(board.page.get_by_test_id("other-level")).to_have_count(0)


def test_a_foreign_file_is_refused_and_nothing_is_lost(person: Person, client: ServerClient, tmp_path: Path) -> None:
    ended("duel")(person, client)
    person.go("/you")
    before = person.page.evaluate("localStorage['quincunx.journal']")
    file = tmp_path / "foreign.json"
    file.write_text(json.dumps({"format": "something else"}))
    person.page.get_by_test_id("import").set_input_files(file)
    expect(person.page.get_by_test_id("transfer")).to_contain_text("This is no export of Quincunx.")
    assert person.page.evaluate("localStorage['quincunx.journal']") == before


def test_where_nothing_can_be_kept_the_page_says_so(new_person: NewPerson) -> None:
    person = new_person(fresh=True)
    person.page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('QuotaExceededError'); };")
    person.go("/you")
    expect(person.page.get_by_role("alert")).to_contain_text("lets pages keep nothing")
