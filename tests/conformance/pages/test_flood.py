"""The page of Flood-It, in a real browser."""

import re

import pytest
from playwright.sync_api import expect

from tests.conformance.pages.screen import WEB, seated
from tests.support.browsers.boards import CHARACTERS, Board, at_random, by_clicks, by_palette, small_match
from tests.support.browsers.person import Person
from tests.support.browsers.scenes import lost_alone
from tests.support.fixtures import NewPerson
from tests.support.servers.client import PERSON, ServerClient

FLOOD = WEB / "games" / "flood"


@pytest.mark.statement("flood", "ui.1")
@pytest.mark.statement("flood", "ui.3")
@pytest.mark.statement("flood", "ui.4")
@pytest.mark.statement("flood", "ui.5")
@pytest.mark.statement("flood", "ui.6")
@pytest.mark.statement("flood", "store.2")
def test_the_board_is_a_css_grid_of_coloured_cells_and_shows_what_is_controlled(
    person: Person, client: ServerClient
) -> None:
    board = seated(person, client.new_match("flood", [PERSON], seed=7))
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
    board.make(at_random(1)(board.match()), by_clicks)


@pytest.mark.statement("flood", "ui.2")
def test_the_board_is_sized_to_the_viewport(person: Person, client: ServerClient) -> None:
    board = seated(person, client.new_match("flood", [PERSON], seed=7))
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
def test_palette_buttons_play_their_colour_and_moves_and_limit_are_counted(
    person: Person, client: ServerClient
) -> None:
    board = seated(person, client.new_match("flood", [PERSON], seed=7))
    palette = board.page.get_by_role("group", name="Colours").get_by_role("button")
    expect(palette).to_have_count(4)
    moves = board.page.get_by_test_id("moves")
    expect(moves).to_have_text(re.compile(r"0\s*/ 25\s*moves"))
    # The ruling: par is shown only where it is the limit; elsewhere the proven fewest moves are.
    expect(board.page.get_by_text(re.compile(r"^par "))).to_have_count(0)
    expect(board.page.get_by_test_id("fewest")).to_have_text(re.compile(r"best possible: \d+"))
    current = {"r": "red", "g": "green", "b": "blue", "y": "yellow"}[board.match()["view"]["cells"][0][0]]
    expect(board.page.get_by_test_id(f"colour-{current}")).to_be_disabled()
    move = at_random(1)(board.match())
    board.make(move, by_palette)
    expect(moves).to_have_text(re.compile(r"1\s*/ 25\s*moves"))
    expect(board.page.get_by_test_id(f"colour-{move}")).to_be_disabled()
    assert [entry["move"] for entry in board.match()["history"]] == [move]


@pytest.mark.statement("flood", "scoring.3p")
def test_par_is_shown_where_it_is_the_limit(person: Person, client: ServerClient) -> None:
    variant = {"size": 7, "limit_rule": "par"}
    board = seated(person, client.new_match("flood", [PERSON], seed=7, variant=variant))
    expect(board.page.get_by_text("par 10", exact=True)).to_be_visible()
    expect(board.page.get_by_test_id("moves")).to_have_text(re.compile(r"0\s*/ 10\s*moves"))


@pytest.mark.statement("flood", "ui.9")
@pytest.mark.statement("flood", "store.5p")
def test_a_new_game_has_a_fresh_board_and_restart_keeps_it(person: Person, client: ServerClient) -> None:
    board = seated(person, client.new_match("flood", [PERSON]))
    first = board.match()
    board.make(at_random(1)(first), by_clicks)
    board.page.get_by_test_id("control-restart").click()
    expect(board.page.get_by_role("dialog")).to_contain_text("second try")
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
def test_a_victory_is_celebrated_with_its_move_count(new_person: NewPerson, client: ServerClient) -> None:
    board = seated(new_person(settings={"speed": 2}), small_match(client, "flood"))
    match = board.play_on([by_palette])
    expect(board.result).to_contain_text("Flooded!")
    expect(board.result).to_contain_text(re.compile(rf"{match['ply']} moves; \d+ were possible"))
    expect(board.root).to_have_class(re.compile(r"\bwon\b.*\bcelebrates\b|\bcelebrates\b.*\bwon\b"))
    expect(board.root).to_contain_text(re.compile(rf"{match['ply']}\s+moves"))
    assert set("".join(match["view"]["controlled"])) == {"1"}
    expect(board.page.locator(".cell.controlled")).to_have_count(25)


