"""What the specifications say of the pages, in a real browser: what is drawn, said and offered, and where."""

import re
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from quincunx.server.settings import Settings
from tests.browser.boards import SWAP, Board, at_random, by_clicks, by_drag, by_palette, small_table
from tests.browser.canvas import forget, painted, pixels, record, wait_for_text
from tests.browser.fixtures import Newcomer
from tests.browser.people import Person
from tests.browser.scenes import lost_alone, over
from tests.server.running import wait_until
from tests.server.table import PERSON, TWO_PEOPLE, House, Json, Table, ours

WEB = Path(__file__).parent.parent.parent / "web" / "src"
SPEC = (WEB / "board" / "spec.ts").read_text(encoding="utf-8")
FLOOD = WEB / "games" / "flood"
NAMES = {"mosaic": "Stack Swap Mosaic", "cascade": "Color Cascade Grid"}
SEAT_COLOURS = {"mosaic": ("#1e90ff", "#ff6347"), "cascade": ("#1e90ff", "#ff8c00")}
CELL_SIDES = {"mosaic": 45, "cascade": 48}
GRID_LINE, OUTLINE, VALID_MOVE, LAST_MOVE = "#333333", "#aaaaaa", "#66ccff", "#ffcc00"
STEP_MS = 180
AI_DELAY_MS = 500
MOVING: Json = {"speed": 1}
match3 = pytest.mark.parametrize("game", ["mosaic", "cascade"])


def seated(person: Person, table: Table) -> Board:
    """Somebody at the board of a match, and it is their turn."""
    person.sit_down(table)
    board = Board(person)
    board.wait_for_turn()
    return board


def against_ours(house: House, game: str, **asked: Any) -> Table:
    return house.table(game, [PERSON, ours("easy")], **{"seed": 7} | asked)


def preview(table: Table, move: str) -> Json:
    ply = table.match()["ply"]
    shown: Json = table.house.post(f"{table.path}/preview", {"move": move, "ply": ply}).json()
    return shown


def kinds(shown: Json) -> list[str]:
    return [event["kind"] for event in shown["events"]]


def no_line(match: Json) -> list[str]:
    """Two neighbours that make no line."""
    cells = match["view"]["cells"]
    for row in range(len(cells)):
        for col in range(len(cells) - 1):
            pair = [f"{chr(97 + col + step)}{row + 1}" for step in (0, 1)]
            if "".join(pair) not in match["legal"] and "." not in cells[row][col : col + 2]:
                return pair
    raise AssertionError("every swap is legal")


# Stack Swap Mosaic and Color Cascade Grid.


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
    assert pixels(board, GRID_LINE) > 0, "and something is drawn on it"


@pytest.mark.statement("mosaic", "player.2")
@pytest.mark.statement("cascade", "player.2")
@pytest.mark.statement("mosaic", "style.3")
@pytest.mark.statement("cascade", "style.3")
@pytest.mark.statement("mosaic", "style.4")
@pytest.mark.statement("cascade", "style.4")
@match3
def test_seats_and_their_last_moves_have_the_disc_colours(person: Person, house: House, game: str) -> None:
    table = house.table(game, TWO_PEOPLE, seed=7)
    board = seated(person, table)
    signs = board.page.get_by_test_id("seats").locator("svg")
    assert [sign.evaluate("sign => sign.style.getPropertyValue('--paint')") for sign in signs.all()] == [
        *SEAT_COLOURS[game]
    ]
    for seat, colour in enumerate(SEAT_COLOURS[game], start=1):
        other = SEAT_COLOURS[game][2 - seat]
        move = board.match()["legal"][0]
        board.make(move, by_clicks)
        board.page.mouse.move(5, 5)
        spots = SWAP.match(move)
        assert spots is not None
        mark = [sum(pixels(board, one, spot) for spot in spots.groups()) for one in (colour, other, "#000000")]
        assert mark[0] > 5, "the last mover's colour is at the last move"
        assert mark[1:] == [0, 0]


@pytest.mark.statement("mosaic", "style.1")
@pytest.mark.statement("cascade", "style.1")
@match3
def test_a_cell_is_so_many_units_wide(person: Person, house: House, game: str) -> None:
    side = CELL_SIDES[game]
    assert re.search(rf"CELL_UNITS = {{.*\b{game}: {side}\b", SPEC)
    board = seated(person, against_ours(house, game))
    art = (WEB / "games" / game / "drawing.ts").read_text(encoding="utf-8")
    labels, edge = (int(re.search(rf"const {name} = (\d+);", art)[1]) for name in ("LABELS", "EDGE"))  # type: ignore[index]
    size = len(board.match()["view"]["cells"])
    cell, whole = board.spot("a1").bounding_box(), board.root.locator("canvas").bounding_box()
    assert cell is not None
    assert whole is not None
    assert cell["width"] / whole["width"] == pytest.approx(side / (labels + size * side + edge), abs=1e-4)
    assert cell["width"] == pytest.approx(cell["height"], abs=0.1)


