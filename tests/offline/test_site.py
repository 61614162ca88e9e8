"""The built site in a real browser, from a plain web space under a path of its own."""

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Route, expect

from quincunx.catalogue import all_games
from quincunx.catalogue import game as game_of
from quincunx.engine.match import Match
from quincunx.server.match import daily
from tests.offline.visitor import Visitor
from tests.support.browsers.boards import GAMES, Board, at_random, by_clicks, by_palette, by_signs
from tests.support.games import SMALL
from tests.support.servers import webspace
from tests.support.servers.client import Json, ai


def small(game: str, level: str = "easy") -> Json:
    seats = [{"kind": "person"}] if game == "flood" else [{"kind": "person"}, ai(level)]
    return {"game": game, "seats": seats, "variant": SMALL[game], "seed": 7}


def play_to_the_end(visitor: Visitor, match_id: str, seed: int = 1) -> Json:
    board = Board(visitor)
    match = visitor.get(f"/api/matches/{match_id}").json()
    way = by_palette if match["game"] == "flood" else by_signs if match["game"] == "mosaic" else by_clicks
    return board.play_on([way], at_random(seed))


def test_every_game_is_played_to_its_end_without_a_server(context: BrowserContext, quick_site: str) -> None:
    visitor = Visitor(context, quick_site)
    made = visitor.keep_matches(*map(small, GAMES))
    visitor.go(f"/match/{made[0]}")
    for game, match_id in zip(GAMES, made, strict=True):
        visitor.go_within(f"/match/{match_id}")
        expect(visitor.page.get_by_test_id("play")).to_have_attribute("data-game", game)
        match = play_to_the_end(visitor, match_id)
        assert match["result"] is not None
        expect(visitor.page.get_by_test_id("again")).to_be_visible()
    assert visitor.faults.unexpected == []


@pytest.mark.long
def test_a_link_with_moves_compares_the_results_of_a_day(context: BrowserContext, quick_site: str) -> None:
    date = daily.today()
    board = daily.board(game_of("duel"), date, b"").match
    match = Match(board.game, board.variant, board.seed)
    for move in board.moves:
        match.play(move)
    while match.result is None:
        match.play(match.legal()[0])
    result = {"1": "won", "2": "lost"}.get(match.result, "drew")
    visitor = Visitor(context, quick_site)
    played = "-".join(match.moves)
    no_such_level, not_possible = f"duel.best.{played}", "flood..red-nothing"
    visitor.go(f"/day/{date}#duel.easy.{played},{no_such_level},{not_possible}")
    expect(visitor.page.get_by_test_id("daily-duel")).to_contain_text(f"They: {result} against level 1")
    expect(visitor.page.get_by_test_id("comparison")).to_contain_text("of 1 board; you have not played yet")
    expect(visitor.page.get_by_role("alert")).to_contain_text("left out")
    expect(visitor.page.get_by_test_id("daily-flood")).not_to_contain_text("They:")
    assert visitor.faults.unexpected == []


# Everything else takes the site as it is put on a web space.


LEVELS = [(game.slug, level) for game in all_games() for level in game.offered_levels if game.seats == 2]
BAR = ".runtime"
"""Where the page says how far the runtime has come, and what is wrong with it."""


def begin(visitor: Visitor, game: str) -> Board:
    """As a newcomer does: from the menu, by the button."""
    visitor.page.goto(visitor.address)
    visitor.page.get_by_test_id(f"game-{game}").get_by_role("button", name="Play", exact=True).click()
    board = Board(visitor)
    board.wait_for_turn()
    return board


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_newcomer_plays_a_whole_match_from_the_menu(context: BrowserContext, whole_site: str, game: str) -> None:
    visitor = Visitor(context, whole_site)
    board = begin(visitor, game)
    match = play_to_the_end(visitor, board.id)
    assert match["result"] is not None
    assert visitor.faults.unexpected == []


@pytest.mark.long
@pytest.mark.parametrize(("game", "level"), LEVELS)
def test_every_level_answers_on_the_site(context: BrowserContext, whole_site: str, game: str, level: str) -> None:
    visitor = Visitor(context, whole_site)
    [match_id] = visitor.keep_matches(small(game, level))
    visitor.go(f"/match/{match_id}")
    assert play_to_the_end(visitor, match_id)["result"] is not None
    assert visitor.faults.unexpected == []


@pytest.mark.long
def test_a_match_goes_on_after_a_reload_and_in_another_window(context: BrowserContext, whole_site: str) -> None:
    visitor = Visitor(context, whole_site)
    board = begin(visitor, "pushmine")
    board.make(at_random(1)(board.match()), by_clicks)
    before = board.match()
    assert before["ply"] == 2
    visitor.page.reload()
    board.wait_for_turn()
    board.wait_for_ply(2)
    board.make(at_random(2)(board.match()), by_clicks)
    address = visitor.page.url
    visitor.page.close()
    visitor.page = context.new_page()
    visitor.page.goto(address)
    again = Board(visitor)
    again.wait_for_turn()
    again.wait_for_ply(4)


