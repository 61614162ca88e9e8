"""A phone: boards are played by taps and by a finger that drags, and the page stays where it is."""

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.suite.scale import every_game
from tests.support.browsers.boards import GAMES, SWAP, Board, at_random, by_palette, by_taps, small_match
from tests.support.browsers.person import FITS, ON_ITS_SIDE, PHONE, STILL, UPRIGHT
from tests.support.browsers.scenes import over, rematch_wanted
from tests.support.fixtures import NewPerson
from tests.support.servers.client import APART, PERSON, ServerClient, ai

SMALL: ViewportSize = {"width": 360, "height": 640}
TABLET = {"width": 720, "height": 640}
WIDE: ViewportSize = {"width": 1280, "height": 800}
SMALL_ON_ITS_SIDE: tuple[ViewportSize, ...] = ({"width": 667, "height": 375}, {"width": 568, "height": 320})
ON_TOP = """words => {
  words.style.pointerEvents = 'auto';
  const { x, y, width, height } = words.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2) === words;
}"""
BAR = """play => {
  const parts = [...play.querySelectorAll(':scope > :is(.top, .state, .tools)')];
  const boxes = parts.map((one) => one.getBoundingClientRect());
  return { top: Math.min(...boxes.map((box) => box.top)), bottom: Math.max(...boxes.map((box) => box.bottom)) };
}"""
LONG_HINT = (
    "Swap b5 and c5. Clears only tokens that belong to nobody, and leaves AI nothing it is sure to take, with few "
    "swaps left."
)
WHOLE = """words => [words, ...words.children].every((one) =>
  getComputedStyle(one).display === 'inline' || one.scrollHeight <= one.clientHeight + 1)"""
"""Whether nothing of the words is cut off."""
HIGH = ("cascade",)
"""Games whose board is as wide as the height allows that their meters leave."""
SPARE = 24
"""Between such a board and the actions below it, in pixels."""
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
def test_a_finger_on_the_board_scrolls_the_page_unless_it_takes_a_token_along(
    new_person: NewPerson, client: ServerClient, game: str
) -> None:
    person = new_person(**PHONE | {"viewport": TABLET})
    person.open_match(client.new_match(game, [PERSON, ai("easy")], seed=7))
    board = Board(person)
    board.wait_for_turn()
    legal = "".join(board.match()["legal"])
    cells = [f"{column}{row}" for column in "abcde" for row in (4, 5)]
    movable = next((cell for cell in cells if cell in legal), None) if game in ("mosaic", "cascade") else None
    idle = next(cell for cell in cells if movable is None or cell not in legal)
    if movable:
        board.page.evaluate("scrollTo(0, 0)")
        x, y = board.place(movable)
        before = scrolled(board)
        swipe(board, (x, y), (x + 8, y - 150))
        assert scrolled(board) == before
        board.wait_for_turn()
    board.page.evaluate("scrollTo(0, 0)")
    x, y = board.place(idle)
    before = scrolled(board)
    swipe(board, (x, y), (x, y - 250))
    board.page.wait_for_function(f"() => scrollY > {before[1]}")


@pytest.mark.parametrize("game", ["duel", "pushmine"])
def test_a_finger_that_is_held_shows_what_a_move_would_do_and_does_not_play_it(
    new_person: NewPerson, client: ServerClient, game: str
) -> None:
    board = on_a_phone(new_person, client, game)
    move = board.match()["legal"][0]
    touch = board.person.context.new_cdp_session(board.page)
    x, y = board.place(move)
    with board.page.expect_response("**/preview"):
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    board.page.wait_for_timeout(500)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    touch.detach()
    assert board.match()["ply"] == 0
    board.make(move, by_taps)