@pytest.mark.statement("mosaic", "style.2")
@pytest.mark.statement("cascade", "style.2")
@pytest.mark.statement("mosaic", "style.5")
@pytest.mark.statement("cascade", "style.5")
@match3
def test_grid_lines_and_outlines_have_their_colours(person: Person, house: House, game: str) -> None:
    record(person)
    board = seated(person, against_ours(house, game))
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
def test_valid_moves_are_highlighted_in_their_colour(person: Person, house: House, game: str) -> None:
    board = seated(person, against_ours(house, game))
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


def names_of(match: Json) -> Iterator[str]:
    for row, cells in enumerate(match["view"]["cells"]):
        for col in range(len(cells)):
            yield f"{chr(97 + col)}{row + 1}"


@pytest.mark.statement("mosaic", "style.7")
@pytest.mark.statement("cascade", "style.7")
@match3
def test_the_last_move_is_highlighted_in_its_colour(person: Person, house: House, game: str) -> None:
    board = seated(person, house.table(game, TWO_PEOPLE, seed=7))
    move = board.match()["legal"][0]
    swap = SWAP.match(move)
    assert swap is not None
    assert [pixels(board, LAST_MOVE, spot) for spot in swap.groups()] == [0, 0]
    board.make(move, by_clicks)
    board.page.mouse.move(5, 5)
    assert all(pixels(board, LAST_MOVE, spot) > 20 for spot in swap.groups())


@pytest.mark.statement("mosaic", "style.8")
@pytest.mark.statement("cascade", "style.8")
@match3
def test_a_step_of_the_animation_takes_180_ms(newcomer: Newcomer, house: House, game: str) -> None:
    """Two tokens that make no line change places and back: two steps."""
    assert f"STEP_MS = {STEP_MS};" in SPEC
    person = newcomer(settings=MOVING)
    person.page.clock.install()
    board = seated(person, against_ours(house, game))
    stop_the_clock(person)
    for name in no_line(board.match()):
        board.page.mouse.click(*board.place(name))
    expect(board.root).to_have_attribute("data-moving", "true")
    assert 2 * STEP_MS - 40 <= duration(board) <= 2 * STEP_MS + 40


def stop_the_clock(person: Person) -> None:
    """From now on the page's time passes only as the test says."""
    person.page.clock.pause_at(person.page.evaluate("Date.now() / 1000") + 1)


def duration(board: Board, most: int = 10_000) -> int:
    """For how many milliseconds of the page's own clock the pieces move on."""
    for passed in range(0, most, 20):
        if board.root.get_attribute("data-moving") != "true":
            return passed
        board.page.clock.run_for(20)
    raise AssertionError(f"still moving after {most} ms")


@pytest.mark.statement("mosaic", "ui.16")
@pytest.mark.statement("mosaic", "technical.2")
@pytest.mark.statement("cascade", "technical.2")
@match3
def test_cascades_are_animated_wave_by_wave_with_a_new_picture_for_every_frame(
    newcomer: Newcomer, house: House, game: str
) -> None:
    table, move, waves = with_waves(house, game)
    person = newcomer(settings=MOVING)
    person.page.clock.install()
    board = seated(person, table)
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


def with_waves(house: House, game: str) -> tuple[Table, str, int]:
    """A board with a move that clears in two waves; in cascade, where nothing drops, in one at least."""
    for seed in range(60):
        lively = {"opening_cap": 0, "colours": 4} if game == "mosaic" else {}
        table = house.table(game, TWO_PEOPLE, seed=seed, variant=lively)
        for move in table.match()["legal"]:
            waves = kinds(preview(table, move)).count("cleared")
            if waves >= (2 if game == "mosaic" else 1):
                return table, move, waves
    raise AssertionError("no such board")


def picture(board: Board) -> int:
    """A digest of what the canvas shows."""
    digest = """() => { const canvas = document.querySelector('[data-testid=board] canvas');
      const copy = Object.assign(document.createElement('canvas'), { width: 300, height: 300 });
      const paint = copy.getContext('2d', { willReadFrequently: true });
      paint.drawImage(canvas, 0, 0, 300, 300);
      const { data } = paint.getImageData(0, 0, 300, 300);
      return data.reduce((sum, part, i) => (sum * 31 + part * (i % 7 + 1)) % 1e9, 7); }"""
    return int(board.page.evaluate(digest))


@pytest.mark.statement("mosaic", "technical.3")
@pytest.mark.statement("cascade", "technical.3")
@match3
def test_a_board_can_be_played_within_1000_ms_of_asking_for_its_page(
    newcomer: Newcomer, house: House, game: str
) -> None:
    """The quickest of several: how quick it is on average, a benchmark says."""
    table = against_ours(house, game)
    person = newcomer()
    board = seated(person, table)
    took = []
    for _ in range(8):
        began = time.perf_counter()
        person.page.reload(wait_until="commit")
        board.wait_for_turn()
        expect(board.spot("a1")).to_be_visible()
        took.append(time.perf_counter() - began)
        if took[-1] < 1.0:
            break
    assert min(took) < 1.0