@pytest.mark.long
def test_a_match_that_went_on_in_another_window_is_not_damaged(context: BrowserContext, whole_site: str) -> None:
    visitor = Visitor(context, whole_site)
    board = begin(visitor, "pushmine")
    other = Visitor(context, whole_site)
    other.page.goto(visitor.page.url)
    others = Board(other)
    others.wait_for_turn()
    board.make(at_random(1)(board.match()), by_clicks)
    by_clicks(others, at_random(2)(visitor.get(f"/api/matches/{board.id}").json() | {"legal": ["1>"]}))
    expect(other.page.locator(BAR)).to_contain_text("another tab or window")
    other.page.reload()
    others.wait_for_turn()
    others.wait_for_ply(2)


@pytest.mark.long
def test_everything_works_without_a_network_after_the_first_visit(context: BrowserContext, whole_site: str) -> None:
    visitor = Visitor(context, whole_site)
    board = begin(visitor, "flood")
    visitor.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    context.set_offline(True)
    visitor.page.reload()
    board.wait_for_turn()
    board.make(at_random(1)(board.match()), by_palette)
    visitor.go("/rules/duel")
    expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
    begin(visitor, "duel")


@pytest.mark.long
def test_a_new_version_waits_until_the_match_is_left(
    context: BrowserContext, whole_folder: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "site"
    shutil.copytree(whole_folder, folder)
    with webspace.serve(folder) as address:
        visitor = Visitor(context, address)
        board = begin(visitor, "pushmine")
        visitor.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        page = folder / "index.html"
        page.write_text(page.read_text().replace("<title>Quincunx</title>", "<title>Newer</title>"))
        worker = folder / "sw.js"
        worker.write_text(re.sub(r"PREFIX \+ '\w+'", "PREFIX + 'newer'", worker.read_text()))
        for file in (folder / "assets").glob("*.js"):
            file.unlink()  # the old version's files are gone from the web space
        visitor.page.evaluate(
            "() => navigator.serviceWorker.getRegistration().then((one) => one.update()).catch(() => 'not complete')"
        )
        board.make(at_random(1)(board.match()), by_clicks)
        visitor.page.reload()
        board.wait_for_turn()
        board.wait_for_ply(2)


@pytest.mark.long
def test_where_storage_is_denied_one_plays_all_the_same_and_is_told(context: BrowserContext, whole_site: str) -> None:
    visitor = Visitor(context, whole_site)
    visitor.run_first("Object.defineProperty(self, 'indexedDB', { value: undefined })")
    context.route("**/worker-*.js", without_database)
    begin(visitor, "flood")
    expect(visitor.page.locator(BAR)).to_contain_text("cannot keep matches now (its storage is switched off)")


def without_database(route: Route) -> None:
    answer = route.fetch()
    hidden = "Object.defineProperty(self, 'indexedDB', { value: undefined });"
    route.fulfill(response=answer, body=hidden + answer.text())


FULL = """
const add = IDBObjectStore.prototype.add;
let most = 3;
IDBObjectStore.prototype.add = function (...given) {
  if (most-- > 0) return add.apply(this, given);
  throw new DOMException('the quota has been exceeded', 'QuotaExceededError');
};
"""


@pytest.mark.long
def test_where_the_disk_is_full_the_match_goes_on_and_nothing_is_damaged(
    context: BrowserContext, whole_site: str
) -> None:
    def full(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=FULL + answer.text())

    visitor = Visitor(context, whole_site)
    context.route("**/worker-*.js", full)
    board = begin(visitor, "pushmine")
    for ply in (2, 4):
        by_clicks(board, {2: "1>", 4: "3>"}[ply])
        board.wait_for_turn(ply - 2)
    expect(visitor.page.locator(BAR)).to_contain_text("cannot keep matches now (the quota has been exceeded)")
    assert [entry["number"] for entry in visitor.entries] == [0, 1, 2]
    assert visitor.get(f"/api/matches/{board.id}").json()["ply"] == 2


@pytest.mark.long
@pytest.mark.parametrize(("version", "reason"), [(1, "belongs to another program"), (7, "version")])
def test_a_foreign_database_is_left_alone(context: BrowserContext, whole_site: str, version: int, reason: str) -> None:
    visitor = Visitor(context, whole_site)
    visitor.page.evaluate(
        """(version) => new Promise((resolve) => {
          const opening = indexedDB.open('quincunx', version);
          opening.onupgradeneeded = () => opening.result.createObjectStore('foreign');
          opening.onsuccess = () => { opening.result.close(); resolve(); };
        })""",
        version,
    )
    begin(visitor, "flood")
    expect(visitor.page.locator(BAR)).to_contain_text(reason)
    assert visitor.page.evaluate("() => indexedDB.databases()") == [{"name": "quincunx", "version": version}]


@pytest.mark.long
def test_damaged_entries_harm_no_other_match(context: BrowserContext, whole_site: str) -> None:
    visitor = Visitor(context, whole_site)
    good, bad = visitor.keep_matches(small("duel"), small("pushmine"))
    visitor.write([{"match": bad, "number": 0, "body": "{"}, {"match": 5, "number": "x", "body": 1}])
    visitor.go(f"/match/{bad}")
    expect(visitor.page.get_by_role("alert")).to_contain_text("is damaged")
    visitor.go_within(f"/match/{good}")
    assert play_to_the_end(visitor, good)["result"] is not None


@pytest.mark.long
def test_a_browser_without_webassembly_says_so_and_shows_the_rules(context: BrowserContext, whole_site: str) -> None:
    visitor = Visitor(context, whole_site)
    visitor.run_first("delete self.WebAssembly")
    visitor.page.goto(whole_site)
    expect(visitor.page.locator(BAR)).to_contain_text("cannot run the games")
    visitor.page.get_by_test_id("game-duel").get_by_role("link", name="Rules").click()
    expect(visitor.page.get_by_role("heading", level=1)).to_contain_text("Infinity Grid Duel")


@pytest.mark.long
def test_a_runtime_that_fails_to_load_says_so_and_loads_when_it_can(context: BrowserContext, whole_site: str) -> None:
    visitor = Visitor(context, whole_site)
    context.route("**/runtime/kernels.wasm.*", lambda route: route.fulfill(status=404))
    visitor.page.goto(whole_site)
    expect(visitor.page.locator(BAR)).to_contain_text("kernels.wasm could not be loaded: 404")
    context.unroute("**/runtime/kernels.wasm.*")
    begin(visitor, "flood")


@pytest.mark.long
def test_what_needs_a_server_is_not_offered_and_says_why(context: BrowserContext, whole_site: str) -> None:
    visitor = Visitor(context, whole_site)
    visitor.page.goto(whole_site)
    expect(visitor.page.get_by_role("contentinfo")).to_contain_text("need a server")
    expect(visitor.page.get_by_role("link", name="Lab")).to_have_count(0)
    visitor.go("/lab")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("This needs a server.")


@pytest.mark.long
def test_all_matches_go_to_another_browser_as_a_file(
    browser: Browser, context: BrowserContext, whole_site: str, tmp_path: Path
) -> None:
    visitor = Visitor(context, whole_site)
    board = begin(visitor, "flood")
    board.make(at_random(1)(board.match()), by_palette)
    before, match_id = board.match(), board.id
    visitor.go("/you")
    with visitor.page.expect_download() as downloading:
        visitor.page.get_by_role("button", name="Export").click()
    file = tmp_path / "you.json"
    downloading.value.save_as(file)

    elsewhere = browser.new_context()
    other = Visitor(elsewhere, whole_site)
    other.go("/you")
    said = other.page.get_by_test_id("transfer")
    other.page.get_by_test_id("import").set_input_files(file)
    expect(said).to_have_text("1 match added.")
    assert other.get(f"/api/matches/{match_id}").json() == before
    other.page.get_by_test_id("import").set_input_files(file)
    expect(said).to_have_text("Everything in it was here already.")
    damaged = tmp_path / "damaged.json"
    damaged.write_text(file.read_text().replace('\\"moved\\"', '\\"stolen\\"'))
    assert damaged.read_text() != file.read_text()
    other.page.get_by_test_id("import").set_input_files(damaged)
    expect(said).to_contain_text("is damaged")
    expect(said).to_contain_text("Nothing was taken over.")
    other.go(f"/match/{match_id}")
    there = Board(other)
    there.wait_for_turn()
    there.make(at_random(2)(there.match()), by_palette)
    elsewhere.close()


@pytest.mark.long
def test_a_corrupt_record_is_refused_and_the_page_goes_on(context: BrowserContext, whole_site: str) -> None:
    visitor = Visitor(context, whole_site)
    visitor.go("/start#q1.pushmine.2.standard.7.zz")
    expect(visitor.page.get_by_role("alert")).to_be_visible()
    visitor.page.get_by_role("link", name="All games").first.click()
    begin(visitor, "flood")


@pytest.mark.long
def test_links_open_in_another_tab(context: BrowserContext, whole_site: str) -> None:
    visitor = Visitor(context, whole_site)
    visitor.page.goto(whole_site)
    with context.expect_page() as opening:
        visitor.page.get_by_test_id("game-duel").get_by_role("link", name="Rules").click(modifiers=["Control"])
    expect(opening.value.get_by_role("heading", level=1)).to_contain_text("Infinity Grid Duel")
