"""Stack Swap Mosaic and Color Cascade Grid in a real browser: colours, sizes and animation."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.conformance.pages.screen import (
    MOVING,
    against_ai,
    kinds,
    match3,
    names_of,
    no_line,
    note_words,
    noted_words,
    picture,
    preview,
    seated,
)
from tests.support.browsers.boards import SWAP, by_clicks, by_drag
from tests.support.browsers.canvas import painted, pixels, record
from tests.support.browsers.clock import passes_until, stop_the_clock
from tests.support.browsers.person import STILL, Person
from tests.support.fixtures import NewPerson
from tests.support.servers.client import TWO_PEOPLE, HostedMatch, ServerClient

CELL_SIDES = {"mosaic": 45, "cascade": 48}
GRID_LINE, OUTLINE, VALID_MOVE, LAST_MOVE = "#333333", "#aaaaaa", "#66ccff", "#ffcc00"
STEP_MS = 180


@pytest.mark.statement("mosaic", "style.1")
@pytest.mark.statement("cascade", "style.1")
@match3
def test_a_cell_has_the_specified_width_in_units(person: Person, client: ServerClient, game: str) -> None:
    """In units: a board is scaled to its place on the page."""
    board = seated(person, against_ai(client, game))
    units, whole_units = (float(board.root.get_attribute(f"data-{name}-units") or 0) for name in ("cell", "board"))
    assert units == CELL_SIDES[game]
    cell, whole = board.spot("a1").bounding_box(), board.root.locator("canvas").bounding_box()
    assert cell is not None
    assert whole is not None
    assert cell["width"] / whole["width"] == pytest.approx(units / whole_units, abs=1e-4)
    assert cell["width"] == pytest.approx(cell["height"], abs=0.1)


@pytest.mark.statement("mosaic", "style.2")
@pytest.mark.statement("cascade", "style.2")
@pytest.mark.statement("mosaic", "style.5")
@pytest.mark.statement("cascade", "style.5")
@match3
def test_grid_lines_and_outlines_have_their_colours(person: Person, client: ServerClient, game: str) -> None:
    record(person)
    board = seated(person, against_ai(client, game))
    strokes = painted(board).strokes
    assert GRID_LINE in strokes
    assert any(stroke.startswith("rgba(170, 170, 170,") or stroke == OUTLINE for stroke in strokes)
    size = len(board.match()["view"]["cells"])
    cell = board.spot("b2").bounding_box()
    assert cell is not None
    # Pieces lie over most of the lines; between them they are seen, around every cell.
    assert pixels(board, GRID_LINE) > size * cell["width"]
    assert all(pixels(board, GRID_LINE, spot, 0.05) > 10 for spot in ("a1", "b2", "c3"))


@pytest.mark.statement("mosaic", "style.6")
@pytest.mark.statement("cascade", "style.6")
@pytest.mark.statement("mosaic", "ui.12")
@pytest.mark.statement("cascade", "ui.9")
@match3
def test_valid_moves_are_highlighted_in_their_colour(person: Person, client: ServerClient, game: str) -> None:
    board = seated(person, against_ai(client, game))
    match = board.match()
    swap = SWAP.match(match["legal"][0])
    assert swap is not None
    board.page.mouse.move(5, 5)
    before = pixels(board, VALID_MOVE, swap[2])
    board.page.mouse.click(*board.place(swap[1]))
    expect(board.spot(swap[1])).to_have_attribute("aria-selected", "true")
    board.page.mouse.move(5, 5)
    assert pixels(board, VALID_MOVE, swap[1]) > 20, "the token that is picked up"
    assert pixels(board, VALID_MOVE, swap[2]) > before, "and the one that it can be swapped with"
    expect(board.spot(swap[2])).to_have_attribute("aria-label", re.compile("legal"))
    # A cell that takes part in no legal move is not marked.
    idle = next(name for name in names_of(match) if name not in "".join(match["legal"]))
    assert pixels(board, VALID_MOVE, idle) == 0


@pytest.mark.statement("mosaic", "style.7")
@pytest.mark.statement("cascade", "style.7")
@match3
def test_the_last_move_is_highlighted_in_its_colour(person: Person, client: ServerClient, game: str) -> None:
    board = seated(person, client.new_match(game, TWO_PEOPLE, seed=7))
    move = board.match()["legal"][0]
    swap = SWAP.match(move)
    assert swap is not None
    assert [pixels(board, LAST_MOVE, spot) for spot in swap.groups()] == [0, 0]
    board.make(move, by_clicks)
    board.page.mouse.move(5, 5)
    assert all(pixels(board, LAST_MOVE, spot) > 20 for spot in swap.groups())


@pytest.mark.statement("mosaic", "style.6")
@pytest.mark.statement("cascade", "style.6")
@pytest.mark.statement("mosaic", "style.7")
@pytest.mark.statement("cascade", "style.7")
@pytest.mark.statement("mosaic", "config.4")
@pytest.mark.statement("cascade", "config.4")
@match3
def test_highlights_and_the_thinking_of_the_ai_can_be_switched_off(
    new_person: NewPerson, client: ServerClient, game: str
) -> None:
    person = new_person(settings=STILL | {"showSwaps": "never", "showLastMove": False, "showThinking": False})
    board = seated(person, against_ai(client, game))
    move = board.match()["legal"][0]
    swap = SWAP.match(move)
    assert swap is not None
    board.page.mouse.move(5, 5)
    assert [pixels(board, VALID_MOVE, spot) for spot in swap.groups()] == [0, 0]
    note_words(board)
    board.make(move, by_clicks)
    board.page.mouse.move(5, 5)
    played = [cell for entry in board.match()["history"] for cell in (entry["move"][:2], entry["move"][2:])]
    assert [pixels(board, LAST_MOVE, spot) for spot in played] == [0] * len(played)
    assert not [words for words in noted_words(board) if "thinking" in words]


@pytest.mark.statement("mosaic", "style.8")
@pytest.mark.statement("cascade", "style.8")
@match3
def test_a_step_of_the_animation_takes_180_ms(new_person: NewPerson, client: ServerClient, game: str) -> None:
    """Two tokens that make no line change places and back: two steps."""
    person = new_person(settings=MOVING)
    person.page.clock.install()
    board = seated(person, against_ai(client, game))
    stop_the_clock(person)
    for name in no_line(board.match()):
        board.page.mouse.click(*board.place(name))
    expect(board.root).to_have_attribute("data-moving", "true")
    assert 2 * STEP_MS - 40 <= passes_until(board, moving=False) <= 2 * STEP_MS + 40


@pytest.mark.statement("mosaic", "ui.16")
@pytest.mark.statement("mosaic", "technical.2")
@pytest.mark.statement("cascade", "technical.2")
@match3
def test_cascades_are_animated_wave_by_wave_with_a_new_picture_for_every_frame(
    new_person: NewPerson, client: ServerClient, game: str
) -> None:
    hosted, move, waves = with_waves(client, game)
    person = new_person(settings=MOVING)
    person.page.clock.install()
    board = seated(person, hosted)
    stop_the_clock(person)
    by_drag(board, move)
    expect(board.root).to_have_attribute("data-moving", "true")
    frames = [picture(board)]
    while board.root.get_attribute("data-moving") == "true":
        board.page.clock.run_for(16)  # the clock's screen shows 60 frames a second
        frames.append(picture(board))
    assert 16 * len(frames) >= 2 * waves * STEP_MS, "each wave clears, and what is above it falls"
    changed = sum(one != other for one, other in pairwise(frames))
    assert changed >= 0.8 * (len(frames) - 1)


def with_waves(client: ServerClient, game: str) -> tuple[HostedMatch, str, int]:
    """A board with a move that clears in two waves; in cascade, where nothing drops, in one at least."""
    for seed in range(60):
        lively = {"opening_cap": 0, "colours": 4} if game == "mosaic" else {}
        hosted = client.new_match(game, TWO_PEOPLE, seed=seed, variant=lively)
        for move in hosted.match()["legal"]:
            waves = kinds(preview(hosted, move)).count("cleared")
            if waves >= (2 if game == "mosaic" else 1):
                return hosted, move, waves
    raise AssertionError("no such board")
