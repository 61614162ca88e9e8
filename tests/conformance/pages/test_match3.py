"""Stack Swap Mosaic and Color Cascade Grid in a real browser: what both pages say and offer."""

import re

import pytest
from playwright.sync_api import expect

from tests.conformance.pages.screen import MOVING, against_ai, match3, no_line, note_words, noted_words, preview, seated
from tests.support.browsers.boards import SWAP, Board, by_clicks
from tests.support.browsers.canvas import forget, pixels, record, wait_for_text
from tests.support.browsers.person import Person
from tests.support.browsers.visitor import Fetched
from tests.support.fixtures import NewPerson
from tests.support.servers.client import PERSON, ServerClient, ai

NAMES = {"mosaic": "Stack Swap Mosaic", "cascade": "Color Cascade Grid"}
AI_DELAY_MS = 500


@pytest.mark.statement("mosaic", "meta.1")
@pytest.mark.statement("cascade", "meta.1")
@pytest.mark.statement("mosaic", "ui.1")
@pytest.mark.statement("cascade", "ui.1")
@pytest.mark.statement("mosaic", "technical.1")
@pytest.mark.statement("cascade", "technical.1")
@match3
def test_the_game_has_its_name_and_its_board_is_a_canvas(person: Person, game: str) -> None:
    person.go("/")
    card = person.page.get_by_test_id(f"game-{game}")
    expect(card.get_by_role("heading")).to_have_text(NAMES[game])
    card.get_by_role("button", name="Play").click()
    board = Board(person)
    board.wait_for_turn()
    expect(person.page.get_by_role("navigation", name="This match")).to_contain_text(NAMES[game])
    expect(board.root.locator("canvas")).to_be_visible()
    assert pixels(board, "#333333") > 0, "and something is drawn on it"


MOST_REQUESTS = 32
MOST_KILOBYTES = 160


@pytest.mark.statement("mosaic", "technical.3")
@pytest.mark.statement("cascade", "technical.3")
@match3
def test_a_board_needs_few_requests_and_bytes_of_this_server_alone(
    new_person: NewPerson, client: ServerClient, game: str
) -> None:
    """With an empty cache, until the board takes a move. How long that takes, `benchmarks.pages` measures."""
    person = new_person(fresh=True)
    fetched = Fetched(person.page)
    seated(person, against_ai(client, game))
    assert fetched.addresses
    assert all(url.startswith((client.address, "data:", "blob:")) for url in fetched.addresses)
    assert len(fetched.addresses) <= MOST_REQUESTS
    assert fetched.kilobytes <= MOST_KILOBYTES


@pytest.mark.statement("mosaic", "ui.2")
@pytest.mark.statement("cascade", "ui.2")
@pytest.mark.statement("mosaic", "ui.3")
@pytest.mark.statement("cascade", "ui.3")
@pytest.mark.statement("mosaic", "ui.4")
@pytest.mark.statement("cascade", "ui.4")
@pytest.mark.statement("mosaic", "ui.14")
@pytest.mark.statement("cascade", "ui.11")
@pytest.mark.statement("mosaic", "config.4")
@pytest.mark.statement("cascade", "config.4")
@match3
def test_you_and_ai_take_turns_and_the_ai_is_seen_to_think(
    new_person: NewPerson, client: ServerClient, game: str
) -> None:
    """As people see it: pieces move, and the AI answers after the usual delay."""
    seats = [PERSON, ai("medium")]
    board = seated(new_person(settings=MOVING), client.new_match(game, seats, seed=7, response_delay=AI_DELAY_MS))
    listed = board.page.get_by_test_id("seats").get_by_role("listitem")
    expect(board.status).to_contain_text("Your turn")
    expect(listed.nth(0)).to_contain_text(re.compile("You.*to move", re.DOTALL))
    note_words(board)
    board.make(board.match()["legal"][0], by_clicks)
    expect(board.status).to_contain_text("Your turn")
    match = board.match()
    depth = match["history"][1]["thought"]["depth"]
    assert depth == LOOKS_AHEAD
    words = noted_words(board)
    thinking = words.index("AI is thinking")
    assert f"Looking {depth} moves ahead" in words[thinking:]
    assert any(re.search("AI.*to move", word, re.DOTALL) for word in words[thinking:])
    answer = match["history"][1]["move"]
    expect(board.page.get_by_test_id("detail")).to_contain_text(f"AI swapped {answer[:2]} and {answer[2:]}")


LOOKS_AHEAD = 4
"""Of `medium`, in both games."""