@pytest.mark.statement("mosaic", "ai.4")
@pytest.mark.statement("cascade", "ai.4")
@pytest.mark.statement("mosaic", "config.3")
@pytest.mark.statement("cascade", "config.3")
@match3
def test_our_player_answers_no_sooner_than_500_ms(person: Person, house: House, game: str) -> None:
    assert Settings.model_fields["response_delay_ms"].default == AI_DELAY_MS
    board = seated(person, against_ours(house, game, response_delay=AI_DELAY_MS))
    move = board.match()["legal"][0]
    began = time.perf_counter()
    board.make(move, by_clicks)
    assert time.perf_counter() - began >= AI_DELAY_MS / 1000
    assert board.match()["history"][1]["seat"] == 2


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
def test_you_and_ai_take_turns_and_the_ai_is_seen_to_think(person: Person, house: House, game: str) -> None:
    board = seated(person, against_ours(house, game, response_delay=1500))
    seats = board.page.get_by_test_id("seats").get_by_role("listitem")
    expect(board.status).to_contain_text("Your turn")
    expect(seats.nth(0)).to_contain_text(re.compile("You.*to move", re.DOTALL))
    by_clicks(board, board.match()["legal"][0])
    expect(board.status).to_contain_text("AI is thinking")
    expect(seats.nth(1)).to_contain_text(re.compile("AI.*to move", re.DOTALL))
    board.wait_for_turn(1)
    expect(board.status).to_contain_text("Your turn")
    expect(board.page.get_by_test_id("detail")).to_contain_text(f"AI: {board.match()['history'][1]['move']}")


@pytest.mark.statement("mosaic", "ui.13")
@pytest.mark.statement("cascade", "ui.10")
@match3
def test_the_move_of_our_player_is_animated(newcomer: Newcomer, house: House, game: str) -> None:
    board = seated(newcomer(settings=MOVING), against_ours(house, game))
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
def test_a_click_on_restart_starts_over_when_the_match_is_over_or_resigned(
    person: Person, house: House, game: str
) -> None:
    table = against_ours(house, game)
    board = seated(person, table)
    board.make(board.match()["legal"][0], by_clicks)
    board.page.get_by_test_id("control-restart").click()
    dialog = board.page.get_by_role("dialog")
    expect(dialog).to_contain_text("This game restarts when it is over")
    dialog.get_by_role("button", name="Cancel").click()
    assert table.match()["ply"] == 2
    table.acted("resign")
    expect(board.status).to_contain_text("AI wins")
    board.page.get_by_role("button", name="Same board").click()
    board.wait_for_ply(0)
    assert table.match()["status"] == "playing"


@pytest.mark.statement("mosaic", "ui.9")
@pytest.mark.statement("cascade", "ui.6")
@match3
def test_a_swap_is_proposed_by_clicking_two_adjacent_cells(person: Person, house: House, game: str) -> None:
    board = seated(person, against_ours(house, game))
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
def test_hovering_shows_what_a_swap_would_clear_and_is_no_hint(person: Person, house: House, game: str) -> None:
    record(person)
    table = house.table(game, [PERSON, ours("easy")])
    board = seated(person, table)
    move = table.match()["legal"][0]
    swap = SWAP.match(move)
    assert swap is not None
    told = preview(table, move)
    forget(board)
    (x, y), (to_x, to_y) = board.place(swap[1]), board.place(swap[2])
    board.page.mouse.move(x + (to_x - x) * 0.3, y + (to_y - y) * 0.3)
    points = sum(event.get("points", 0) for event in told["events"])
    wanted = rf"\+{points}$" if game == "mosaic" else r"clears \d+$"
    wait_for_text(board, ("^at least " if told["at_least"] else "^") + wanted)
    assert table.match()["assisted"] is False
    assert table.match()["ply"] == 0


@pytest.mark.statement("mosaic", "ui.15")
def test_the_winner_the_loser_and_a_draw_are_announced(newcomer: Newcomer, house: House) -> None:
    ends: list[tuple[Json, str]] = [
        ({"target": 1}, "You win"),
        ({"max_moves": 1, "target": 100_000, "limit_rule": "draw"}, "Draw"),
    ]
    for variant, title in ends:
        board = seated(newcomer(), against_ours(house, "mosaic", variant=variant))
        board.play_on([by_clicks])
        expect(board.result).to_contain_text(title)
        expect(board.page.get_by_test_id("announcement")).to_contain_text(title)
    table = against_ours(house, "mosaic")
    board = seated(newcomer(), table)
    table.acted("resign")
    expect(board.result).to_contain_text("AI wins")


@pytest.mark.statement("cascade", "ui.12")
def test_the_winner_is_announced(person: Person, house: House) -> None:
    table = over(house, "cascade")
    person.sit_down(table)
    title = {"1": "You win", "2": "AI wins", "draw": "Draw"}[table.match()["result"]]
    expect(Board(person).result).to_contain_text(title)


