"""A phone: boards are played by taps and by a finger that drags, and the page stays where it is."""

import pytest
from playwright.sync_api import expect

from tests.support.boards import GAMES, SWAP, Board, at_random, by_palette, by_taps, small_match
from tests.support.client import PERSON, ServerClient, ai
from tests.support.fixtures import NewPerson
from tests.support.person import PHONE, STILL

CANVAS_GAMES = tuple(game for game in GAMES if game != "flood")


def on_a_phone(new_person: NewPerson, client: ServerClient, game: str, **settings: object) -> Board:
    """A standard board on a phone."""
    person = new_person(settings=STILL | settings, **PHONE)
    seats = [PERSON] if game == "flood" else [PERSON, ai("easy")]
    person.open_match(client.new_match(game, seats, seed=7))
    board = Board(person)
    board.wait_for_turn()
    return board


def scrolled(board: Board) -> list[float]:
    offsets: list[float] = board.page.evaluate("[scrollX, scrollY]")
    return offsets


def swipe(board: Board, start: tuple[float, float], end: tuple[float, float]) -> None:
    """A finger that goes down at one place, moves, and is lifted at another: through the browser's own input."""
    points = [
        (start[0] + (end[0] - start[0]) * part / 6, start[1] + (end[1] - start[1]) * part / 6) for part in range(7)
    ]
    with board.person.devtools() as touch:
        for kind, at in [("touchStart", points[0]), *(("touchMove", at) for at in points[1:])]:
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at[0], "y": at[1]}]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def check_sizes(board: Board, game: str) -> None:
    """Every cell is big enough for a finger, or its colour has a button."""
    cell = board.spot("a1").bounding_box()
    assert cell is not None
    if game == "flood":
        buttons = [
            button.bounding_box()
            for button in board.page.get_by_role("group", name="Colours").get_by_role("button").all()
        ]
        assert all(box is not None and min(box["width"], box["height"]) >= 44 for box in buttons)
        assert cell["width"] >= 16, "20×20 can be read"
    else:
        assert min(cell["width"], cell["height"]) >= 40


@pytest.mark.parametrize("game", GAMES)
def test_a_board_is_big_enough_for_a_finger_and_played_by_taps_and_the_page_does_not_scroll(
    new_person: NewPerson, client: ServerClient, game: str
) -> None:
    board = on_a_phone(new_person, client, game)
    check_sizes(board, game)
    for number in range(3):
        board.place("a1")  # in view, whatever that takes
        before = scrolled(board)
        board.make(at_random(number)(board.match()), by_taps)
        assert scrolled(board) == before
    if game == "flood":
        board.make(at_random(5)(board.match()), by_palette)


@pytest.mark.parametrize("game", ["mosaic", "cascade"])
def test_a_finger_drags_a_token_onto_its_neighbour(new_person: NewPerson, client: ServerClient, game: str) -> None:
    board = on_a_phone(new_person, client, game)
    move = board.match()["legal"][0]
    swap = SWAP.match(move)
    assert swap is not None
    before = scrolled(board)
    swipe(board, board.place(swap[1]), board.place(swap[2]))
    board.wait_for_turn(0)
    assert board.match()["history"][0]["move"] == move
    assert scrolled(board) == before


@pytest.mark.parametrize("game", CANVAS_GAMES)
def test_a_finger_that_slides_over_the_board_does_not_scroll_the_page(
    new_person: NewPerson, client: ServerClient, game: str
) -> None:
    board = on_a_phone(new_person, client, game)
    box = board.root.bounding_box()
    assert box is not None
    middle = box["x"] + box["width"] / 2
    board.page.evaluate("scrollTo(0, 0)")
    swipe(board, (middle, box["y"] + box["height"] * 0.9), (middle, box["y"] + box["height"] * 0.1))
    assert scrolled(board) == [0, 0]
    # Beside the board the same finger does scroll, so that the test would notice.
    below = min(830.0, box["y"] + box["height"] + 60)
    swipe(board, (middle, below), (middle, below - 300))
    board.page.wait_for_function("() => scrollY > 0")


@pytest.mark.parametrize("game", GAMES)
def test_a_move_that_is_to_be_confirmed_is_played_at_the_second_tap(
    new_person: NewPerson, client: ServerClient, game: str
) -> None:
    board = on_a_phone(new_person, client, game, confirmMove=True)
    move = at_random(1)(board.match())
    by_taps(board, move)
    yes = board.page.get_by_role("button", name="Play it")
    expect(yes).to_be_visible()
    assert board.match()["ply"] == 0
    yes.tap()
    board.wait_for_turn(0)
    assert board.match()["history"][0]["move"] == move


def test_the_whole_match_by_taps(new_person: NewPerson, client: ServerClient) -> None:
    person = new_person(**PHONE)
    person.open_match(small_match(client, "duel"))
    board = Board(person)
    board.play_on([by_taps])
    board.page.get_by_test_id("again").tap()
    expect(board.result).to_have_count(0)
    board.wait_for_turn()
    board.make(at_random(1)(board.match()), by_taps)
