"""Puzzles on the pages: a wrong answer is refuted and counts once, a right one is praised, all of it is kept here."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from quincunx.catalogue import game
from quincunx.puzzles.answers import solution
from quincunx.puzzles.collection import find
from quincunx.puzzles.puzzle import Puzzle
from tests.browser.test_every_page import faults
from tests.suite.scale import every_game
from tests.support.browsers.boards import GAMES, Board, Way, by_clicks, by_keys, by_palette
from tests.support.browsers.person import FITS, ON_ITS_SIDE, PHONE, UPRIGHT, Person
from tests.support.browsers.scenes import ended
from tests.support.fixtures import NewPerson
from tests.support.servers.client import ServerClient

FULL = "Storage.prototype.setItem = () => { throw new DOMException('QuotaExceededError'); };"


def of_today(client: ServerClient, slug: str, number: int) -> Puzzle:
    daily = client.get(f"/api/games/{slug}/puzzles/daily").json()["puzzles"]
    return find(game(slug), daily[number - 1]["id"])


def wrong_move(puzzle: Puzzle) -> str:
    return next(move for move in puzzle.match().legal() if move not in puzzle.answers)


AT_REST = """(board) => new Promise((tell) => {
  let [last, frames] = ['', 0];
  const look = () => {
    const { x, y, width, height } = board.getBoundingClientRect();
    const place = JSON.stringify({ x, y, width, height });
    frames = place === last ? frames + 1 : 0;
    last = place;
    if (frames === 10) tell(JSON.parse(place));
    else requestAnimationFrame(look);
  };
  look();
})"""
"""The place of something, once it has stayed the same for ten frames."""


RECORD = """() => {
  const frames = (window.frames_seen = []);
  const note = () => {
    const text = (id) => document.querySelector(`[data-testid="${id}"]`)?.textContent.trim() ?? '';
    const dot = document.querySelector('[aria-label^="Today’s puzzle 1"]')?.getAttribute('aria-label') ?? '';
    const moving = document.querySelector('[data-testid="board"]')?.dataset.moving === 'true';
    const frame = { dot, rating: text('rating'), verdict: text('verdict'), moving };
    if (JSON.stringify(frames.at(-1)) !== JSON.stringify(frame)) frames.push(frame);
  };
  const attributeFilter = ['aria-label', 'data-moving'];
  new MutationObserver(note).observe(document.body,
    { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter });
  note();
}"""
"""What is seen of the first puzzle of today, whenever the page changes."""


class Solving:
    """Somebody in front of a puzzle."""

    def __init__(self, person: Person, slug: str, which: str = "") -> None:
        self.page = person.page
        self.board = Board(person)
        self.slug = slug
        person.go(f"/puzzles/{slug}{which and f'#{which}'}")
        self.wait_for("open")

    def wait_for(self, standing: str) -> None:
        self.page.locator(f'[data-standing="{standing}"]').wait_for()
        self.page.get_by_test_id("solve").get_by_role("grid").wait_for()

    def play(self, move: str, way: Way | None = None) -> None:
        (way or (by_palette if self.slug == "flood" else by_clicks))(self.board, move)

    def solve(self, puzzle: Puzzle, way: Way | None = None) -> None:
        for move in solution(puzzle):
            self.wait_for("open")
            self.play(move, way)
        self.wait_for("right")

    @property
    def verdict(self) -> Locator:
        return self.page.get_by_test_id("verdict")

    @property
    def rating(self) -> int:
        """Of somebody new it is "about 1200"."""
        [number] = re.findall(r"\d+", self.page.get_by_test_id("rating").inner_text())
        return int(number)

    @property
    def board_place(self) -> FloatRect:
        """Where it comes to rest: after a phone was turned, its size follows in the next frames."""
        place: FloatRect = self.board.root.evaluate(AT_REST)
        return place


def test_a_wrong_answer_is_refuted_and_the_puzzle_counts_once(new_person: NewPerson, client: ServerClient) -> None:
    person = new_person(fresh=True)
    person.go("/")
    person.page.get_by_test_id("to-puzzles").click()
    person.page.get_by_test_id("today-duel").click()
    at = Solving(person, "duel")
    puzzle = of_today(client, "duel", 1)
    begun = at.rating
    at.play(wrong_move(puzzle))
    at.wait_for("wrong")
    expect(at.verdict).to_contain_text("Not this one. It ")
    missed = at.rating
    assert missed < begun
    at.page.get_by_role("button", name="Try again").click()
    at.solve(puzzle, by_keys)
    expect(at.verdict).to_contain_text("Right. It ")
    assert at.rating == missed
    expect(at.page.get_by_label("Today’s puzzle 1, missed")).to_be_visible()
    at.page.keyboard.press("n")
    at.solve(of_today(client, "duel", 2))
    assert at.rating > missed
    person.go("/puzzles")
    expect(person.page.get_by_test_id("rating-duel")).to_contain_text("1 of 2 solved")


def test_sign_and_rating_of_a_puzzle_are_never_ahead_of_the_verdict(
    new_person: NewPerson, client: ServerClient
) -> None:
    at = Solving(new_person(fresh=True, settings={"speed": 1}), "duel", "1")
    at.page.evaluate(RECORD)
    at.play(wrong_move(of_today(client, "duel", 1)))
    at.wait_for("wrong")
    frames = at.page.evaluate("frames_seen")
    first, last = frames[0], frames[-1]
    assert any(frame["moving"] for frame in frames), "the move was seen on its way"
    assert last["dot"] == "Today’s puzzle 1, missed"
    assert last["rating"] != first["rating"]
    assert "Not this one." in last["verdict"]
    for frame in frames:
        told = last if "Not this one." in frame["verdict"] else first
        assert (frame["dot"], frame["rating"]) == (told["dot"], told["rating"]), frame


def test_a_puzzle_of_the_day_that_is_skipped_makes_room_for_the_next_one(new_person: NewPerson) -> None:
    at = Solving(new_person(fresh=True), "duel")
    for number in (2, 3, 1):
        at.page.get_by_role("button", name="Skip").click()
        expect(at.page.get_by_label(f"Today’s puzzle {number}")).to_have_attribute("aria-current", "page")


def test_where_nothing_can_be_kept_solving_goes_on_and_the_page_says_so(
    new_person: NewPerson, client: ServerClient
) -> None:
    person = new_person(fresh=True)
    person.page.add_init_script(FULL)
    at = Solving(person, "duel")
    begun = at.rating
    at.play(wrong_move(of_today(client, "duel", 1)))
    at.wait_for("wrong")
    assert at.rating < begun
    expect(at.page.get_by_test_id("not-kept")).to_contain_text("you can continue")
    at.page.get_by_role("button", name="Show the answer").click()
    at.wait_for("revealed")


def test_a_mistake_of_a_match_becomes_a_puzzle(person: Person, client: ServerClient) -> None:
    ended("duel")(person, client)
    person.page.get_by_test_id("to-own-puzzles").click()
    mistake = json.loads(person.page.evaluate("localStorage['quincunx.mistakes']"))[0]
    at = Solving(person, "duel", f"yours-{mistake['match']}.{mistake['ply']}")
    expect(at.page.get_by_role("heading", level=1)).to_have_text(
        f"You placed a tile on {mistake['played']} here. What is better?"
    )
    at.play(mistake["played"])
    expect(at.verdict).to_contain_text("That is what you played in the match: it ")
    at.page.get_by_role("button", name="Try again").click()
    at.play(mistake["best"])
    at.wait_for("right")
    person.go("/puzzles")
    expect(person.page.get_by_role("link", name="Solved")).to_have_count(1)
    person.go(f"/match/{mistake['match']}/history#{mistake['ply'] + 1}")
    expect(person.page.get_by_role("link", name="Solve it as a puzzle")).to_be_visible()


def must_fit(at: Solving) -> None:
    """Upright and on its side the phone shows the board and all buttons, and there is nothing to scroll."""
    for viewport in ON_ITS_SIDE, UPRIGHT:
        at.page.set_viewport_size(viewport)
        at.page.wait_for_function(FITS, arg=[viewport["width"], viewport["height"]])
        for part in (at.board.root, *at.page.get_by_test_id("solve").get_by_role("button").all()):
            box = part.bounding_box()
            assert box is not None
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= viewport["height"]


@every_game(GAMES, later=("cascade", "duel", "mosaic", "pushmine"))
def test_a_puzzle_fits_a_phone_and_its_board_stays_where_it_is(
    new_person: NewPerson, client: ServerClient, game: str
) -> None:
    at = Solving(new_person(fresh=True, **PHONE | {"viewport": UPRIGHT}), game)
    must_fit(at)
    place = at.board_place
    at.play(wrong_move(of_today(client, game, 1)))
    at.wait_for("wrong")
    must_fit(at)
    assert at.board_place == place
    assert not faults(at.page)
    at.page.get_by_role("button", name="Show the answer").click()
    at.wait_for("revealed")
    must_fit(at)
    assert at.board_place == place
    expect(at.verdict).to_contain_text("The answer: ")


@pytest.mark.long
@pytest.mark.parametrize("slug", GAMES)
def test_all_of_a_day_and_practice_are_solved(new_person: NewPerson, client: ServerClient, slug: str) -> None:
    person = new_person(fresh=True)
    at = Solving(person, slug)
    for number in (1, 2, 3):
        at.solve(of_today(client, slug, number))
        at.page.get_by_test_id("next").click()
    at.wait_for("open")
    expect(at.page.get_by_role("link", name="Practice")).to_have_attribute("aria-current", "page")
    before = at.page.get_by_role("heading", level=1).inner_text()
    assert before
    person.go("/you")
    expect(person.page.get_by_test_id(f"puzzles-{slug}")).to_contain_text("3 of 3 solved")


@pytest.mark.long
def test_ratings_are_taken_along_to_another_browser(
    new_person: NewPerson, client: ServerClient, tmp_path: Path
) -> None:
    at = Solving(new_person(fresh=True), "duel")
    at.solve(of_today(client, "duel", 1))
    rating = at.rating
    at.page.goto("/you")
    with at.page.expect_download() as saving:
        at.page.get_by_role("button", name="Export").click()
    file = tmp_path / "you.json"
    saving.value.save_as(file)
    assert json.loads(file.read_text())["puzzles"]["ratings"]["duel"]["solved"] == 1
    other = new_person(fresh=True)
    other.go("/you")
    other.page.get_by_test_id("import").set_input_files(file)
    expect(other.page.get_by_test_id("transfer")).to_have_text("1 solved or missed puzzle added.")
    expect(other.page.get_by_test_id("puzzles-duel")).to_contain_text(str(rating))


@pytest.mark.long
def test_a_puzzle_that_does_not_exist_is_said_to_be_none(person: Person) -> None:
    person.faults.expect("404")
    for path, words in (("/puzzles/duel#duel-0000000000", "no puzzle"), ("/puzzles/chess", "chess")):
        person.go("/")
        person.go(path)
        expect(person.page.get_by_role("alert")).to_contain_text(words)