@pytest.mark.statement("mosaic", "ui.6")
@pytest.mark.statement("mosaic", "ui.7")
@pytest.mark.statement("mosaic", "ui.8")
def test_scores_target_and_moves_remaining_are_shown(person: Person, house: House) -> None:
    table = against_ours(house, "mosaic")
    board = seated(person, table)
    standing = board.page.locator("dl", has_text="Target")
    expect(standing).to_contain_text("1000")
    expect(standing).to_contain_text(re.compile(r"Moves left\s*20"))
    board.make(board.match()["legal"][0], by_clicks)
    scores = board.match()["view"]["scores"]
    assert scores[0] > 0
    for seat, score in zip(board.page.get_by_test_id("seats").get_by_role("listitem").all(), scores, strict=True):
        expect(seat).to_contain_text(f"{score} points")
    expect(standing).to_contain_text(re.compile(r"Moves left\s*19"))


@pytest.mark.statement("mosaic", "config.2p")
@pytest.mark.statement("cascade", "config.2p")
@match3
def test_the_difficulty_can_be_changed_at_the_board(person: Person, house: House, game: str) -> None:
    board = seated(person, against_ours(house, game))
    board.page.get_by_label("Level of AI").select_option("hard")
    expect(board.page.get_by_text("The AI plays hard from now on.")).to_be_attached()
    assert board.match()["seats"][1]["level"] == "hard"


@pytest.mark.statement("cascade", "setup.2p")
def test_tokens_have_the_colours_of_a_fixed_palette(person: Person, house: House) -> None:
    palette = {"b": "#4aa3ff", "o": "#ff7a59", "g": "#5ec98f", "v": "#b98cff"}
    listed = (WEB / "board" / "paint" / "palettes.ts").read_text(encoding="utf-8")
    assert all(colour in listed for colour in palette.values())
    record(person)
    board = seated(person, against_ours(house, "cascade"))
    cells = board.match()["view"]["cells"]
    assert set("".join(cells)) == set(palette)
    board.page.mouse.move(5, 5)
    labels: dict[str, set[str]] = {}
    for name in names_of(board.match()):
        look = cells[int(name[1:]) - 1][ord(name[0]) - 97]
        told = board.spot(name).get_attribute("aria-label") or ""
        labels.setdefault(look, set()).add(told.split(", ")[1])
    assert all(len(names) == 1 for names in labels.values()), "a colour has one name"
    assert len(set().union(*labels.values())) == len(palette)


@pytest.mark.statement("cascade", "turns.2")
def test_a_soft_timer_of_30_seconds_is_shown_and_moves_for_nobody(newcomer: Newcomer, house: House) -> None:
    person = newcomer()
    person.page.clock.install()
    board = seated(person, against_ours(house, "cascade"))
    timer = board.page.get_by_role("timer", name="Suggested time for this turn")
    expect(timer).to_have_text(re.compile(r"^\s*(30|29|28) s\s*$"))
    person.page.clock.fast_forward(31_000)
    expect(timer).to_contain_text("Take your time")
    # Half a minute went by in a moment: the page takes its connection for dead, and has another soon.
    expect(board.page.get_by_test_id("connection")).to_have_attribute("data-state", "live")
    board.make(board.match()["legal"][0], by_clicks)


# Infinity Grid Duel.


@pytest.mark.statement("duel", "1.0")
def test_1_0_a_new_game_starts_in_either_mode(newcomer: Newcomer) -> None:
    for choice, mode in [("Two people here", "pvp"), ("You against the AI", "pvai")]:
        person = newcomer()
        person.go("/")
        person.page.get_by_test_id("game-duel").get_by_role("button", name="Set up").click()
        sheet = person.page.get_by_role("dialog")
        sheet.get_by_text(choice).click()
        sheet.get_by_role("button", name="Play", exact=True).click()
        board = Board(person)
        board.wait_for_turn()
        assert board.match()["mode"] == mode


@pytest.mark.statement("duel", "4.3")
@pytest.mark.statement("duel", "10.2")
def test_10_2_the_page_says_whose_turn_it_is(person: Person, house: House) -> None:
    board = seated(person, house.table("duel", TWO_PEOPLE))
    seats = board.page.get_by_test_id("seats").get_by_role("listitem")
    for ply, name in enumerate(("Red", "Green", "Red")):
        expect(board.status).to_contain_text(f"{name} to move")
        expect(seats.nth(ply % 2)).to_contain_text("to move")
        expect(seats.nth(1 - ply % 2)).not_to_contain_text("to move")
        board.make(at_random(ply)(board.match()), by_clicks)


@pytest.mark.statement("duel", "10.0")
@pytest.mark.statement("duel", "10.1")
def test_10_1_empty_red_and_green_cells_look_different(person: Person, house: House) -> None:
    board = seated(person, house.table("duel", TWO_PEOPLE))
    expect(board.page.get_by_role("gridcell")).to_have_count(36)
    for move in ("b2", "e5"):
        board.make(move, by_clicks)
    board.page.mouse.move(5, 5)
    red, green = "#f0644f", "#4fbf87"
    looks = {spot: (shades(board, spot, red), shades(board, spot, green)) for spot in ("b2", "e5", "f1")}
    assert looks == {"b2": (True, False), "e5": (False, True), "f1": (False, False)}
    for spot, name in (("b2", "red tile"), ("e5", "green tile"), ("f1", "empty")):
        expect(board.spot(spot)).to_have_attribute("aria-label", re.compile(name))


