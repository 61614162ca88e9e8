"""The tutorial of each game can be played through; a match can be replayed by keys, and downloaded."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.suite.scale import every_game
from tests.support.browsers.boards import COLOURS, GAMES, Board, at_random, by_clicks, by_palette, by_taps, small_match
from tests.support.browsers.person import PHONE, STILL, Person
from tests.support.browsers.scenes import over
from tests.support.fixtures import NewPerson
from tests.support.servers.client import TWO_PEOPLE, ServerClient

OTHER_NAMES = {*COLOURS, "teal", "slate", "cream", "vermilion"}


@pytest.mark.parametrize("game", GAMES)
def test_a_tutorial_is_played_through(person: Person, client: ServerClient, game: str) -> None:
    lessons = client.get(f"/api/games/{game}/lessons").json()
    assert lessons
    person.go(f"/learn/{game}")
    board, lesson = Board(person), person.page.get_by_test_id("lesson")
    for number, content in enumerate(lessons):
        expect(lesson).to_have_attribute("data-lesson", str(number))
        expect(lesson).to_have_attribute("data-standing", "open")
        expect(person.page.get_by_role("heading", level=1)).to_have_text(content["title"])
        expect(board.root).to_be_visible()
        goals = content["goals"] or client.post("/api/replay", {"record": content["record"]}).json()["legal"]
        (by_palette if goals[0] in COLOURS else by_clicks)(board, goals[0])
        expect(lesson).to_have_attribute("data-standing", "done")
        person.page.get_by_role("button", name="Finish" if number + 1 == len(lessons) else "Next").click()
    expect(person.page.get_by_test_id("learned")).to_be_visible()


@every_game(GAMES, later=("mosaic", "cascade", "pushmine"))
@pytest.mark.parametrize("viewport", [{"width": 390, "height": 664}, {"width": 844, "height": 390}], ids=["up", "side"])
def test_a_lesson_fits_a_phone_and_its_board_stays_where_it_is(
    new_person: NewPerson, client: ServerClient, game: str, viewport: dict[str, int]
) -> None:
    person = new_person(**PHONE | {"viewport": viewport})
    first = client.get(f"/api/games/{game}/lessons").json()[0]
    person.go(f"/learn/{game}")
    board, lesson = Board(person), person.page.get_by_test_id("lesson")
    expect(board.root).to_be_visible()
    assert all(bottom <= viewport["height"] for bottom in bottoms(board))
    before = board.root.bounding_box()
    goals = first["goals"] or client.post("/api/replay", {"record": first["record"]}).json()["legal"]
    (by_palette if goals[0] in COLOURS else by_taps)(board, goals[0])
    expect(lesson).to_have_attribute("data-standing", "done")
    assert board.root.bounding_box() == before
    assert all(bottom <= viewport["height"] for bottom in bottoms(board))


def test_a_lesson_begins_by_itself_once_the_rules_are_compiled(person: Person) -> None:
    done = 0

    def refuse(route: Route) -> None:
        nonlocal done
        done += 1
        message = f"the rules are being compiled, once: {done} of 5 games are done; it takes about a minute in all"
        route.fulfill(status=503, json={"errorCode": "not_ready", "message": message})

    person.faults.expect("503")
    person.page.route("**/api/games/mosaic/lessons", refuse, times=1)
    person.page.route("**/api/replay*", refuse, times=2)
    person.go("/learn/mosaic")
    expect(person.page.get_by_test_id("lesson-awaited")).to_contain_text("The rules are being compiled")
    awaited = person.page.get_by_test_id("board-awaited")
    for games in (2, 3):
        expect(awaited).to_contain_text(f"{games} of 5 games are done")
    expect(Board(person).root).to_be_visible()
    expect(awaited).to_have_count(0)
    expect(person.page.locator(".problem")).to_have_count(0)


def test_a_match_begins_by_itself_once_the_rules_are_compiled(person: Person) -> None:
    def refuse(route: Route) -> None:
        route.fulfill(status=503, json={"errorCode": "not_ready", "message": "the rules are being compiled, once"})

    person.faults.expect("503")
    person.page.route("**/api/matches", refuse, times=2)
    person.go("/rules/mosaic")
    person.page.get_by_role("button", name="Play", exact=True).click()
    expect(person.page.get_by_role("alert")).to_contain_text("The rules are being compiled")
    expect(Board(person).root).to_be_visible()


def test_a_wrong_answer_is_one_sentence_and_the_lesson_can_be_skipped(person: Person, client: ServerClient) -> None:
    lessons = client.get("/api/games/mosaic/lessons").json()
    number = next(place for place, one in enumerate(lessons) if "**" in one["otherwise"])
    legal = client.post("/api/replay", {"record": lessons[number]["record"]}).json()["legal"]
    person.go(f"/learn/mosaic#{number + 1}")
    board = Board(person)
    by_clicks(board, next(move for move in legal if move not in lessons[number]["goals"]))
    answer = person.page.locator(".answer .other")
    expect(answer).to_have_text(lessons[number]["otherwise"].replace("**", ""))
    assert answer.evaluate("one => getComputedStyle(one).display") == "block"
    expect(person.page.locator("[aria-live]", has_text="**")).to_have_count(0)
    expect(person.page.get_by_role("button", name="Skip")).to_be_visible()


def test_in_shades_of_grey_the_hint_the_moves_the_rules_and_the_lessons_name_no_other_colours(
    new_person: NewPerson, client: ServerClient
) -> None:
    def read(part: Locator, *names: str) -> None:
        """What it says is there, with these names and none of another palette, and filled in."""
        expect(part).to_contain_text(names[0])
        said = part.inner_text()
        assert all(name in said for name in names), said
        assert not set("{}") & set(said), said
        assert not OTHER_NAMES & set(re.findall(r"\w+", said.lower())), said

    person = new_person(settings=STILL | {"palette": "shades"})
    page = person.page
    hosted = small_match(client, "flood")
    person.open_match(hosted)
    board = Board(person)
    board.wait_for_turn()
    page.get_by_test_id("control-hint").click()
    hint = page.get_by_test_id("hint")
    hint.get_by_text("Why?").click()
    read(hint, "Proven best: ", "white +", "light grey +")

    board.make(at_random(1)(hosted.match()), by_palette)
    read(page.get_by_role("region", name="Moves"), "flooded")
    person.go(f"/match/{hosted.id}/history")
    read(page.get_by_role("region", name="All moves"), "flooded")

    person.go("/rules/flood")
    read(page.get_by_role("article"), "The territory is charcoal. Choosing grey", "takes the four grey cells")

    lessons = client.get("/api/games/flood/lessons").json()
    answers = {
        1: ("yellow", "Follow the grey cells"),
        2: ("green", "light grey gains three"),
        3: ("red", "was light grey"),
    }
    person.go("/learn/flood")
    board, words = Board(person), page.locator(".words")
    for number, (wrong, answer) in answers.items():
        assert wrong not in lessons[number]["goals"]
        page.get_by_role("button", name=f"Lesson {number + 1}: ").click()
        if number == 2:
            read(words, "White looks near, but only one white cell")
        by_palette(board, wrong)
        read(words, answer)
        expect(page.locator("[aria-live]", has_text="{")).to_have_count(0)
        page.get_by_role("button", name="Try again").click()
        by_palette(board, lessons[number]["goals"][0])
        expect(page.locator(".answer .good")).to_be_visible()
        read(words, lessons[number]["title"])


def bottoms(board: Board) -> list[float]:
    """Where the board and all buttons of its page end."""
    parts = board.page.locator("[data-testid=board], main button")
    found: list[float] = parts.evaluate_all("all => all.map((one) => one.getBoundingClientRect().bottom)")
    return found


def test_a_match_is_replayed_by_keys_and_buttons_and_downloaded(
    person: Person, client: ServerClient, tmp_path: Path
) -> None:
    hosted = over(client, "duel")
    last = hosted.match()["ply"]
    page = person.page
    person.go(f"/match/{hosted.id}/history")
    replayer = page.get_by_test_id("replayer")
    expect(replayer).to_have_attribute("data-ply", str(last))
    for key, ply in (("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last)):
        page.keyboard.press(key)
        expect(replayer).to_have_attribute("data-ply", str(ply))
    page.get_by_role("slider", name="Move").fill("3")
    expect(replayer).to_have_attribute("data-ply", "3")
    assert page.url.endswith("#3")
    page.reload()
    expect(replayer).to_have_attribute("data-ply", "3")
    page.get_by_role("button", name="The beginning").click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(replayer).to_have_attribute("data-ply", str(last))

    with page.expect_download() as saving:
        page.get_by_role("button", name="Export").click()
    file = tmp_path / "record.json"
    saving.value.save_as(file)
    record = json.loads(file.read_text(encoding="utf-8"))
    assert record["moves"] == [entry["move"] for entry in hosted.match()["history"]]


def test_a_finished_match_is_analysed_by_itself_and_a_mistake_is_shown_beside_the_better_move(
    person: Person, client: ServerClient
) -> None:
    hosted = client.new_match("duel", TWO_PEOPLE, variant={"size": 3})
    hosted.play("c1", "c2", "a1", "b2", "b1", "c3", "b3", "a3", "a2")
    page = person.page
    person.go(f"/match/{hosted.id}/history")
    scores = page.get_by_test_id("scores").get_by_role("listitem")
    page.get_by_role("button", name="blunder; better: place a tile on b2", exact=True).click()
    said = "A blunder: Green placed a tile on c2. Better: place a tile on b2."
    expect(page.get_by_test_id("better")).to_contain_text(said)
    expect(scores).to_contain_text(["1", "0"])
    page.get_by_role("button", name="Back to the match").click()
    expect(scores).to_contain_text(["0", "2"])
    page.get_by_role("button", name="One move back").click()
    expect(page.get_by_test_id("better")).to_have_count(0)


def test_keys_and_presses_go_through_a_match_on_its_graph(person: Person, client: ServerClient) -> None:
    hosted = client.new_match("duel", TWO_PEOPLE, variant={"size": 3})
    hosted.play("c1", "c2", "a1", "b2", "b1", "c3", "b3", "a3", "a2")
    last = hosted.match()["ply"]
    page = person.page
    person.go(f"/match/{hosted.id}/history")
    replayer, graph = page.get_by_test_id("replayer"), page.get_by_role("slider", name="Graph")
    for key, ply in (("Home", 0), ("ArrowRight", 1), ("End", last), ("ArrowLeft", last - 1)):
        graph.press(key)
        expect(replayer).to_have_attribute("data-ply", str(ply))
    box = graph.bounding_box()
    assert box is not None
    for ply in (2, 4, 7):
        graph.click(position={"x": ply / last * box["width"], "y": box["height"] - 4})
        expect(replayer).to_have_attribute("data-ply", str(ply))


def test_in_flood_the_played_colour_has_a_frame_and_a_dot_and_the_better_one_a_star_before_the_mistake(
    person: Person, client: ServerClient
) -> None:
    hosted = over(client, "flood")
    assert hosted.match()["history"][0]["move"] == "blue", "the choices of the small match begin with a mistake"
    page = person.page
    person.go(f"/match/{hosted.id}/history")
    page.get_by_role("button", name="mistake; better: flood with red").first.click()
    colours = page.get_by_role("group", name="Colours")
    played, better = (colours.get_by_role("button", name=name) for name in (", played", ", better"))
    expect(page.get_by_test_id("better")).to_contain_text("With a star: the better move. With a frame and a dot")
    expect(page.get_by_test_id("moves")).to_contain_text("0 moves")
    expect(played).to_have_accessible_name("blue, key 3, played")
    expect(better).to_have_accessible_name("red, key 1, better")
    for colour, mark in ((played, ".dot"), (better, ".star")):
        expect(colours.locator(mark)).to_have_count(1)
        expect(colour.locator(mark)).to_be_visible()
        assert colour.evaluate("one => getComputedStyle(one).opacity") == "1"
    assert played.evaluate("one => getComputedStyle(one).outlineStyle") == "solid"
    page.get_by_role("button", name="Back to the match").click()
    expect(colours.locator(".dot, .star")).to_have_count(0)
