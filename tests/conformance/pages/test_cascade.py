"""What the specification of Color Cascade Grid alone says of its page, in a real browser."""

import re

import pytest
from playwright.sync_api import expect

from tests.conformance.pages.screen import against_ai, names_of, painted_signs, seated, shares_of, stop_the_clock
from tests.support.browsers.boards import Board, by_clicks
from tests.support.browsers.person import Person
from tests.support.browsers.scenes import over
from tests.support.fixtures import NewPerson
from tests.support.servers.client import ServerClient


@pytest.mark.statement("cascade", "ui.12")
def test_the_winner_is_announced(person: Person, client: ServerClient) -> None:
    hosted = over(client, "cascade")
    person.open_match(hosted)
    title = {"1": "You win", "2": "AI wins", "draw": "Draw"}[hosted.match()["result"]]
    expect(Board(person).result).to_contain_text(title)


PALETTE = {"b": "#1e90ff", "o": "#ff8c00", "g": "#5ec98f", "v": "#b98cff"}
"""Blue tokens are seat 1's, orange ones seat 2's: they have the disc colours. Green and violet ones are nobody's."""


@pytest.mark.statement("cascade", "player.2")
@pytest.mark.statement("cascade", "style.3")
@pytest.mark.statement("cascade", "style.4")
@pytest.mark.statement("cascade", "setup.2p")
def test_every_token_is_painted_in_the_colour_of_a_fixed_palette(person: Person, client: ServerClient) -> None:
    board = seated(person, against_ai(client, "cascade"))
    cells = board.match()["view"]["cells"]
    assert set("".join(cells)) == set(PALETTE)
    board.page.mouse.move(5, 5)
    names = list(names_of(board.match()))
    for name, found in zip(names, shares_of(board, list(PALETTE.values()), names), strict=True):
        token = cells[int(name[1:]) - 1][ord(name[0]) - 97]
        shares = dict(zip(PALETTE, found, strict=True))
        assert shares.pop(token) > 0.05, name
        assert max(shares.values()) < 0.005, name


@pytest.mark.statement("cascade", "player.2")
@pytest.mark.statement("cascade", "style.3")
@pytest.mark.statement("cascade", "style.4")
def test_the_sign_of_a_seat_has_the_colour_and_the_shape_of_its_tokens(person: Person, client: ServerClient) -> None:
    board = seated(person, against_ai(client, "cascade"))
    assert painted_signs(board) == [PALETTE["b"], PALETTE["o"]]
    shapes = (
        board.page.get_by_test_id("seats").locator("svg").evaluate_all("all => all.map((one) => one.dataset.shape)")
    )
    cells = "".join(board.match()["view"]["cells"])
    for shape, token in zip(shapes, "bo", strict=True):
        name = list(names_of(board.match()))[cells.index(token)]
        expect(board.spot(name)).to_have_attribute("aria-label", re.compile(rf"\b{shape}\b"))


@pytest.mark.statement("cascade", "setup.2p")
def test_tokens_of_a_colour_have_a_name_of_their_own(person: Person, client: ServerClient) -> None:
    board = seated(person, against_ai(client, "cascade"))
    cells = board.match()["view"]["cells"]
    names: dict[str, set[str]] = {}
    for name in names_of(board.match()):
        label = board.spot(name).get_attribute("aria-label") or ""
        names.setdefault(cells[int(name[1:]) - 1][ord(name[0]) - 97], set()).add(label.split(", ")[1])
    assert all(len(one) == 1 for one in names.values())
    assert len(set().union(*names.values())) == len(PALETTE)


@pytest.mark.statement("cascade", "turns.2")
def test_a_soft_timer_of_30_seconds_is_shown_and_moves_for_nobody(new_person: NewPerson, client: ServerClient) -> None:
    person = new_person()
    person.page.clock.install()
    board = seated(person, against_ai(client, "cascade"))
    timer = board.page.get_by_role("timer", name="Suggested time for this turn")
    stop_the_clock(person)
    gone = (person.page.evaluate("Date.now()") - board.match()["updated_at"]) / 1000
    left = int(timer.inner_text().removesuffix(" s, no hurry"))
    assert abs(30 - gone - left) <= 2, "it ticks once in a while"
    person.page.clock.fast_forward(31_000)
    person.page.clock.resume()
    expect(timer).to_contain_text("Take your time")
    # Half a minute went by in a moment: the page takes its connection for dead, and has another soon.
    expect(board.page.get_by_test_id("connection")).to_have_attribute("data-state", "live")
    board.make(board.match()["legal"][0], by_clicks)