def shades(board: Board, spot: str, colour: str) -> bool:
    """Whether a cell is painted in shades of this colour: its middle is nearer to it than a quarter of the way."""
    box = board.spot(spot).bounding_box()
    assert box is not None
    wanted = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    near = 0
    for part in (0.2, 0.3, 0.7, 0.8):
        shown = board.page.evaluate(PIXEL, [box["x"] + box["width"] * part, box["y"] + box["height"] / 2])
        near += max(abs(one - other) for one, other in zip(shown, wanted, strict=True)) < 64
    return near >= 3


PIXEL = """([x, y]) => {
  const canvas = document.querySelector('[data-testid=board] canvas');
  const place = canvas.getBoundingClientRect();
  const copy = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
  const paint = copy.getContext('2d', { willReadFrequently: true });
  const scale = canvas.width / place.width;
  paint.drawImage(canvas, -Math.round((x - place.x) * scale), -Math.round((y - place.y) * scale));
  return [...paint.getImageData(0, 0, 1, 1).data.slice(0, 3)];
}"""


@pytest.mark.statement("duel", "8.0")
@pytest.mark.statement("duel", "10.3")
def test_10_3_all_moves_are_listed_with_colour_row_and_column(person: Person, house: House) -> None:
    table = house.table("duel", TWO_PEOPLE)
    board = seated(person, table)
    for move in ("c4", "c5", "b4"):
        board.make(move, by_clicks)
    listed = board.page.get_by_role("region", name="Moves").get_by_role("listitem")
    expect(listed).to_have_count(3)
    assert [text.split()[1] for text in reversed(listed.all_inner_texts())] == ["c4", "c5", "b4"]
    board.page.get_by_test_id("control-history").click()
    rows = board.page.get_by_role("region", name="All moves").get_by_role("row")
    expect(rows).to_have_count(4)
    told = [row.get_by_role("cell").all_inner_texts() for row in rows.all()[1:]]
    assert [[text.strip() for text in row[:5]] for row in told] == [
        ["1", "Red", "c4", "4", "c"],
        ["2", "Green", "c5", "5", "c"],
        ["3", "Red", "b4", "4", "b"],
    ]


@pytest.mark.statement("duel", "10.4")
def test_10_4_the_winner_or_a_draw_is_shown(newcomer: Newcomer, house: House) -> None:
    seen = set()
    for seed in range(30):
        table = house.table("duel", TWO_PEOPLE, variant={"size": 3 if seed % 2 else 2})
        choose = at_random(seed)
        while (match := table.match())["result"] is None:
            table.played(choose(match))
        result = table.match()["result"]
        if result in seen:
            continue
        seen.add(result)
        person = newcomer()
        person.sit_down(table)
        expect(Board(person).result).to_contain_text({"1": "Red wins", "2": "Green wins", "draw": "Draw"}[result])
    assert len(seen) >= 2, "several ends were seen"


@pytest.mark.statement("duel", "10.5")
def test_10_5_menu_board_and_history_lead_to_each_other(person: Person, house: House) -> None:
    table = house.table("duel", TWO_PEOPLE)
    board = seated(person, table)
    board.make("c3", by_clicks)
    page = person.page
    page.get_by_test_id("control-history").click()
    page.wait_for_url("**/history*")
    page.get_by_role("link", name="Back to the board").click()
    board.wait_for_turn()
    for leave in ("board", "history"):
        if leave == "history":
            person.go(f"/match/{table.id}/history")
        page.get_by_role("navigation", name="This match").get_by_role("link", name="Games").click()
        page.wait_for_url(f"{house.address}/")
        page.get_by_role("region", name="Unfinished matches").get_by_role("link").click()
        board.wait_for_turn()


# Pushmine.


@pytest.mark.statement("pushmine", "progress.4")
def test_every_line_has_an_arrow_at_each_end_that_pushes_it(person: Person, house: House) -> None:
    board = seated(person, house.table("pushmine", TWO_PEOPLE))
    pushes = [f"{row}{way}" for row in range(1, 6) for way in "><"] + [f"{col}{way}" for col in "abcde" for way in "v^"]
    assert sorted(board.match()["legal"]) == sorted(pushes)
    for push in pushes:
        expect(board.spot(push)).to_have_attribute("aria-label", re.compile("^push .*, legal$"))
    before = picture(board)
    board.page.mouse.move(*board.place("3>"))
    wait_until(lambda: picture(board) != before)  # the line leans to where it would go
    board.make("3>", by_clicks)
    assert board.match()["view"]["cells"][2] == "X...."
    # The push that would undo it is barred, and says why.
    barred = board.match()["view"]["barred"]
    expect(board.spot(barred)).to_have_attribute("aria-label", re.compile("barred: it would undo the push just played"))
    board.page.mouse.click(*board.place(barred))
    expect(board.page.get_by_test_id("announcement")).to_contain_text("would undo the push just played")
    assert board.match()["ply"] == 1


