"""What the specification of Color Cascade Grid alone says of its page, in a real browser."""

import re

import pytest
from playwright.sync_api import expect

from tests.conformance.pages import against_ai, names_of, seated, shades
from tests.support.boards import Board, by_clicks
from tests.support.client import ServerClient
from tests.support.fixtures import NewPerson
from tests.support.person import Person
from tests.support.scenes import over


@pytest.mark.statement("cascade", "ui.12")
def test_the_winner_is_announced(person: Person, client: ServerClient) -> None:
    hosted = over(client, "cascade")
    person.open_match(hosted)
    title = {"1": "You win", "2": "AI wins", "draw": "Draw"}[hosted.match()["result"]]
    expect(Board(person).result).to_contain_text(title)


@pytest.mark.statement("cascade", "setup.2p")
def test_tokens_have_the_colours_of_a_fixed_palette(person: Person, client: ServerClient) -> None:
    palette = {"b": "#4aa3ff", "o": "#ff7a59", "g": "#5ec98f", "v": "#b98cff"}
    board = seated(person, against_ai(client, "cascade"))
    cells = board.match()["view"]["cells"]
    assert set("".join(cells)) == set(palette)
    board.page.mouse.move(5, 5)
    labels: dict[str, set[str]] = {}
    for name in names_of(board.match()):
        look = cells[int(name[1:]) - 1][ord(name[0]) - 97]
        if look not in labels:
            assert [one for one in palette if shades(board, name, palette[one])] == [look]
        told = board.spot(name).get_attribute("aria-label") or ""
        labels.setdefault(look, set()).add(told.split(", ")[1])
    assert all(len(names) == 1 for names in labels.values()), "a colour has one name"
    assert len(set().union(*labels.values())) == len(palette)


@pytest.mark.statement("cascade", "turns.2")
def test_a_soft_timer_of_30_seconds_is_shown_and_moves_for_nobody(new_person: NewPerson, client: ServerClient) -> None:
    person = new_person()
    person.page.clock.install()
    board = seated(person, against_ai(client, "cascade"))
    timer = board.page.get_by_role("timer", name="Suggested time for this turn")
    expect(timer).to_have_text(re.compile(r"^\s*(30|29|28) s\s*$"))
    person.page.clock.fast_forward(31_000)
    expect(timer).to_contain_text("Take your time")
    # Half a minute went by in a moment: the page takes its connection for dead, and has another soon.
    expect(board.page.get_by_test_id("connection")).to_have_attribute("data-state", "live")
    board.make(board.match()["legal"][0], by_clicks)