@pytest.mark.statement("mosaic", "ui.13")
@pytest.mark.statement("cascade", "ui.10")
@match3
def test_the_move_of_the_ai_player_is_animated(new_person: NewPerson, client: ServerClient, game: str) -> None:
    board = seated(new_person(settings=MOVING), against_ai(client, game))
    board.page.evaluate("""() => {
      const board = document.querySelector('[data-testid=board]');
      window.seen = new Set();
      new MutationObserver(() => window.seen.add(`${board.dataset.ply} ${board.dataset.moving}`))
        .observe(board, { attributes: true });
    }""")
    board.make(board.match()["legal"][0], by_clicks)
    board.page.wait_for_function("() => seen.has('2 true') && seen.has('2 false')")


@pytest.mark.statement("mosaic", "turns.8p")
@pytest.mark.statement("cascade", "turns.8p")
@pytest.mark.statement("mosaic", "ui.5")
@pytest.mark.statement("cascade", "ui.5")
@pytest.mark.statement("mosaic", "ui.11")
@pytest.mark.statement("cascade", "ui.8")
@match3
def test_a_click_on_restart_starts_over_after_resigning_if_the_match_is_not_over(
    person: Person, client: ServerClient, game: str
) -> None:
    hosted = against_ai(client, game)
    board = seated(person, hosted)
    first = board.match()
    board.make(first["legal"][0], by_clicks)
    restart = board.page.get_by_test_id("control-restart")
    dialog = board.page.get_by_role("dialog")
    restart.click()
    dialog.get_by_role("button", name="Cancel").click()
    assert hosted.match()["ply"] == 2
    restart.click()
    expect(dialog).to_contain_text("AI wins this match")
    dialog.get_by_role("button", name="Resign and start over").click()
    board.wait_for_ply(0)
    match = hosted.match()
    assert (match["status"], match["view"]["cells"]) == ("playing", first["view"]["cells"])
    assert match["version"] == 4, "two moves, the resignation and the restart"


@pytest.mark.statement("mosaic", "turns.8p")
@pytest.mark.statement("cascade", "turns.8p")
@match3
def test_a_match_that_is_over_starts_again_on_the_same_board(person: Person, client: ServerClient, game: str) -> None:
    hosted = against_ai(client, game)
    board = seated(person, hosted)
    first = board.match()
    board.make(first["legal"][0], by_clicks)
    hosted.act("resign")
    expect(board.status).to_contain_text("AI wins")
    board.page.get_by_role("button", name="Same board").click()
    board.wait_for_ply(0)
    assert hosted.match()["view"]["cells"] == first["view"]["cells"]


@pytest.mark.statement("mosaic", "ui.9")
@pytest.mark.statement("cascade", "ui.6")
@match3
def test_a_swap_is_proposed_by_clicking_two_adjacent_cells(person: Person, client: ServerClient, game: str) -> None:
    board = seated(person, against_ai(client, game))
    match = board.match()
    for name in no_line(match):
        board.page.mouse.click(*board.place(name))
    expect(board.page.get_by_test_id("announcement")).to_contain_text("make no line of three")
    assert board.match()["ply"] == 0
    board.make(match["legal"][0], by_clicks)
    assert board.match()["history"][0]["move"] == match["legal"][0]


@pytest.mark.statement("mosaic", "ui.10")
@pytest.mark.statement("cascade", "ui.7")
@match3
def test_hovering_shows_what_a_swap_would_clear_and_is_no_hint(person: Person, client: ServerClient, game: str) -> None:
    record(person)
    hosted = client.new_match(game, [PERSON, ai("easy")])
    board = seated(person, hosted)
    move = hosted.match()["legal"][0]
    swap = SWAP.match(move)
    assert swap is not None
    told = preview(hosted, move)
    forget(board)
    (x, y), (to_x, to_y) = board.place(swap[1]), board.place(swap[2])
    board.page.mouse.move(x + (to_x - x) * 0.3, y + (to_y - y) * 0.3)
    points = sum(event.get("points", 0) for event in told["events"])
    wanted = rf"\+{points}$" if game == "mosaic" else r"clears \d+$"
    wait_for_text(board, ("^at least " if told["at_least"] else "^") + wanted)
    assert hosted.match()["assisted"] is False
    assert hosted.match()["ply"] == 0


@pytest.mark.statement("mosaic", "config.2p")
@pytest.mark.statement("cascade", "config.2p")
@match3
def test_the_difficulty_can_be_changed_at_the_board(person: Person, client: ServerClient, game: str) -> None:
    board = seated(person, against_ai(client, game))
    board.page.get_by_label("Level of AI").select_option("hard")
    expect(board.page.get_by_text("The AI plays hard from now on.")).to_be_attached()
    assert board.match()["seats"][1]["level"] == "hard"