@pytest.mark.statement("flood", "derived.5")
def test_the_page_shows_the_current_colour_what_is_controlled_and_whether_it_is_won_or_lost(
    new_person: NewPerson, client: ServerClient
) -> None:
    for limit, ended in ((None, "won"), (3, "lost")):
        variant = {"size": 4, "colours": 4, "limit_rule": "fixed" if limit else "none", "limit": limit}
        board = seated(new_person(), client.new_match("flood", [PERSON], variant=variant, seed=7))
        for number in range(200):
            match = board.match()
            colour = next(name for name, sign in CHARACTERS.items() if sign == match["view"]["cells"][0][0])
            held = "".join(match["view"]["controlled"]).count("1")
            button = board.page.get_by_test_id(f"colour-{colour}")
            expect(button).to_have_attribute("aria-label", re.compile("your colour now"))
            expect(board.page.locator(".cell.controlled")).to_have_count(held)
            over = match["result"] is not None
            for name in ("won", "lost"):
                shown = re.compile(rf"\b{name}\b")
                if over and name == ended:
                    expect(board.root).to_have_class(shown)
                else:
                    expect(board.root).not_to_have_class(shown)
            if over:
                break
            board.make(at_random(number)(match), by_palette)
        assert match["status"] == ("won" if ended == "won" else "lost"), match["status"]


@pytest.mark.statement("flood", "ends.2p")
def test_a_loss_is_said_and_offers_to_start_again(person: Person, client: ServerClient) -> None:
    hosted = lost_alone(client)
    person.open_match(hosted)
    board = Board(person)
    expect(board.result).to_contain_text("Out of moves")
    board.result.get_by_role("button", name="Same board").click()
    board.wait_for_ply(0)
    assert hosted.match()["status"] == "playing"


@pytest.mark.statement("flood", "scoring.2")
@pytest.mark.statement("flood", "future.5")
def test_the_fewest_moves_are_the_best_score_and_the_browser_keeps_them(
    new_person: NewPerson, client: ServerClient
) -> None:
    person = new_person()
    board = seated(
        person, client.new_match("flood", [PERSON], variant={"size": 3, "limit_rule": "none", "limit": None})
    )
    plies: list[int] = []
    for seed in range(3):
        match = board.play_on([by_palette], at_random(seed))
        plies.append(match["ply"])
        expect(board.result).to_contain_text("Flooded!")
        table = board.page.get_by_role("region", name="Best scores")
        expect(table).to_contain_text("Only first tries count, once a day")  # what it ranks, and nothing more
        own = table.locator("b")
        expect(own).to_have_text(str(min(plies)))
        assert list(person.remembered("best").values()) == [min(plies)]
        board.page.get_by_test_id("again").click()
        expect(board.result).to_have_count(0)
        board.wait_for_turn()
    # A match with help is left out.
    board.page.get_by_test_id("control-hint").click()
    board.page.get_by_test_id("hint").wait_for()
    match = board.play_on([by_palette])
    expect(board.result).to_contain_text("not counted in best scores")
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
    assert (WEB / "main.ts").is_file()


@pytest.mark.statement("flood", "future.3p")
def test_difficulties_and_custom_sizes_can_be_chosen(person: Person) -> None:
    person.go("/")
    person.page.get_by_test_id("game-flood").get_by_role("button", name="Set up").click()
    sheet = person.page.get_by_role("dialog")
    rules = sheet.get_by_role("group", name="Rules")
    for preset in ("Easy", "Original", "Hard", "Expert"):
        expect(rules.get_by_role("radio", name=preset, exact=True)).to_have_count(1)
    rules.get_by_text("Easy", exact=True).click()
    sheet.get_by_text("Options").click()
    sheet.get_by_label("Size of the board").fill("9")
    sheet.get_by_label("Colours").fill("6")
    sheet.get_by_role("button", name="Play", exact=True).click()
    board = Board(person)
    board.wait_for_turn()
    expect(board.page.get_by_role("gridcell")).to_have_count(81)
    expect(board.page.get_by_role("group", name="Colours").get_by_role("button")).to_have_count(6)


@pytest.mark.statement("flood", "future.4p")
def test_moves_are_listed_and_taken_back_and_played_again(person: Person, client: ServerClient) -> None:
    board = seated(person, small_match(client, "flood"))
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
def test_a_hint_shows_the_best_colour_and_what_every_other_costs(person: Person, client: ServerClient) -> None:
    hosted = small_match(client, "flood")
    board = seated(person, hosted)
    fewest = None
    while board.match()["result"] is None:
        board.page.get_by_test_id("control-hint").click()
        hint = board.page.get_by_test_id("hint")
        expect(hint).to_contain_text("Proven")
        best = board.page.get_by_role("group", name="Colours").get_by_role("button", name=re.compile("hint$"))
        move = (best.get_attribute("data-testid") or "").removeprefix("colour-")
        expect(hint).to_contain_text(move)
        if fewest is None:
            told = board.page.get_by_test_id("outlook").inner_text()
            left = re.search(r"\d+", told)
            assert left is not None, told
            fewest = int(left[0])
        expect(board.page.get_by_role("group", name="Colours").locator(".cost")).to_have_count(3)
        board.make(move, by_palette)
    assert board.match()["ply"] == fewest, "who follows the hints needs as few moves as were proven"


@pytest.mark.statement("flood", "future.7")
def test_palettes_for_the_colour_blind_can_be_chosen_and_carry_symbols(person: Person, client: ServerClient) -> None:
    board = seated(person, small_match(client, "flood"))
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
