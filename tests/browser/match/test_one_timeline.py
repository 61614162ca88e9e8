"""With animations on, board and panel recorded together: nothing beside the board is ever ahead of it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from quincunx.engine.match import Match
from tests.support.browsers.boards import GAMES, Board, at_random, by_clicks
from tests.support.browsers.canvas import forget, painted, record
from tests.support.browsers.clock import STEP, passes_until, stop_the_clock
from tests.support.browsers.person import PHONE, UPRIGHT, Person
from tests.support.browsers.scenes import over
from tests.support.fixtures import NewPerson
from tests.support.servers.client import PERSON, Json, ServerClient, ai

UPRIGHT_PHONE: Json = PHONE | {"viewport": UPRIGHT}
MOVING: Json = {"speed": 2}
SLOW: Json = {"speed": 0.1}
DELAY, BREATH = 500, 300
"""The response delay of the matches here, and the least rest before an answer, in milliseconds."""

SWAPPED = ("mosaic", "cascade")
"""Games whose tokens vanish, wave by wave."""

ANALYSIS = "**/api/matches/*/analysis"
AT_REST = "() => document.getAnimations().every((one) => one.playState !== 'running')"
RECORD = """() => {
  const frames = (window.frames_seen = []);
  const text = (id) => document.querySelector(`[data-testid="${id}"]`)?.textContent.replace(/\\s+/g, ' ').trim() ?? '';
  const note = () => {
    const board = document.querySelector('[data-testid="board"]');
    const play = document.querySelector('[data-testid="play"]');
    if (!board || !play) return;
    const counts = [...document.querySelectorAll('[data-testid="seats"] .numbers b')].map((b) => Number(b.textContent));
    const frame = {
      moving: board.dataset.moving === 'true',
      seen: Number(board.dataset.seen ?? 0),
      ply: Number(play.dataset.ply),
      goal: Number((board.closest('[data-ply]') ?? board).dataset.ply),
      listed: document.querySelectorAll('[data-testid^="move-"][type=button] .ply').length,
      status: text('status'), detail: text('detail'), said: text('announcement'), moves: text('moves'), counts,
    };
    if (JSON.stringify(frames.at(-1)) !== JSON.stringify(frame)) frames.push(frame);
  };
  const attributeFilter = ['data-moving', 'data-seen', 'data-ply'];
  new MutationObserver(note).observe(document.body,
    { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter });
  note();
}"""


SHUT_IN: Json = {"cells": ["R.RGGG", "GRGGGG", "GGGGGG", "......", "......", "......"], "turn": 1}
"""With b1, its only move, Red closes itself in, and Green fills 18 cells."""

LAST_MOVE, PASS = "#ffcc00", "pass"
"""The colour of the last move's frame, and what the board says of a pass."""

EVERY_FRAME = """() => {
  const frames = (window.frames_painted = []);
  const { strokes, texts } = window.painted;
  const note = () => {
    const board = document.querySelector('[data-testid="board"]');
    const status = document.querySelector('[data-testid="status"]');
    frames.push({
      moving: board.dataset.moving === 'true', status: status.textContent.replace(/\\s+/g, ' ').trim(),
      strokes: [...strokes], texts: [...texts],
    });
    strokes.clear();
    texts.clear();
    requestAnimationFrame(note);
  };
  note();
}"""

FRAMED_AT_THE_END = """colour =>
  frames_painted.some(({ status, strokes }) => status.includes('AI wins') && strokes.includes(colour))"""


def by_points(counts: list[int], event: Json, seat: int) -> None:
    if event["kind"] == "cleared":
        counts[seat - 1] += event["points"]


def by_tokens(counts: list[int], event: Json, seat: int) -> None:
    if event["kind"] == "cleared":
        for index, colour in enumerate("bo"):
            counts[index] -= event["colours"].count(colour)


def by_tiles(counts: list[int], event: Json, seat: int) -> None:
    if event["kind"] == "placed":
        counts[seat - 1] += 1
    elif event["kind"] == "captured":
        counts[seat - 1] += len(event["cells"])
        counts[2 - seat] -= len(event["cells"])


def by_mines(counts: list[int], event: Json, seat: int) -> None:
    counts[seat - 1] += {"mine_earned": 1, "mine_placed": -1}.get(event["kind"], 0)


COUNTING: dict[str, tuple[str, Callable[[list[int], Json, int], None]]] = {
    "mosaic": ("scores", by_points),
    "cascade": ("tokens", by_tokens),
    "duel": ("tiles", by_tiles),
    "pushmine": ("mines", by_mines),
}
"""What the seats' numbers are called in a view, and how an event changes them."""


CLEARED = re.compile(r"(\d+) clear(?: for (\d+))?")
"""What the sentence beside the board says while tokens vanish: "6 clear for 66 in 2 waves"."""


def counted(game: str, steps: list[Json], frame: Json) -> list[int]:
    """The seats' numbers when this many events of the move on the board have been seen."""
    name, count = COUNTING[game]
    numbers = list(steps[frame["ply"]]["view"][name])
    made = [(event, step["seat"]) for step in steps[frame["ply"] + 1 : frame["goal"] + 1] for event in step["events"]]
    for event, seat in made[: frame["seen"]]:
        count(numbers, event, seat)
    return numbers