def check_places(board: Board) -> None:
    """One bar of 48 pixels, and a board over the whole width, or over the whole height that is left."""
    bar = board.play.evaluate(BAR)
    assert (bar["top"], bar["bottom"] - bar["top"]) == (4, 48)
    status = board.status.bounding_box()
    assert status is not None
    assert (status["y"], status["height"]) == (4, 48), "whose turn it is stands in the bar"
    surface = board.root.locator("canvas, [role=grid]").first.bounding_box()
    shown, actions = board.root.bounding_box(), board.page.get_by_test_id("control-hint").bounding_box()
    assert surface is not None
    assert shown is not None
    assert actions is not None
    if board.root.get_attribute("data-game") in HIGH:
        assert actions["y"] - (shown["y"] + shown["height"]) <= SPARE
    else:
        assert surface["width"] >= 0.95 * UPRIGHT["width"]
    seats = board.page.get_by_test_id("seats")
    if seats.count():
        expect(seats).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_fits_a_phone_upright_and_on_its_side_and_there_is_nothing_to_scroll(
    new_person: NewPerson, client: ServerClient, game: str
) -> None:
    board = on_a_phone(new_person, client, game)
    for viewport in UPRIGHT, ON_ITS_SIDE:
        board.page.set_viewport_size(viewport)
        board.page.wait_for_function(FITS, arg=[viewport["width"], viewport["height"]])
        for part in (board.root, *(board.page.get_by_test_id(name) for name in ("control-hint", "control-undo"))):
            box = part.bounding_box()
            assert box is not None
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= viewport["height"]
        if viewport == UPRIGHT:
            check_places(board)
    board.page.get_by_test_id("match-menu").click()
    sheet = board.page.get_by_role("dialog")
    expect(sheet.get_by_test_id("control-settings")).to_be_visible()


@every_game(["mosaic", "cascade"], later=["mosaic"])
def test_why_a_swap_is_refused_covers_no_cell_and_is_not_cut_off(
    new_person: NewPerson, client: ServerClient, game: str
) -> None:
    board = on_a_phone(new_person, client, game)
    legal = board.match()["legal"]
    refused = next(move for move in ("a6b6", "b6c6", "c6d6", "d6e6") if move not in legal)
    for viewport in UPRIGHT, ON_ITS_SIDE, WIDE:
        board.page.set_viewport_size(viewport)
        board.page.wait_for_function(f"() => innerHeight === {viewport['height']}")
        by_taps(board, refused)
        words = board.root.get_by_text("no line of three")
        expect(words).to_be_visible()
        said, surface = words.bounding_box(), board.root.locator("canvas").bounding_box()
        assert said is not None
        assert surface is not None
        assert said["y"] + said["height"] <= surface["y"] or said["x"] >= surface["x"] + surface["width"]
        assert min(said["x"], said["y"]) >= 0
        assert said["x"] + said["width"] <= viewport["width"]
        assert words.evaluate(ON_TOP), "nothing lies over it"
        expect(words).to_have_count(0)


@pytest.mark.parametrize("game", ["flood", "pushmine"])
def test_a_small_phone_on_its_side_gives_the_board_its_height_and_cuts_nothing_off(
    new_person: NewPerson, client: ServerClient, game: str
) -> None:
    board = on_a_phone(new_person, client, game)
    colours = board.page.get_by_role("group", name="Colours").get_by_role("button").all()
    actions = [board.page.get_by_test_id(name) for name in ("match-menu", "status", "control-hint", "control-undo")]
    for viewport in SMALL_ON_ITS_SIDE:
        board.page.set_viewport_size(viewport)
        board.page.wait_for_function(FITS, arg=[viewport["width"], viewport["height"]])
        for part in (board.root, *actions, *colours):
            box = part.bounding_box()
            assert box is not None
            assert min(box["x"], box["y"]) >= 0
            assert box["x"] + box["width"] <= viewport["width"]
            assert box["y"] + box["height"] <= viewport["height"]
        shown = board.root.bounding_box()
        assert shown is not None
        assert shown["height"] >= 0.7 * viewport["height"]


def test_flood_fits_the_smallest_phone_and_there_is_nothing_to_scroll(
    new_person: NewPerson, client: ServerClient
) -> None:
    board = on_a_phone(new_person, client, "flood")
    board.page.set_viewport_size({"width": 360, "height": 560})
    board.page.wait_for_function(FITS, arg=[360, 560])


@every_game(GAMES, later=("cascade", "pushmine"))
def test_a_move_that_is_to_be_confirmed_is_played_at_the_second_tap(
    new_person: NewPerson, client: ServerClient, game: str
) -> None:
    board = on_a_phone(new_person, client, game, confirmMove=True)
    move = at_random(1)(board.match())
    by_taps(board, move)
    yes = board.page.get_by_role("button", name="Play it")
    for viewport in ON_ITS_SIDE, UPRIGHT:
        board.page.set_viewport_size(viewport)
        expect(yes).to_be_in_viewport(ratio=1)
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


