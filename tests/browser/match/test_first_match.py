"""The first match: a newcomer is led, "Play" gives what was chosen, and help is at hand while a match goes on."""

import re

from playwright.sync_api import expect

from tests.support.browsers.boards import GAMES, Board, by_clicks
from tests.support.browsers.person import PHONE, Person
from tests.support.fixtures import NewPerson
from tests.support.servers.client import PERSON, ServerClient, ai

SHORT = {"width": 390, "height": 664}


def test_a_newcomer_is_led_to_one_game_and_offered_its_lesson_once(new_person: NewPerson, client: ServerClient) -> None:
    person = new_person(newcomer=True)
    page = person.page
    person.go("/")
    first = page.get_by_test_id("newcomer")
    expect(first.get_by_role("link", name="Show me")).to_have_attribute("href", "/learn/mosaic")
    first.get_by_role("button", name="Play").click()
    offer = page.get_by_test_id("first-time")
    expect(offer.get_by_role("link", name="Show me (one minute)")).to_have_attribute("href", "/learn/mosaic")
    offer.get_by_role("button", name="Just play").click()
    expect(offer).to_have_count(0)
    person.go("/")
    expect(first).to_have_count(0)
    page.get_by_test_id("game-mosaic").get_by_role("button", name="Play", exact=True).click()
    Board(person).wait_for_turn()
    expect(offer).to_have_count(0)
    assert person.remembered("offered") == ["mosaic"]


def test_the_first_screen_of_duel_says_what_it_is_about_and_where_to_begin(
    new_person: NewPerson, client: ServerClient
) -> None:
    for options in ({}, PHONE | {"viewport": SHORT}):
        person = new_person(**options)
        person.open_match(client.new_match("duel", [PERSON, ai("easy")], preset="guarded"))
        Board(person).wait_for_turn()
        detail = person.page.get_by_test_id("detail")
        expect(detail).to_have_text(
            "Hold more of the board when it is full. Begin in the middle, or you fall far behind."
        )
        assert detail.evaluate("detail => detail.scrollHeight <= detail.clientHeight"), "all of it is seen"


def test_play_gives_what_was_chosen_in_set_up_until_that_is_taken_back(person: Person) -> None:
    page = person.page
    card = page.get_by_test_id("game-duel")
    person.go("/")
    expect(card.get_by_test_id("standing")).to_contain_text("Level 1 of")
    card.get_by_role("button", name="Set up").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_label("Level")).to_have_value("fit")
    sheet.get_by_role("group", name="Rules").get_by_text("Truce", exact=True).click()
    sheet.get_by_label("Level").select_option("easy2")
    sheet.get_by_role("button", name="Play", exact=True).click()
    board = Board(person)
    board.wait_for_turn()
    person.go("/")
    expect(card.get_by_test_id("standing")).to_contain_text(re.compile("As you chose: Truce, level 2"))
    card.get_by_role("button", name="Play", exact=True).click()
    board.wait_for_turn()
    match = board.match()
    assert (match["preset"], match["seats"][1]["level"]) == ("truce", "easy2")
    person.go("/")
    card.get_by_role("button", name="Set up").click()
    sheet.get_by_role("button", name="Back to the recommended game").click()
    expect(sheet.get_by_label("Level")).to_have_value("fit")


def test_help_explains_the_game_with_pictures_first_while_the_match_goes_on_and_gives_the_focus_back(
    new_person: NewPerson, client: ServerClient
) -> None:
    person = new_person(**PHONE)
    person.open_match(client.new_match("duel", [PERSON, ai("easy")], preset="guarded"))
    board, page = Board(person), person.page
    board.wait_for_turn()
    opener = page.get_by_role("button", name="How to play")
    opener.click()
    sheet = page.get_by_role("dialog", name="How to play Infinity Grid Duel")
    order = sheet.evaluate(
        "sheet => ['canvas', 'kbd'].map((part) => sheet.querySelector(part).getBoundingClientRect().top)"
    )
    assert order[0] < order[1]
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(opener).to_be_focused()
    board.make(board.match()["legal"][0], by_clicks)


