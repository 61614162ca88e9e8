"""A network that goes away, a server that dies, messages that never come: the page says so, and goes on by itself."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, WebSocketRoute, expect

from tests.browser.boards import Board, by_clicks, small_table
from tests.browser.fixtures import Newcomer
from tests.browser.people import Person
from tests.server.running import ServerProcess
from tests.server.table import House, Table

LIVE = re.compile(r"/api/matches/[^/]+/live$")
CUT = (r"ERR_INTERNET_DISCONNECTED", r"WebSocket connection to .* failed")
GONE = (
    r"503",
    r"ERR_CONNECTION_REFUSED",
    r"ERR_CONNECTION_RESET",
    r"ERR_EMPTY_RESPONSE",
    r"ERR_CONTENT_LENGTH_MISMATCH",
    r"WebSocket connection to .* failed",
)


def come(newcomer: Newcomer, table: Table, *seats: int, house: House | None = None) -> Board:
    person = newcomer(house)
    person.sit_down(table, *seats)
    board = Board(person)
    expect(connection(board)).to_have_attribute("data-state", "live")
    return board


def connection(board: Board) -> Locator:
    return board.page.get_by_test_id("connection")


def test_who_was_offline_is_told_so_cannot_move_and_catches_up(newcomer: Newcomer, house: House) -> None:
    table = house.apart("duel")
    board = come(newcomer, table, 1)
    expect(board.spot("c4")).to_have_attribute("aria-disabled", "false")
    board.person.faults.expect(*CUT)
    board.person.context.set_offline(True)
    expect(connection(board)).to_contain_text("You are offline")
    expect(board.spot("c4")).to_have_attribute("aria-disabled", "true")
    table.played("b2", "e5")
    board.page.mouse.click(*board.place("c4"))
    assert board.play.get_attribute("data-ply") == "0", "what happens meanwhile is not known here"

    board.person.context.set_offline(False)
    board.wait_for_ply(2)
    expect(connection(board)).to_have_attribute("data-state", "live")
    expect(connection(board)).to_have_text("")
    expect(board.spot("b2")).to_have_attribute("aria-label", re.compile("red"))
    by_clicks(board, "b3")
    board.wait_for_ply(3)
    assert [entry["move"] for entry in table.match()["history"]] == ["b2", "e5", "b3"]


def test_several_moves_that_were_missed_are_there_after_a_reconnection(newcomer: Newcomer, house: House) -> None:
    table = house.apart("duel")
    board = come(newcomer, table)
    board.person.faults.expect(*CUT)
    board.person.context.set_offline(True)
    expect(connection(board)).to_contain_text("You are offline")
    match = table.played("c3", "c4", "b3")
    board.person.context.set_offline(False)
    board.wait_for_ply(3)
    expect(board.page.get_by_test_id("move-2")).to_contain_text("b3")
    assert match["turn"] == 2
    board.make("d4", by_clicks)


def test_a_connection_from_which_nothing_is_heard_is_noticed_by_the_page_itself(
    newcomer: Newcomer, house: House
) -> None:
    table = house.apart("duel")
    person = newcomer()
    person.page.clock.install()
    heard, connections = [True], 0

    def relay(socket: WebSocketRoute) -> None:
        """Like a network that has gone dead: open, and silent. The next connection works again."""
        nonlocal connections
        connections += 1
        server = socket.connect_to_server()
        mine = list(heard)
        socket.on_message(lambda text: server.send(text))
        server.on_message(lambda text: socket.send(text) if heard[0] or not mine[0] else None)

    person.page.route_web_socket(LIVE, relay)
    person.sit_down(table, 2)
    board = Board(person)
    expect(connection(board)).to_have_attribute("data-state", "live")
    heard[0] = False
    table.played("c3")
    person.page.clock.run_for(2500)
    assert board.play.get_attribute("data-ply") == "0"
    before = connections
    for _ in range(24):  # half a second each; no further than needed: its time must not overtake the next connection
        if connections == before:
            person.page.clock.run_for(500)
    assert connections == before + 1
    board.wait_for_ply(1)
    by_clicks(board, "c4")
    board.wait_for_ply(2)


def test_a_move_on_a_board_that_is_not_the_latest_is_never_played(newcomer: Newcomer, house: House) -> None:
    table = house.table("duel", [{"kind": "person"}, {"kind": "person"}])
    person = newcomer()
    person.page.route_web_socket(LIVE, lambda socket: None)  # open, and nothing ever comes
    person.faults.expect("409")
    person.sit_down(table)
    board = Board(person)
    board.wait_for_turn()
    table.played("c3", "c4")
    by_clicks(board, "e5")
    expect(board.page.get_by_test_id("refusal")).to_be_visible()
    board.wait_for_ply(2)
    assert [entry["move"] for entry in table.match()["history"]] == ["c3", "c4"]
    expect(board.spot("c4")).to_have_attribute("aria-label", re.compile("green"))
    board.page.get_by_role("button", name="All right").click()
    by_clicks(board, "b3")
    board.wait_for_ply(3)


def test_a_server_that_is_killed_and_started_again_is_played_on_without_a_word(
    newcomer: Newcomer, process: Callable[..., ServerProcess], visit: Callable[[ServerProcess], House]
) -> None:
    server = process()
    house = visit(server)
    table, other = small_table(house, "duel"), small_table(house, "duel")
    board, elsewhere = come(newcomer, table, house=house), come(newcomer, other, house=house)
    for one in (board, elsewhere):
        one.person.faults.expect(*GONE)
    board.make("b2", by_clicks)
    before = table.match()
    elsewhere.page.get_by_role("navigation", name="This match").get_by_role("link", name="Games").click()
    elsewhere.page.get_by_test_id("game-duel").wait_for()

    port = server.address.rpartition(":")[2]
    server.kill()
    expect(connection(board)).to_contain_text("cannot be reached")
    free = before["legal"][0]
    expect(board.spot(free)).to_have_attribute("aria-disabled", "true")
    board.page.mouse.click(*board.place(free))
    elsewhere.page.go_back()
    expect(elsewhere.page.get_by_role("alert")).to_contain_text("cannot be reached")
    server.launch(port)
    server.wait_until_ready()

    expect(connection(board)).to_have_attribute("data-state", "live")
    expect(connection(board)).to_have_text("")
    assert table.match()["version"] == before["version"], "nothing was lost, and nothing played in between"
    board.make(free, by_clicks)
    assert table.match()["history"][before["ply"]]["move"] == free
    elsewhere.wait_for_turn()
    expect(connection(elsewhere)).to_have_attribute("data-state", "live")
    elsewhere.make("b2", by_clicks)


def test_the_menu_says_that_the_server_cannot_be_reached(newcomer: Newcomer, house: House) -> None:
    person = newcomer()
    person.go("/")
    person.page.get_by_test_id("game-duel").get_by_role("button", name="Play").wait_for()
    person.faults.expect(*CUT)
    person.context.set_offline(True)
    person.page.get_by_test_id("game-duel").get_by_role("button", name="Play").click()
    expect(person.page.get_by_test_id("game-duel").get_by_role("alert")).to_contain_text("cannot be reached")


def test_the_pages_open_offline_to_one_that_says_so(newcomer: Newcomer) -> None:
    person: Person = newcomer(service_workers="allow")
    person.go("/")
    person.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    person.page.reload()
    person.page.get_by_test_id("game-duel").wait_for()
    person.faults.expect(*CUT)
    person.context.set_offline(True)
    person.page.reload()
    expect(person.page.get_by_role("heading")).to_have_text("Quincunx cannot be reached.")