def in_the_sentence(frame: Json) -> tuple[int, int]:
    """How many tokens have gone, and for how many points, by the sentence beside the board."""
    said = CLEARED.search(frame["detail"])
    return (int(said[1]), int(said[2] or 0)) if said else (0, 0)


def cleared(steps: list[Json], frame: Json) -> tuple[int, int]:
    """The same, by the events of the move on the board that have been seen."""
    events = [event for step in steps[frame["ply"] + 1 : frame["goal"] + 1] for event in step["events"]]
    waves = [event for event in events[: frame["seen"]] if event["kind"] == "cleared"]
    return sum(len(wave["cells"]) for wave in waves), sum(wave["points"] for wave in waves)


def recorded(board: Board, moves: int) -> list[Json]:
    """A few moves and their answers, and everything that board and panel showed meanwhile."""
    board.wait_for_turn()
    board.page.evaluate(RECORD)
    for number in range(moves):
        match = board.match()
        if match["result"] is not None:
            break
        board.make(at_random(number)(match), by_clicks)
        expect(board.root).to_have_attribute("data-moving", "false")
    frames: list[Json] = board.page.evaluate("frames_seen")
    return frames


def begun(new_person: NewPerson, client: ServerClient, game: str, settings: Json = MOVING) -> Board:
    seats = [PERSON] if game == "flood" else [PERSON, ai("easy")]
    person: Person = new_person(settings=settings)
    person.open_match(client.new_match(game, seats, seed=7, response_delay=DELAY))
    return Board(person)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_beside_the_board_is_ahead_of_it(new_person: NewPerson, client: ServerClient, game: str) -> None:
    board = begun(new_person, client, game)
    frames = recorded(board, 2)
    steps: list[Json] = client.get(f"/api/matches/{board.id}/replay").json()["steps"]
    on_its_way = [frame for frame in frames if frame["moving"]]
    assert {frame["goal"] for frame in on_its_way} == set(range(1, len(steps))), "every move was seen on its way"
    for frame in on_its_way:
        assert frame["listed"] == frame["ply"] == frame["goal"] - 1, frame
        assert "Your turn" not in frame["status"], frame
        if game == "flood":
            assert frame["moves"].startswith(str(frame["ply"])), frame
        else:
            assert frame["counts"] == counted(game, steps, frame), frame
        if game in SWAPPED:
            assert in_the_sentence(frame) == cleared(steps, frame), frame
    if game in SWAPPED:
        assert any(in_the_sentence(frame) > (0, 0) for frame in on_its_way), "the sentence counts"
    announced = [frame["said"] for frame in frames if not frame["moving"]]
    assert all(frame["said"] in announced for frame in on_its_way), "nothing is said before it is shown"
    at_rest = [frame for frame in frames if not frame["moving"] and frame["ply"] == frame["goal"]]
    for frame in at_rest:
        if game != "flood":
            assert frame["counts"] == steps[frame["ply"]]["view"][COUNTING[game][0]], frame


@pytest.mark.parametrize(("delay", "rest"), [(DELAY, DELAY), (0, BREATH)])
def test_the_answer_begins_when_the_board_has_rested_for_the_response_delay_or_a_breath(
    new_person: NewPerson, client: ServerClient, delay: int, rest: int
) -> None:
    """By the page's own clock. It stands still until the answer has come: the board is then still on its way."""
    person: Person = new_person(settings=MOVING)
    person.page.clock.install()
    hosted = client.new_match("duel", [PERSON, ai("easy")], seed=7, response_delay=delay)
    with person.page.expect_websocket() as connection:
        person.open_match(hosted)
    board = Board(person)
    board.wait_for_turn()
    stop_the_clock(person)
    with connection.value.expect_event("framereceived", lambda message: '"ply":2' in str(message)):
        by_clicks(board, at_random(1)(board.match()))
    passes_until(board, moving=False)
    expect(board.play).to_have_attribute("data-ply", "1")
    assert rest - STEP <= passes_until(board, moving=True) <= rest + STEP


def test_a_click_skips_ahead_on_the_board_and_beside_it(new_person: NewPerson, client: ServerClient) -> None:
    board = begun(new_person, client, "mosaic", SLOW)
    board.wait_for_turn()
    board.page.evaluate(RECORD)
    by_clicks(board, at_random(1)(board.match()))
    expect(board.root).to_have_attribute("data-moving", "true")
    board.page.mouse.click(*board.place("a1"))
    board.wait_for_ply(1)
    frames: list[Json] = board.page.evaluate("frames_seen")
    events = client.get(f"/api/matches/{board.id}/replay").json()["steps"][1]["events"]
    assert max(frame["seen"] for frame in frames if frame["goal"] == 1 and frame["moving"]) < len(events)


def shut_in(new_person: NewPerson, client: ServerClient, settings: Json, options: Json) -> Board:
    """Somebody whose next move is the last one that they can make."""
    person: Person = new_person(settings=settings, **options)
    record(person)
    start = Match("duel", setup=SHUT_IN).exact_id()
    person.open_match(client.new_match("duel", [PERSON, ai("easy")], record=start, response_delay=DELAY))
    board = Board(person)
    board.wait_for_turn()
    return board


