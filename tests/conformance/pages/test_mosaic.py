"""What the specification of Stack Swap Mosaic alone says of its page, in a real browser."""

import re

import pytest
from playwright.sync_api import expect

from tests.conformance.pages.screen import against_ai, painted_signs, seated
from tests.support.browsers.boards import SWAP, by_clicks
from tests.support.browsers.canvas import pixels
from tests.support.browsers.person import Person
from tests.support.fixtures import NewPerson
from tests.support.servers.client import TWO_PEOPLE, Json, ServerClient

SEAT_COLOURS = ("#1e90ff", "#ff6347")


@pytest.mark.statement("mosaic", "player.2")
@pytest.mark.statement("mosaic", "style.3")
@pytest.mark.statement("mosaic", "style.4")
def test_seats_and_their_last_moves_have_the_disc_colours(person: Person, client: ServerClient) -> None:
    board = seated(person, client.new_match("mosaic", TWO_PEOPLE, seed=7))
    assert painted_signs(board) == [*SEAT_COLOURS]
    for seat, colour in enumerate(SEAT_COLOURS, start=1):
        other = SEAT_COLOURS[2 - seat]
        move = board.match()["legal"][0]
        board.make(move, by_clicks)
        board.page.mouse.move(5, 5)
        spots = SWAP.match(move)
        assert spots is not None
        mark = [sum(pixels(board, one, spot) for spot in spots.groups()) for one in (colour, other, "#000000")]
        assert mark[0] > 5, "the last mover's colour is at the last move"
        assert mark[1:] == [0, 0]


@pytest.mark.statement("mosaic", "ui.15")
def test_the_winner_the_loser_and_a_draw_are_announced(new_person: NewPerson, client: ServerClient) -> None:
    ends: list[tuple[Json, str]] = [
        ({"target": 1}, "You win"),
        ({"max_moves": 1, "target": 100_000, "limit_rule": "draw"}, "Draw"),
    ]
    for variant, title in ends:
        board = seated(new_person(), against_ai(client, "mosaic", variant=variant))
        board.play_on([by_clicks])
        expect(board.result).to_contain_text(title)
        expect(board.page.get_by_test_id("announcement")).to_contain_text(title)
    hosted = against_ai(client, "mosaic")
    board = seated(new_person(), hosted)
    hosted.act("resign")
    expect(board.result).to_contain_text("AI wins")


@pytest.mark.statement("mosaic", "ui.6")
@pytest.mark.statement("mosaic", "ui.7")
@pytest.mark.statement("mosaic", "ui.8")
def test_scores_target_and_moves_remaining_are_shown(person: Person, client: ServerClient) -> None:
    hosted = against_ai(client, "mosaic")
    board = seated(person, hosted)
    standing = board.page.locator("dl", has_text="Target")
    expect(standing).to_contain_text("1000")
    expect(standing).to_contain_text(re.compile(r"Moves left\s*20"))
    board.make(board.match()["legal"][0], by_clicks)
    scores = board.match()["view"]["scores"]
    assert scores[0] > 0
    for seat, score in zip(board.page.get_by_test_id("seats").get_by_role("listitem").all(), scores, strict=True):
        expect(seat).to_contain_text(f"{score} points")
    expect(standing).to_contain_text(re.compile(r"Moves left\s*19"))