def test_the_rules_of_a_match_are_read_over_it_and_the_match_goes_on(person: Person, client: ServerClient) -> None:
    person.open_match(client.new_match("duel", [PERSON, ai("easy")], preset="guarded"))
    board, page = Board(person), person.page
    board.wait_for_turn()
    path, opener = person.path, page.get_by_role("navigation", name="This match").get_by_text("Rules", exact=True)
    opener.click()
    sheet = page.get_by_role("dialog", name="How to play Infinity Grid Duel")
    expect(sheet).to_contain_text("Place a tile")
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(opener).to_be_focused()
    assert person.path == path
    board.make(board.match()["legal"][0], by_clicks)


def test_help_in_a_match_says_by_which_rules_it_is_played_and_nothing_that_they_make_false(
    new_person: NewPerson, client: ServerClient
) -> None:
    """A recommended match has no such part: the text describes it."""
    for game, preset, own, false in [
        (
            "cascade",
            "literal",
            ["This match: Word for word.", "When nobody can swap: draw"],
            ["more of your colour", "more tokens of its colour", "win by the count", "After every swap two goblins"],
        ),
        (
            "mosaic",
            "literal",
            ["Points for a token: 1", "When the moves are used up: draw"],
            ["10 points", "higher score wins"],
        ),
        ("mosaic", "limit_draw", ["All or nothing.", "When the moves are used up: draw"], ["higher score wins"]),
        ("mosaic", "standard", [], []),
    ]:
        person = new_person(**PHONE)
        page = person.page
        person.open_match(client.new_match(game, [PERSON, ai("easy")], preset=preset))
        Board(person).wait_for_turn()
        for wrong in false:
            expect(page.get_by_test_id("detail")).not_to_contain_text(wrong, ignore_case=True)
        page.get_by_role("button", name="How to play").click()
        sheet = page.get_by_role("dialog")
        expect(sheet).to_contain_text("The end")
        part = sheet.get_by_test_id("own-rules")
        expect(part).to_have_count(1 if own else 0)
        for words in own:
            expect(part).to_contain_text(words)
        if own:
            expect(part).to_contain_text("This match:")
            expect(part).to_be_in_viewport(ratio=1)
        for wrong in false:
            expect(sheet).not_to_contain_text(wrong, ignore_case=True)
        expect(sheet).not_to_contain_text("<!--")


def test_every_preset_has_a_picture_of_its_own(person: Person) -> None:
    """Or a mark on it, where no board shows what is different. In `literal` Flood-It only the beginning is."""
    page = person.page
    person.go("/")
    for game in GAMES:
        page.get_by_test_id(f"game-{game}").get_by_role("button", name="Set up").click()
        sheet = page.get_by_role("dialog")
        pictures = sheet.get_by_role("group", name="Rules").locator("canvas")
        pictures.first.wait_for()
        assert pictures.count() > 1
        seen = pictures.evaluate_all(
            """all => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
              done(all.map((one) => one.toDataURL() + one.closest('.picture').textContent.trim())))))"""
        )
        assert len(set(seen)) == len(seen) - (game == "flood"), game
        page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)


def test_a_sheet_gives_the_focus_back_to_what_opened_it(person: Person) -> None:
    person.go("/")
    opener = person.page.get_by_role("button", name="Settings")
    for close in ("Escape", "Close"):
        opener.click()
        sheet = person.page.get_by_role("dialog", name="Settings")
        expect(sheet).to_be_visible()  # it is loaded when it is asked for
        if close == "Escape":
            person.page.keyboard.press(close)
        else:
            sheet.get_by_role("button", name=close).click()
        expect(sheet).to_have_count(0)
        expect(opener).to_be_focused()