@pytest.mark.statement("pushmine", "ai.7p")
@pytest.mark.statement("pushmine", "progress.5")
def test_a_mine_is_laid_on_an_empty_cell_and_a_push_into_it_is_foretold(newcomer: Newcomer, house: House) -> None:
    laid = foretold = False
    for seed in range(40):
        table, push = with_a_mine_in_reach(house, seed, laid)
        if push is None:
            continue
        person = newcomer()
        record(person)
        board = seated(person, table)
        if push.startswith("*"):
            stock = sum(board.match()["view"]["mines"])
            expect(board.spot(push[1:])).to_have_attribute("aria-label", re.compile("empty, legal for a mine"))
            board.make(push, by_clicks)
            assert sum(board.match()["view"]["mines"]) == stock - 1
            expect(board.spot(push[1:])).to_have_attribute("aria-label", re.compile("mine"))
            laid = True
        else:
            forget(board)
            board.page.mouse.move(*board.place(push))
            wait_for_text(board, "[sS]ets off the mine")
            foretold = True
        if laid and foretold:
            return
    raise AssertionError("no mine was laid, or none was in reach of a push")


def with_a_mine_in_reach(house: House, seed: int, laid: bool) -> tuple[Table, str | None]:
    """A match in which a mine can be laid, or, once that has been seen, a push sets one off."""
    table = house.table("pushmine", TWO_PEOPLE)
    choose = at_random(seed)
    while (match := table.match())["result"] is None and match["ply"] < 60:
        mines = [move for move in match["legal"] if move.startswith("*")]
        if mines and not laid:
            return table, mines[0]
        if "*" in "".join(match["view"]["cells"]).lower():
            for move in match["legal"]:
                if not move.startswith("*") and "mine_detonated" in kinds(preview(table, move)):
                    return table, move
        table.played(choose(match))
    return table, None


@pytest.mark.statement("pushmine", "progress.3")
def test_who_starts_and_how_strong_ours_is_can_be_chosen(person: Person) -> None:
    person.go("/")
    person.page.get_by_test_id("game-pushmine").get_by_role("button", name="Set up").click()
    sheet = person.page.get_by_role("dialog")
    sheet.get_by_role("group", name="Who starts").get_by_text("The AI").click()
    sheet.get_by_role("group", name="Level").get_by_text("hard").click()
    sheet.get_by_role("button", name="Play", exact=True).click()
    board = Board(person)
    board.wait_for_turn()
    match = board.match()
    assert [(seat["kind"], seat["level"]) for seat in match["seats"]] == [("level", "hard"), ("person", None)]
    assert match["history"][0]["seat"] == 1


@pytest.mark.statement("pushmine", "progress.6")
def test_a_win_and_a_draw_are_shown(newcomer: Newcomer, house: House) -> None:
    table = house.table("pushmine", TWO_PEOPLE, variant={"line": 3})
    board = seated(newcomer(), table)
    match = board.play_on([by_clicks])
    expect(board.result).to_contain_text({"1": "X wins", "2": "O wins", "draw": "Draw"}[match["result"]])
    table = house.table("pushmine", TWO_PEOPLE)
    board = seated(newcomer(), table)
    board.page.get_by_test_id("control-draw").click()
    board.page.get_by_role("dialog").get_by_role("button", name="Draw").click()
    expect(board.result).to_contain_text("Draw")


# Flood-It.


@pytest.mark.statement("flood", "ui.1")
@pytest.mark.statement("flood", "ui.3")
@pytest.mark.statement("flood", "ui.4")
@pytest.mark.statement("flood", "ui.5")
@pytest.mark.statement("flood", "ui.6")
@pytest.mark.statement("flood", "store.2")
def test_the_board_is_a_css_grid_of_coloured_cells_and_shows_what_is_controlled(person: Person, house: House) -> None:
    board = seated(person, house.table("flood", [PERSON], seed=7))
    grid = board.page.get_by_role("grid")
    assert grid.evaluate("grid => getComputedStyle(grid).display") == "grid"
    cells = board.page.get_by_role("gridcell")
    expect(cells).to_have_count(400)
    view = board.match()["view"]
    shown = cells.evaluate_all(
        """all => all.map((one) =>
          [getComputedStyle(one, '::before').backgroundColor, one.classList.contains('controlled')])"""
    )
    characters, controlled = "".join(view["cells"]), "".join(view["controlled"])
    assert [held for _, held in shown] == [one == "1" for one in controlled]
    colours = dict(zip(characters, (colour for colour, _ in shown), strict=True))
    assert [colour for colour, _ in shown] == [colours[one] for one in characters]
    assert len(set(colours.values())) == len(set(characters)) == 4
    edge = board.root.locator("path.edge")
    assert edge.evaluate("path => getComputedStyle(path).stroke") == "rgb(255, 255, 255)"
    assert re.search(r"\son\w+=", (FLOOD / "Cell.svelte").read_text(encoding="utf-8")) is None, "the board takes clicks"
    board.make(at_random(1)(board.match()), by_clicks)