@pytest.mark.parametrize(
    ("options", "act"),
    [pytest.param({}, "Click", id="wide", marks=pytest.mark.long), pytest.param(UPRIGHT_PHONE, "Tap", id="phone")],
)
def test_while_the_rest_is_filled_one_line_says_so_and_the_board_shows_no_pass_and_frames_no_empty_cell(
    new_person: NewPerson, client: ServerClient, options: Json, act: str
) -> None:
    board = shut_in(new_person, client, {"speed": 1}, options)
    board.page.evaluate(EVERY_FRAME)
    by_clicks(board, "b1")
    expect(board.status.get_by_text("You cannot move any more")).to_be_in_viewport(ratio=1)
    expect(board.status.get_by_text(f"AI fills the rest. {act} the board to skip.")).to_be_in_viewport(ratio=1)
    expect(board.status).to_contain_text("AI wins")
    board.page.wait_for_function(FRAMED_AT_THE_END, arg=LAST_MOVE)
    frames: list[Json] = board.page.evaluate("frames_painted")
    line = f"You cannot move any more AI fills the rest. {act} the board to skip."
    first = next(at for at, frame in enumerate(frames) if line in frame["status"])
    filling = [frame for frame in frames[first:] if frame["moving"]]
    assert filling
    for frame in filling:
        assert frame["status"] == line
    assert not any(PASS in frame["texts"] for frame in frames), "no bubble, and none that fades over the final board"
    # What was painted before the first of these frames belongs to the board at rest.
    assert not any(LAST_MOVE in frame["strokes"] for frame in filling[1:])


def test_a_click_on_the_board_skips_a_filling(new_person: NewPerson, client: ServerClient) -> None:
    board = shut_in(new_person, client, SLOW, {})
    by_clicks(board, "b1")
    board.page.mouse.click(*board.place("a1"))
    expect(board.status).to_contain_text("AI fills the rest")
    expect(board.root).to_have_attribute("data-moving", "true")
    forget(board)
    board.page.evaluate(RECORD)
    board.page.mouse.click(*board.place("f6"))
    expect(board.status).to_contain_text("AI wins")
    frames: list[Json] = board.page.evaluate("frames_seen")
    assert max(frame["seen"] for frame in frames if frame["moving"]) < len(board.match()["history"]) // 2
    assert PASS not in painted(board).texts


def test_the_end_card_says_what_decided_and_offers_that_moment_again(person: Person, client: ServerClient) -> None:
    hosted = over(client, "duel")
    person.open_match(hosted)
    board = Board(person)
    match = hosted.match()
    tiles = match["view"]["tiles"]
    assert match["result"] == "2", "the seed of the small match lets the AI player win"
    sign = board.result.locator(".title svg")
    expect(sign).to_have_attribute("data-shape", "ring")
    expect(sign).to_be_visible()
    expect(board.page.get_by_test_id("final-score")).to_have_text(f"{tiles[0]} : {tiles[1]}")
    lesson = board.page.get_by_test_id("lesson")
    expect(lesson).to_contain_text("you could have placed a tile on")
    expect(board.page.get_by_test_id("decisive")).to_contain_text("decided it: AI placed a tile on")
    lesson.get_by_role("button", name="See it").click()
    expect(board.page.get_by_test_id("lookback")).to_contain_text("Star: better move. Frame: played.")
    board.page.get_by_role("button", name="Back to now").click()
    board.page.get_by_test_id("retry").click()
    board.page.wait_for_url(lambda url: hosted.id not in url)
    board.wait_for_turn()
    again = board.match()
    assert again["turn"] == 1
    assert 0 < again["ply"] < match["ply"]
    made, before = ([entry["move"] for entry in one["history"]] for one in (again, match))
    assert made == before[: again["ply"]]
    assert again["assisted"], "so it moves no number"
    expect(board.page.get_by_text(f"from move {again['ply'] + 1}", exact=True)).to_be_visible()


@pytest.mark.parametrize(
    "options", [pytest.param({}, id="wide", marks=pytest.mark.long), pytest.param(UPRIGHT_PHONE, id="phone")]
)
def test_no_button_of_the_end_card_moves_away_when_the_analysis_comes(
    new_person: NewPerson, client: ServerClient, options: Json
) -> None:
    person = new_person(**options)
    held: list[Route] = []
    person.page.route(ANALYSIS, lambda route: held.append(route), times=1)
    with person.page.expect_request(ANALYSIS):
        person.open_match(over(client, "duel"))
    again = person.page.get_by_test_id("again")
    expect(again).to_be_visible()
    person.page.wait_for_function(AT_REST)
    before = again.bounding_box()
    held[0].continue_()
    expect(person.page.get_by_test_id("retry")).to_be_visible()
    person.page.wait_for_function(AT_REST)
    after = again.bounding_box()
    assert before is not None
    assert after is not None
    assert (after["x"], after["y"]) == pytest.approx((before["x"], before["y"]), abs=1)
