"""The boards of the day: one counted try each, a line to share, and comparing with the person who sent it."""

import re

from playwright.sync_api import Route, expect

from tests.support.browsers.boards import Board
from tests.support.browsers.person import Person
from tests.support.fixtures import NewPerson
from tests.support.servers.client import PERSON, ServerClient, ai

LOST = r"lost against level 1 of \d+, easy"


def begun(person: Person) -> Board:
    """Today's board of Duel against easy, after one's first move."""
    person.go("/")
    person.page.get_by_test_id("daily-duel").click()
    sheet = person.page.get_by_role("dialog", name="Infinity Grid Duel")
    expect(sheet).to_contain_text("The opening is given")
    sheet.get_by_label("Your opponent").select_option("easy")
    sheet.get_by_role("button", name="Begin your try").click()
    board = Board(person)
    board.wait_for_turn()
    return board


def resign(board: Board) -> None:
    board.page.get_by_test_id("control-resign").click()
    board.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(board.status).to_contain_text("AI wins")


def test_a_try_counts_is_shared_and_compared(new_person: NewPerson, client: ServerClient) -> None:
    person = new_person(fresh=True)
    resign(begun(person))
    person.page.get_by_test_id("to-the-day").click()
    line = person.page.get_by_test_id("share-text")
    expect(line).to_contain_text(re.compile(f"🟥 Infinity Grid Duel: {LOST}"))
    expect(person.page.get_by_test_id("daily-duel")).to_contain_text(re.compile(LOST))
    link = line.inner_text().splitlines()[-1]

    other = new_person(fresh=True)
    other.page.goto(link)
    expect(other.page.get_by_test_id("daily-duel")).to_contain_text(re.compile(f"They: {LOST}"))
    forged = client.new_match("duel", [PERSON, ai("easy")])  # of no day, so it is nobody's try
    client.post(f"{forged.path}/resign", token=forged.tokens[1])
    for ids in ("nonsense", forged.id):
        other.page.goto(link.split("?")[0] + f"?matches={ids}")
        other.faults.expect("404")
        expect(other.page.get_by_role("alert")).to_contain_text("left out")
        expect(other.page.get_by_test_id("daily-duel")).not_to_contain_text("They:")


def test_help_makes_a_try_practice_only_after_asking(new_person: NewPerson) -> None:
    board = begun(new_person(fresh=True))
    question = board.page.get_by_role("dialog", name="Make this practice?")
    board.page.get_by_test_id("control-hint").click()
    question.get_by_role("button", name="Cancel").click()
    expect(question).to_have_count(0)
    assert board.match()["assisted"] is False
    board.page.keyboard.press("h")
    question.get_by_role("button", name="Practise").click()
    board.page.get_by_test_id("hint").wait_for()
    assert board.match()["assisted"] is True
    resign(board)
    board.person.go("/")
    expect(board.page.get_by_test_id("daily-duel")).to_contain_text("practised")


def test_a_day_that_does_not_exist_is_said_to_be_none(person: Person, client: ServerClient) -> None:
    for day, words in (("20991231", "not known yet"), ("yesterday", "no boards"), ("19991231", "no boards")):
        person.go(f"/day/{day}")
        expect(person.page.get_by_role("alert")).to_contain_text(words)


def test_pictures_of_the_boards_come_once_the_rules_are_compiled(person: Person) -> None:
    def refuse(route: Route) -> None:
        route.fulfill(status=503, json={"errorCode": "not_ready", "message": "the rules are being compiled"})

    person.faults.expect("503")
    person.page.route("**/api/games/duel/daily*", refuse, times=1)
    person.go("/")
    expect(person.page.get_by_test_id("daily-duel").locator("canvas, svg").first).to_be_visible()