@pytest.mark.statement("flood", "ui.2")
def test_the_board_is_sized_to_the_viewport(person: Person, house: House) -> None:
    board = seated(person, house.table("flood", [PERSON], seed=7))
    widths = []
    for width, height in ((390, 844), (800, 1000), (1400, 1000)):
        person.page.set_viewport_size({"width": width, "height": height})
        person.page.wait_for_function(f"() => innerWidth === {width}")
        box = board.root.bounding_box()
        assert box is not None
        assert box["width"] <= width
        assert box["width"] == pytest.approx(box["height"], abs=1)
        widths.append(box["width"])
    assert widths == sorted(widths)
    assert widths[0] > 300
    assert widths[-1] > 500


@pytest.mark.statement("flood", "ui.7")
@pytest.mark.statement("flood", "ui.8")
@pytest.mark.statement("flood", "ui.10")
@pytest.mark.statement("flood", "scoring.3p")
@pytest.mark.statement("flood", "store.3")
@pytest.mark.statement("flood", "store.4p")
def test_palette_buttons_play_their_colour_and_moves_limit_and_par_are_counted(person: Person, house: House) -> None:
    board = seated(person, house.table("flood", [PERSON], seed=7))
    palette = board.page.get_by_role("group", name="Colours").get_by_role("button")
    expect(palette).to_have_count(4)
    moves = board.page.get_by_test_id("moves")
    expect(moves).to_have_text(re.compile(r"0\s*/ 25\s*moves"))
    expect(board.page.get_by_text("par 30")).to_be_visible()
    current = {"r": "red", "g": "green", "b": "blue", "y": "yellow"}[board.match()["view"]["cells"][0][0]]
    expect(board.page.get_by_test_id(f"colour-{current}")).to_be_disabled()
    move = at_random(1)(board.match())
    board.make(move, by_palette)
    expect(moves).to_have_text(re.compile(r"1\s*/ 25\s*moves"))
    expect(board.page.get_by_test_id(f"colour-{move}")).to_be_disabled()
    assert [entry["move"] for entry in board.match()["history"]] == [move]


@pytest.mark.statement("flood", "ui.9")
@pytest.mark.statement("flood", "store.5p")
def test_a_new_game_has_a_fresh_board_and_restart_keeps_it(person: Person, house: House) -> None:
    board = seated(person, house.table("flood", [PERSON]))
    first = board.match()
    board.make(at_random(1)(first), by_clicks)
    board.page.get_by_test_id("control-restart").click()
    board.page.get_by_role("dialog").get_by_role("button", name="Start over").click()
    board.wait_for_ply(0)
    assert board.match()["view"]["cells"] == first["view"]["cells"]
    board.page.locator("button.new", has_text="New game").click()
    board.page.wait_for_url(lambda url: first["id"] not in url)
    board.wait_for_turn()
    fresh = board.match()
    assert fresh["seed"] != first["seed"]
    assert fresh["view"]["cells"] != first["view"]["cells"]
    assert fresh["ply"] == 0


@pytest.mark.statement("flood", "ends.1p")
@pytest.mark.statement("flood", "future.2p")
@pytest.mark.statement("flood", "derived.5")
def test_a_victory_is_celebrated_with_its_move_count(newcomer: Newcomer, house: House) -> None:
    board = seated(newcomer(settings={"speed": 2}), small_table(house, "flood"))
    match = board.play_on([by_palette])
    expect(board.result).to_contain_text("Flooded!")
    expect(board.result).to_contain_text(f"In {match['ply']} moves")
    expect(board.root).to_have_class(re.compile(r"\bwon\b.*\bcelebrates\b|\bcelebrates\b.*\bwon\b"))
    expect(board.root).to_contain_text(re.compile(rf"{match['ply']}\s+moves"))
    assert set("".join(match["view"]["controlled"])) == {"1"}
    expect(board.page.locator(".cell.controlled")).to_have_count(49)


@pytest.mark.statement("flood", "ends.2p")
def test_a_loss_is_said_and_offers_to_start_again(person: Person, house: House) -> None:
    table = lost_alone(house)
    person.sit_down(table)
    board = Board(person)
    expect(board.result).to_contain_text("Out of moves")
    board.result.get_by_role("button", name="Same board").click()
    board.wait_for_ply(0)
    assert table.match()["status"] == "playing"


@pytest.mark.statement("flood", "scoring.2")
@pytest.mark.statement("flood", "future.5")
def test_the_fewest_moves_are_the_best_score_and_the_browser_keeps_them(newcomer: Newcomer, house: House) -> None:
    person = newcomer()
    board = seated(person, house.table("flood", [PERSON], variant={"size": 4, "limit_rule": "none", "limit": None}))
    plies: list[int] = []
    for seed in range(3):
        match = board.play_on([by_palette], at_random(seed))
        plies.append(match["ply"])
        expect(board.result).to_contain_text("Flooded!")
        own = board.page.get_by_role("region", name="Best scores").locator("b")
        expect(own).to_have_text(str(min(plies)))
        assert list(person.remembered("best").values()) == [min(plies)]
        board.page.get_by_test_id("again").click()
        expect(board.result).to_have_count(0)
        board.wait_for_turn()
    # A match with help is left out.
    board.page.get_by_test_id("control-hint").click()
    board.page.get_by_test_id("hint").wait_for()
    match = board.play_on([by_palette])
    expect(board.result).to_contain_text("it does not count")
    assert list(person.remembered("best").values()) == [min(plies)]


