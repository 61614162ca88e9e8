"""What the specification of Color Cascade Grid alone says of its page, in a real browser."""

import re

import pytest
from playwright.sync_api import expect

from tests.conformance.pages.screen import (
    against_ai,
    names_of,
    painted_signs,
    seated,
    shares_of,
)
from tests.support.browsers.boards import Board, by_clicks
from tests.support.browsers.clock import page_seconds, stop_the_clock
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
    before_the_turn = page_seconds(person)
    board = seated(person, against_ai(client, "cascade"))
    timer = board.page.get_by_role("timer", name="Suggested time for this turn")
    stop_the_clock(person)
    in_the_turn = page_seconds(person)
    # The turn began between the two: the test knows no better, however long the page took to open.
    for seconds, shown in (
        (before_the_turn - 5, "30 s, no hurry"),
        (before_the_turn + 28, re.compile("s, no hurry$")),
        (in_the_turn + 30, "Take your time"),
    ):
        person.page.clock.set_system_time(seconds)
        person.page.clock.run_for(1000)
        expect(timer).to_have_text(shown)
    person.page.clock.resume()
    # Half a minute went by in a moment: the page may take its connection for dead, and has another soon.
    expect(board.page.get_by_test_id("connection")).to_have_attribute("data-state", "live")
    board.make(board.match()["legal"][0], by_clicks)