def test_confirming_moves_is_offered_once_after_something_was_taken_back(
    new_person: NewPerson, client: ServerClient
) -> None:
    board = on_a_phone(new_person, client, "duel", soundOffered=True)
    offer = board.page.get_by_test_id("confirm-offer")
    board.make(board.match()["legal"][0], by_taps)
    expect(offer).to_have_count(0)
    board.page.get_by_test_id("control-undo").tap()
    board.wait_for_ply(0)
    offer.get_by_role("button", name="Confirm moves").tap()
    expect(offer).to_have_count(0)
    board.spot(board.match()["legal"][0]).tap()
    expect(board.page.get_by_test_id("confirm-move")).to_be_visible()


@every_game(["mosaic", "flood", "pushmine"], later=["flood", "pushmine"])
def test_the_offer_of_sound_takes_no_room_from_the_board_and_goes_when_play_goes_on(
    new_person: NewPerson, client: ServerClient, game: str
) -> None:
    board = on_a_phone(new_person, client, game, speed=8)
    offer, before = board.page.get_by_test_id("sound-offer"), board.root.bounding_box()
    board.make(at_random(0)(board.match()), by_palette if game == "flood" else by_taps)
    expect(offer).to_be_visible()
    assert board.root.bounding_box() == before
    board.wait_for_turn(0)
    for name in "control-hint", "control-undo":
        board.page.get_by_test_id(name).tap(trial=True)  # nothing lies over them
    for number in range(1, 4):
        board.make(at_random(number)(board.match()), by_palette if game == "flood" else by_taps)
    expect(offer).to_have_count(0)
    assert board.root.bounding_box() == before


@pytest.mark.parametrize("game", ["cascade", "flood"])
def test_a_hint_takes_no_room_from_the_board_of_a_phone_and_lies_over_the_actions_until_it_is_closed(
    new_person: NewPerson, client: ServerClient, game: str
) -> None:
    board = on_a_phone(new_person, client, game)
    board.page.set_viewport_size(UPRIGHT)
    board.page.wait_for_function(FITS, arg=[UPRIGHT["width"], UPRIGHT["height"]])
    before = board.root.bounding_box()
    button, hint = board.page.get_by_test_id("control-hint"), board.page.get_by_test_id("hint")
    button.tap()
    expect(hint).to_be_visible()
    hint.locator("p").first.evaluate("(text, longest) => (text.textContent = longest)", LONG_HINT)
    board.page.wait_for_function(FITS, arg=[UPRIGHT["width"], UPRIGHT["height"]])
    shown = hint.bounding_box()
    assert board.root.bounding_box() == before
    assert before is not None
    assert shown is not None
    assert shown["y"] >= before["y"] + before["height"]
    expect(button).to_be_hidden()
    hint.get_by_role("button", name="Close the hint").tap()
    button.tap(trial=True)


@pytest.mark.parametrize("viewport", [UPRIGHT, SMALL], ids=["usual", "small"])
def test_what_an_ai_player_did_and_why_is_read_whole_beside_the_board_of_a_phone(
    new_person: NewPerson, client: ServerClient, viewport: ViewportSize
) -> None:
    board = on_a_phone(new_person, client, "cascade")
    board.page.set_viewport_size(viewport)
    detail = board.page.get_by_test_id("detail")
    for number in range(3):
        board.make(at_random(number)(board.match()), by_taps)
        board.wait_for_turn(2 * number)
        expect(detail).to_contain_text("AI swapped")
        board.page.wait_for_function(FITS, arg=[viewport["width"], viewport["height"]])
        assert board.status.locator(".words").evaluate(WHOLE) or board.page.get_by_test_id("whole").is_visible()


def test_a_sentence_that_is_too_long_for_its_place_is_shown_whole_by_a_tap_or_a_key(
    new_person: NewPerson, client: ServerClient
) -> None:
    board = on_a_phone(new_person, client, "mosaic")
    page = board.page
    page.evaluate("document.documentElement.style.fontSize = '200%'")  # as somebody has it who reads large letters
    board.make(board.match()["legal"][0], by_taps)
    board.wait_for_turn(0)
    more, whole = page.get_by_role("button", name="More"), page.get_by_test_id("whole-sentence")
    more.tap()
    expect(whole).to_be_in_viewport(ratio=1)
    expect(whole).to_have_text(page.get_by_test_id("detail").inner_text())
    page.keyboard.press("Escape")
    expect(whole).to_have_count(0)
    more.press("Enter")
    expect(whole).to_be_visible()
    page.get_by_role("button", name="Less").tap()
    expect(whole).to_have_count(0)