@pytest.mark.statement("flood", "store.1")
@pytest.mark.statement("flood", "files.1")
@pytest.mark.statement("flood", "files.2")
@pytest.mark.statement("flood", "files.3")
@pytest.mark.statement("flood", "files.4")
@pytest.mark.statement("flood", "files.5")
@pytest.mark.statement("flood", "files.6")
def test_the_components_and_the_store_are_where_they_belong() -> None:
    for name in ("Board.svelte", "Cell.svelte", "Controls.svelte", "game.svelte.ts"):
        assert (FLOOD / name).is_file()
    assert (WEB / "App.svelte").is_file()
    assert "mount(App" in (WEB / "main.ts").read_text(encoding="utf-8")
    store = (FLOOD / "game.svelte.ts").read_text(encoding="utf-8")
    for part in ("grid = $state", "moveCount = $state", "selectColor(", "reset()", "isWon", "isLost", "currentColor"):
        assert part in store
    for component in ("Board", "Controls"):
        assert "store: FloodStore" in (FLOOD / f"{component}.svelte").read_text(encoding="utf-8")


@pytest.mark.statement("flood", "future.3p")
def test_difficulties_and_custom_sizes_can_be_chosen(person: Person) -> None:
    person.go("/")
    person.page.get_by_test_id("game-flood").get_by_role("button", name="Set up").click()
    sheet = person.page.get_by_role("dialog")
    offered = sheet.get_by_label("Rules").locator("option").all_inner_texts()
    assert {"Easy", "Standard", "Hard", "Expert"} <= set(offered)
    sheet.get_by_label("Rules").select_option("easy")
    sheet.get_by_text("Options").click()
    sheet.get_by_label("Size of the board").fill("9")
    sheet.get_by_label("Colours").fill("6")
    sheet.get_by_role("button", name="Play", exact=True).click()
    board = Board(person)
    board.wait_for_turn()
    expect(board.page.get_by_role("gridcell")).to_have_count(81)
    expect(board.page.get_by_role("group", name="Colours").get_by_role("button")).to_have_count(6)


@pytest.mark.statement("flood", "future.4p")
def test_moves_are_listed_and_taken_back_and_played_again(person: Person, house: House) -> None:
    board = seated(person, small_table(house, "flood"))
    made = []
    for number in range(3):
        made.append(at_random(number)(board.match()))
        board.make(made[-1], by_palette)
    listed = board.page.get_by_role("region", name="Moves").get_by_role("listitem")
    assert [text.split()[1] for text in reversed(listed.all_inner_texts())] == made
    cells = board.match()["view"]["cells"]
    board.page.get_by_test_id("control-undo").click()
    board.wait_for_ply(2)
    expect(listed).to_have_count(2)
    board.page.get_by_test_id("control-redo").click()
    board.wait_for_ply(3)
    assert board.match()["view"]["cells"] == cells


@pytest.mark.statement("flood", "future.6p")
def test_a_hint_shows_the_best_colour_and_what_every_other_costs(person: Person, house: House) -> None:
    table = small_table(house, "flood")
    board = seated(person, table)
    fewest = None
    while board.match()["result"] is None:
        board.page.get_by_test_id("control-hint").click()
        hint = board.page.get_by_test_id("hint")
        expect(hint).to_contain_text("proven")
        move = hint.locator("b").inner_text()
        best = board.page.get_by_test_id(f"colour-{move}")
        expect(best).to_have_attribute("aria-label", re.compile("hint$"))
        if fewest is None:
            told = board.page.get_by_test_id("outlook").inner_text()
            left = re.search(r"\d+", told)
            assert left is not None, told
            fewest = int(left[0])
        expect(board.page.get_by_role("group", name="Colours").locator(".cost")).to_have_count(3)
        board.make(move, by_palette)
    assert board.match()["ply"] == fewest, "who follows the hints needs as few moves as were proven"


@pytest.mark.statement("flood", "future.7")
def test_palettes_for_the_colour_blind_can_be_chosen_and_carry_symbols(person: Person, house: House) -> None:
    board = seated(person, small_table(house, "flood"))
    face = "cell => getComputedStyle(cell, '::before').backgroundColor"
    cell = board.page.get_by_role("gridcell").last
    before = cell.evaluate(face)
    expect(cell.locator("svg")).to_have_count(0)
    board.page.get_by_test_id("control-settings").click()
    sheet = board.page.get_by_role("dialog", name="Settings")
    seen = {before}
    for name in ("Red–green friendly", "Blue–yellow friendly", "Shades of grey"):
        sheet.get_by_label("Colours of tokens").select_option(label=name)
        expect(cell.locator("svg")).to_have_count(1)
        seen.add(cell.evaluate(face))
    assert len(seen) == 4
