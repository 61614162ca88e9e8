"""The page of Pushmine, in a real browser."""

import re

import pytest
from playwright.sync_api import expect

from tests.conformance.pages.screen import kinds, picture, preview, seated
from tests.support.browsers.boards import Board, at_random, by_clicks
from tests.support.browsers.canvas import forget, record, wait_for_text
from tests.support.browsers.person import Person
from tests.support.fixtures import NewPerson
from tests.support.servers.client import TWO_PEOPLE, HostedMatch, ServerClient
from tests.support.waiting import wait_until


@pytest.mark.statement("pushmine", "progress.4")
def test_every_line_has_an_arrow_at_each_end_that_pushes_it(person: Person, client: ServerClient) -> None:
    board = seated(person, client.new_match("pushmine", TWO_PEOPLE))
    pushes = [f"{row}{way}" for row in range(1, 6) for way in "><"] + [f"{col}{way}" for col in "abcde" for way in "v^"]
    assert sorted(board.match()["legal"]) == sorted(pushes)
    for push in pushes:
        expect(board.spot(push)).to_have_attribute("aria-label", re.compile("^push .*, legal$"))
    before = picture(board)
    board.page.mouse.move(*board.place("3>"))
    wait_until(lambda: picture(board) != before)  # the line leans to where it would go
    board.make("3>", by_clicks)
    assert board.match()["view"]["cells"][2] == "X...."
    # The push that would undo it is barred, and says why.
    barred = board.match()["view"]["barred"]
    expect(board.spot(barred)).to_have_attribute("aria-label", re.compile("barred: it would undo the push just played"))
    board.page.mouse.click(*board.place(barred))
    expect(board.page.get_by_test_id("announcement")).to_contain_text("would undo the push just played")
    assert board.match()["ply"] == 1


@pytest.mark.statement("pushmine", "ai.7p")
@pytest.mark.statement("pushmine", "progress.5")
def test_a_mine_is_laid_on_an_empty_cell_and_a_push_into_it_is_previewed(
    new_person: NewPerson, client: ServerClient
) -> None:
    laid = foretold = False
    for seed in range(40):
        hosted, push = with_a_mine_in_reach(client, seed, laid)
        if push is None:
            continue
        person = new_person()
        record(person)
        board = seated(person, hosted)
        if push.startswith("*"):
            stock = sum(board.match()["view"]["mines"])
            expect(board.spot(push[1:])).to_have_attribute("aria-label", re.compile("empty, legal for a mine"))
            board.make(push, by_clicks)
            assert sum(board.match()["view"]["mines"]) == stock - 1
            expect(board.spot(push[1:])).to_have_attribute("aria-label", re.compile("mine"))
            laid = True
        else:
            forget(board)
            board.page.mouse.move(*board.place(push))
            wait_for_text(board, "[sS]ets off the mine")
            foretold = True
        if laid and foretold:
            return
    raise AssertionError("no mine was laid, or none was in reach of a push")


def with_a_mine_in_reach(client: ServerClient, seed: int, laid: bool) -> tuple[HostedMatch, str | None]:
    """A match in which a mine can be laid, or, once that has been seen, a push sets one off."""
    hosted = client.new_match("pushmine", TWO_PEOPLE)
    choose = at_random(seed)
    while (match := hosted.match())["result"] is None and match["ply"] < 60:
        mines = [move for move in match["legal"] if move.startswith("*")]
        if mines and not laid:
            return hosted, mines[0]
        if "*" in "".join(match["view"]["cells"]).lower():
            for move in match["legal"]:
                if not move.startswith("*") and "mine_detonated" in kinds(preview(hosted, move)):
                    return hosted, move
        hosted.play(choose(match))
    return hosted, None


@pytest.mark.statement("pushmine", "progress.3")
def test_the_starting_side_and_the_ai_players_level_can_be_chosen(person: Person) -> None:
    person.go("/")
    person.page.get_by_test_id("game-pushmine").get_by_role("button", name="Set up").click()
    sheet = person.page.get_by_role("dialog")
    sheet.get_by_role("group", name="Who starts").get_by_text("The AI").click()
    sheet.get_by_label("Level").select_option("hard")
    sheet.get_by_role("button", name="Play", exact=True).click()
    board = Board(person)
    board.wait_for_turn()
    match = board.match()
    assert [(seat["kind"], seat["level"]) for seat in match["seats"]] == [("level", "hard"), ("person", None)]
    assert match["history"][0]["seat"] == 1


@pytest.mark.statement("pushmine", "progress.6")
def test_a_win_and_a_draw_are_shown(new_person: NewPerson, client: ServerClient) -> None:
    hosted = client.new_match("pushmine", TWO_PEOPLE, variant={"line": 3})
    board = seated(new_person(), hosted)
    match = board.play_on([by_clicks])
    expect(board.result).to_contain_text({"1": "X wins", "2": "O wins", "draw": "Draw"}[match["result"]])
    hosted = client.new_match("pushmine", TWO_PEOPLE)
    board = seated(new_person(), hosted)
    board.page.get_by_test_id("control-draw").click()
    board.page.get_by_role("dialog").get_by_role("button", name="Draw").click()
    expect(board.result).to_contain_text("Draw")
