"""A network that goes away, a server that dies, messages that never come: the page says so, and goes on by itself."""

import re

from playwright.sync_api import Locator, WebSocketRoute, expect

from tests.support.browsers.boards import Board, by_clicks, small_match
from tests.support.browsers.person import Person
from tests.support.fixtures import Connect, NewPerson, StartServer
from tests.support.servers.client import HostedMatch, ServerClient

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


def come(new_person: NewPerson, hosted: HostedMatch, *seats: int, client: ServerClient | None = None) -> Board:
    person = new_person(client)
    person.open_match(hosted, *seats)
    board = Board(person)
    expect(connection(board)).to_have_attribute("data-state", "live")
    return board


def connection(board: Board) -> Locator:
    return board.page.get_by_test_id("connection")


def test_a_page_that_goes_offline_says_so_allows_no_move_and_catches_up(
    new_person: NewPerson, client: ServerClient
) -> None:
    hosted = client.new_remote_match("duel")
    board = come(new_person, hosted, 1)
    expect(board.spot("c4")).to_have_attribute("aria-disabled", "false")
    board.person.faults.expect(*CUT)
    board.person.context.set_offline(True)
    expect(connection(board)).to_contain_text("You are offline")
    expect(board.spot("c4")).to_have_attribute("aria-disabled", "true")
    hosted.play("b2", "e5")
    board.page.mouse.click(*board.place("c4"))
    assert board.play.get_attribute("data-ply") == "0", "what happens meanwhile is not known here"

    board.person.context.set_offline(False)
    board.wait_for_ply(2)
    expect(connection(board)).to_have_attribute("data-state", "live")
    expect(connection(board)).to_have_text("")
    expect(board.spot("b2")).to_have_attribute("aria-label", re.compile("red"))
    by_clicks(board, "b3")
    board.wait_for_ply(3)
    assert [entry["move"] for entry in hosted.match()["history"]] == ["b2", "e5", "b3"]


def test_missed_moves_are_shown_after_a_reconnection(new_person: NewPerson, client: ServerClient) -> None:
    hosted = client.new_remote_match("duel")
    board = come(new_person, hosted)
    board.person.faults.expect(*CUT)
    board.person.context.set_offline(True)
    expect(connection(board)).to_contain_text("You are offline")
    match = hosted.play("c3", "c4", "b3")
    board.person.context.set_offline(False)
    board.wait_for_ply(3)
    expect(board.page.get_by_test_id("move-2")).to_contain_text("b3")
    assert match["turn"] == 2
    board.make("d4", by_clicks)


def test_the_page_itself_notices_a_connection_that_has_gone_silent(new_person: NewPerson, client: ServerClient) -> None:
    hosted = client.new_remote_match("duel")
    person = new_person()
    person.page.clock.install()
    alive, connections = [True], 0

    def relay(socket: WebSocketRoute) -> None:
        """Like a network that has gone dead: open, and silent. The next connection works again."""
        nonlocal connections
        connections += 1
        server = socket.connect_to_server()
        mine = list(alive)
        socket.on_message(lambda text: server.send(text))
        server.on_message(lambda text: socket.send(text) if alive[0] or not mine[0] else None)

    person.page.route_web_socket(LIVE, relay)
    person.open_match(hosted, 2)
    board = Board(person)
    expect(connection(board)).to_have_attribute("data-state", "live")
    alive[0] = False
    hosted.play("c3")
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


def test_a_move_on_a_board_that_is_not_the_latest_is_never_played(new_person: NewPerson, client: ServerClient) -> None:
    hosted = client.new_match("duel", [{"kind": "person"}, {"kind": "person"}])
    person = new_person()
    person.page.route_web_socket(LIVE, lambda socket: None)  # open, and nothing ever comes
    person.faults.expect("409")
    person.open_match(hosted)
    board = Board(person)
    board.wait_for_turn()
    hosted.play("c3", "c4")
    by_clicks(board, "e5")
    expect(board.page.get_by_test_id("refusal")).to_be_visible()
    board.wait_for_ply(2)
    assert [entry["move"] for entry in hosted.match()["history"]] == ["c3", "c4"]
    expect(board.spot("c4")).to_have_attribute("aria-label", re.compile("green"))
    board.page.get_by_role("button", name="OK", exact=True).click()
    by_clicks(board, "b3")
    board.wait_for_ply(3)


def test_play_continues_silently_after_the_server_is_killed_and_restarted(
    new_person: NewPerson, start_server: StartServer, connect: Connect
) -> None:
    server = start_server()
    client = connect(server)
    hosted, other = small_match(client, "duel"), small_match(client, "duel")
    board, elsewhere = come(new_person, hosted, client=client), come(new_person, other, client=client)
    for one in (board, elsewhere):
        one.person.faults.expect(*GONE)
    board.make("b2", by_clicks)
    before = hosted.match()
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
    assert hosted.match()["version"] == before["version"], "nothing was lost, and nothing played in between"
    board.make(free, by_clicks)
    assert hosted.match()["history"][before["ply"]]["move"] == free
    elsewhere.wait_for_turn()
    expect(connection(elsewhere)).to_have_attribute("data-state", "live")
    elsewhere.make("b2", by_clicks)


def test_the_menu_says_that_the_server_cannot_be_reached(new_person: NewPerson, client: ServerClient) -> None:
    person = new_person()
    person.go("/")
    person.page.get_by_test_id("game-duel").get_by_role("button", name="Play").wait_for()
    person.faults.expect(*CUT)
    person.context.set_offline(True)
    person.page.get_by_test_id("game-duel").get_by_role("button", name="Play").click()
    expect(person.page.get_by_test_id("game-duel").get_by_role("alert")).to_contain_text("cannot be reached")


def test_the_pages_open_offline_to_one_that_says_so(new_person: NewPerson) -> None:
    person: Person = new_person(service_workers="allow")
    person.go("/")
    person.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    person.page.reload()
    person.page.get_by_test_id("game-duel").wait_for()
    person.faults.expect(*CUT)
    person.context.set_offline(True)
    person.page.reload()
    expect(person.page.get_by_role("heading")).to_have_text("Quincunx cannot be reached.")
    expect(person.page.get_by_text("Play without the server")).to_be_visible()