def test_looking_back_in_flood_after_its_end_leaves_the_end_card_of_a_phone_in_sight(
    new_person: NewPerson, client: ServerClient
) -> None:
    board = Board(new_person(settings=STILL, **PHONE | {"viewport": UPRIGHT}))
    hosted = client.new_match("flood", [PERSON], variant={"size": 8, "limit_rule": "fixed", "limit": 2}, seed=7)
    hosted.play_on(2)
    board.person.open_match(hosted)
    page = board.page
    for look in False, True:
        if look:
            page.get_by_test_id("match-menu").tap()
            page.get_by_test_id("move-0").tap()
            expect(page.get_by_test_id("lookback")).to_be_visible()
        page.wait_for_function(FITS, arg=[UPRIGHT["width"], UPRIGHT["height"]])
        expect(page.get_by_test_id("again")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("viewport", [UPRIGHT, ON_ITS_SIDE], ids=["up", "side"])
def test_what_the_analysis_adds_to_the_end_card_takes_no_room_from_the_board(
    new_person: NewPerson, client: ServerClient, viewport: ViewportSize
) -> None:
    board = Board(new_person(settings=STILL, **PHONE | {"viewport": viewport}))
    match = client.new_match("pushmine", [PERSON, ai("easy")], seed=7)
    board.person.open_match(match)
    board.wait_for_turn()
    during = board.root.bounding_box()
    match.act("resign")
    again = board.page.get_by_test_id("again")
    expect(again).to_be_visible()
    before = board.root.bounding_box()
    assert during is not None
    assert before is not None
    assert before["width"] >= 0.9 * during["width"]
    board.result.evaluate("card => card.insertAdjacentHTML('beforeend', '<p>' + 'A long sentence. '.repeat(40))")
    assert board.root.bounding_box() == before
    box = again.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= viewport["height"]


def test_on_a_phone_the_end_card_says_why_above_its_buttons_and_see_it_leads_to_the_board(
    new_person: NewPerson, client: ServerClient
) -> None:
    board = Board(new_person(settings=STILL, **PHONE | {"viewport": UPRIGHT}))
    board.person.open_match(over(client, "duel"))
    page = board.page
    why, again = page.get_by_test_id("decisive").bounding_box(), page.get_by_test_id("again").bounding_box()
    assert why is not None
    assert again is not None
    assert why["y"] + why["height"] <= again["y"]
    page.wait_for_function(FITS, arg=[UPRIGHT["width"], UPRIGHT["height"]])
    more = page.get_by_role("button", name="More")
    more.tap()
    expect(page.get_by_role("link", name="Review")).to_be_in_viewport(ratio=1)
    expect(more).to_be_in_viewport(ratio=1)
    more.tap()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.get_by_test_id("lesson").get_by_role("button", name="See it").tap()
    for part in (page.get_by_role("button", name="Back to now"), page.get_by_test_id("seats")):
        expect(part).to_be_in_viewport(ratio=1)


def test_the_end_card_of_a_phone_is_seen_whole_when_a_rematch_is_wanted(
    new_person: NewPerson, client: ServerClient
) -> None:
    person = new_person(settings=STILL, **PHONE | {"viewport": UPRIGHT})
    rematch_wanted(person, client)
    expect(person.page.get_by_test_id("result")).to_be_in_viewport(ratio=1)


def test_between_two_people_a_phone_shows_names_and_clocks_and_a_request_takes_no_room_from_the_board(
    new_person: NewPerson, client: ServerClient
) -> None:
    hosted = client.new_match("mosaic", APART, seed=7, clock={"base": 180, "increment": 2})
    hosted.join(name="Alexander")
    board = Board(new_person(settings=STILL | {"soundOffered": True}, **PHONE | {"viewport": UPRIGHT}))
    board.person.open_match(hosted, 1)
    board.wait_for_turn()
    seats = board.page.get_by_test_id("seats")
    expect(seats).to_contain_text("Alexander")
    cut = "all => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
    assert seats.locator(".name").evaluate_all(cut) == []
    expect(seats).to_contain_text("/ 1000")
    expect(board.page.locator(".fact")).to_have_text("20 : 20 moves left")
    by_taps(board, board.match()["legal"][0])
    board.wait_for_ply(1)
    before = board.root.bounding_box()
    board.page.get_by_test_id("control-takeback").tap()
    expect(board.page.get_by_test_id("offer-takeback")).to_be_visible()
    assert board.root.bounding_box() == before
