"""People at different screens: an invitation by link, a match, somebody who watches, offers, and the rematch."""

import re
from typing import NamedTuple
from urllib.parse import urlsplit

from playwright.sync_api import Page, Route, expect

from tests.suite.scale import every_game
from tests.support.browsers.boards import Board, at_random, by_clicks
from tests.support.browsers.person import Person
from tests.support.fixtures import NewPerson
from tests.support.servers.client import APART, Json, ServerClient
from tests.support.waiting import wait_until

YOUR_TURN = re.compile("your turn", re.IGNORECASE)


class Round(NamedTuple):
    """Two players, and one watcher."""

    host: Board
    guest: Board
    watcher: Board

    @property
    def everyone(self) -> tuple[Board, Board, Board]:
        return self.host, self.guest, self.watcher


def set_up(page: Page, game: str, size: str) -> None:
    """From the menu to a match that waits for its second player."""
    page.goto("/")
    page.get_by_test_id(f"game-{game}").get_by_role("button", name="Set up").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_text("Invite by link").click()
    sheet.get_by_label("Your name").fill("Bea")
    sheet.get_by_text("Options").click()
    sheet.get_by_label("Size of the board").fill(size)
    sheet.get_by_role("button", name="Make the match").click()


def invited(new_person: NewPerson, game: str = "duel", size: str = "3") -> Round:
    """A match by invite link, as three people come to it."""
    host = Board(new_person())
    set_up(host.page, game, size)
    expect(host.status).to_contain_text("Waiting for your friend")
    expect(host.page.get_by_test_id("cancel")).to_be_visible()
    expect(host.page.get_by_role("group", name="Match")).to_have_count(0)  # nothing to resign yet
    link = host.page.get_by_label("Invite link", exact=True).input_value()
    guest = Board(new_person())
    guest.page.goto(link)
    expect(guest.page.get_by_role("heading")).to_contain_text("Bea invites you to")
    expect(guest.page.get_by_role("note")).to_have_count(0)
    guest.page.get_by_label("Your name").fill("Ada")
    guest.page.get_by_role("button", name="Take the seat").click()
    watcher = Board(new_person())
    watcher.page.goto(f"/match/{host.id}")
    expect(watcher.page.get_by_text("watching", exact=True)).to_be_visible()
    host.wait_for_turn()
    return Round(host, guest, watcher)


def gathered(new_person: NewPerson, client: ServerClient) -> Round:
    """The same three people at such a match, without the way there."""
    hosted = client.new_match("duel", APART, variant={"size": 3})
    hosted.join(name="Ada")
    host, guest, watcher = (new_person() for _ in range(3))
    host.open_match(hosted, 1)
    guest.open_match(hosted, 2)
    watcher.go(f"/match/{hosted.id}")
    party = Round(Board(host), Board(guest), Board(watcher))
    for board in party.everyone:
        board.wait_for_ply(0)
    party.host.wait_for_turn()
    return party


def ply_after(board: Board, ply: int) -> int:
    """The number of plies once there are more than this."""
    return wait_until(lambda: after if (after := int(board.match()["ply"])) > ply else None)


def play_together(party: Round, plies: int) -> Json:
    """Each player in turn makes a move by clicks, and everyone sees it. Returns the match."""
    players = {1: party.host, 2: party.guest}
    for number in range(plies):
        match = party.host.match()
        if match["result"] is not None:
            break
        by_clicks(players[match["turn"]], at_random(number)(match))
        ply = ply_after(party.host, match["ply"])
        for board in party.everyone:
            board.wait_for_ply(ply)
    return party.host.match()


def test_two_play_by_an_invite_link_while_a_third_watches_and_then_a_rematch(new_person: NewPerson) -> None:
    party = invited(new_person)
    expect(party.guest.status).to_contain_text("Bea to move")
    expect(party.host.page.get_by_test_id("watching")).to_contain_text("1 person is watching")
    expect(party.watcher.page.get_by_test_id("watching")).to_have_count(0)
    party.guest.page.get_by_role("button", name="Well played").click()
    for board, name in ((party.host, "Ada"), (party.guest, "You"), (party.watcher, "Ada")):
        expect(board.page.get_by_test_id("reaction")).to_contain_text(f"{name} 👏")
    expect(party.watcher.page.get_by_test_id("reactions")).to_have_count(0)
    expect(party.host.page.get_by_test_id("seats")).to_contain_text("Ada")
    match = play_together(party, plies=100)
    titles = {"1": ("You win", "Bea wins"), "2": ("Ada wins", "Ada wins"), "draw": ("Draw", "Draw")}[match["result"]]
    expect(party.host.status).to_contain_text(titles[0])
    expect(party.watcher.status).to_contain_text(titles[1])

    again = party.host.page.get_by_test_id("again")
    again.click()
    party.guest.page.get_by_test_id("rematch-wanted").get_by_role("button", name="Decline").click()
    expect(party.host.page.get_by_test_id("toast")).to_have_text("Ada declined the rematch.")
    expect(party.guest.page.get_by_test_id("toast")).to_have_text("You declined the rematch.")
    again.click()
    expect(party.host.page.get_by_test_id("rematch-offered")).to_be_visible()
    expect(party.guest.page.get_by_test_id("rematch-wanted")).to_contain_text("Bea wants a rematch.")
    party.guest.page.get_by_role("button", name="Accept the rematch").click()
    party.host.page.wait_for_url(lambda url: match["id"] not in url)
    party.watcher.page.get_by_role("link", name="Watch the rematch").click()
    party.guest.page.wait_for_url(f"**/match/{party.host.id}")
    expect(party.host.page.get_by_test_id("toast")).to_have_text("Now you are Green; Ada begins.")
    # The player who began now moves second.
    swapped = Round(party.guest, party.host, party.watcher)
    for board in swapped.everyone:
        board.wait_for_ply(0)
    swapped.host.wait_for_turn()
    play_together(swapped, plies=2)


def test_neither_a_watcher_nor_a_waiting_player_can_move(new_person: NewPerson, client: ServerClient) -> None:
    party = gathered(new_person, client)
    for board in (party.watcher, party.guest):
        board.page.mouse.click(*board.place("a1"))
        expect(board.spot("a1")).to_have_attribute("aria-disabled", "true")
    by_clicks(party.host, "b2")
    for board in party.everyone:
        board.wait_for_ply(1)
    assert [entry["move"] for entry in party.host.match()["history"]] == ["b2"]


def test_an_invitation_can_be_taken_back(new_person: NewPerson) -> None:
    host = Board(new_person())
    set_up(host.page, "duel", "3")
    link = host.page.get_by_label("Invite link", exact=True).input_value()
    host.page.get_by_test_id("cancel").click()
    host.page.wait_for_url("**/")
    guest = new_person()
    guest.page.goto(link)
    expect(guest.page.get_by_role("heading", name="This invitation was withdrawn.")).to_be_visible()


def test_a_guest_is_told_that_the_board_was_chosen(person: Person, client: ServerClient) -> None:
    """Somebody who names the seed may know how the board goes on: the other side is told before they take the seat."""
    hosted = client.new_match("mosaic", APART, seed=7)
    address = urlsplit(hosted.invites[2])
    person.go(f"{address.path}#{address.fragment}")
    expect(person.page.get_by_role("button", name="Take the seat")).to_be_visible()
    expect(person.page.get_by_role("note")).to_contain_text("chose the number of this board")


def test_a_guest_whose_answer_was_lost_has_the_seat_all_the_same(person: Person, client: ServerClient) -> None:
    """The page drew the token itself and kept it: the same request again takes the same seat."""

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    hosted = client.new_match("duel", APART)
    address = urlsplit(hosted.invites[2])
    person.faults.expect("ERR_FAILED")
    person.page.route("**/join", lose)
    person.go(f"{address.path}#{address.fragment}")
    with person.page.expect_event("requestfailed"):
        person.page.get_by_role("button", name="Take the seat").click()
    assert hosted.match()["version"] == 1
    expect(person.page.get_by_role("button", name="Take the seat")).to_be_enabled()
    person.page.unroute("**/join")
    person.page.reload()
    Board(person).wait_for_ply(0)
    hosted.play("a1")
    Board(person).wait_for_turn()


def test_an_invitation_works_once(new_person: NewPerson, client: ServerClient) -> None:
    party = gathered(new_person, client)
    late = new_person()
    late.go(f"/join/{party.host.id}#used")
    expect(late.page.get_by_role("heading", name="This seat is taken.")).to_be_visible()
    late.page.get_by_role("link", name="Watch", exact=True).click()
    Board(late).wait_for_ply(0)


def test_a_draw_is_offered_declined_and_agreed(new_person: NewPerson, client: ServerClient) -> None:
    party = gathered(new_person, client)
    play_together(party, plies=2)
    party.host.page.get_by_test_id("control-draw").click()
    offer = party.guest.page.get_by_test_id("offer-draw")
    expect(party.host.page.get_by_test_id("control-draw")).to_be_disabled()
    offer.get_by_role("button", name="Decline").click()
    expect(party.host.page.get_by_test_id("offer-draw")).to_have_count(0)
    expect(party.host.page.get_by_test_id("toast")).to_have_text("Ada declined the draw.")
    party.guest.page.get_by_test_id("control-draw").click()
    party.host.page.get_by_test_id("offer-draw").get_by_role("button", name="Accept").click()
    for board in party.everyone:
        expect(board.status).to_contain_text("Draw")
    assert party.host.match()["ended_by"] == "agreement"


def test_a_move_is_taken_back_when_the_other_agrees(new_person: NewPerson, client: ServerClient) -> None:
    party = gathered(new_person, client)
    play_together(party, plies=1)
    party.host.page.get_by_test_id("control-takeback").click()
    party.guest.page.get_by_test_id("offer-takeback").get_by_role("button", name="Accept").click()
    for board in party.everyone:
        board.wait_for_ply(0)


def test_the_title_says_when_it_is_your_turn(new_person: NewPerson, client: ServerClient) -> None:
    party = gathered(new_person, client)
    expect(party.host.page).to_have_title(YOUR_TURN)
    play_together(party, plies=1)
    expect(party.guest.page).to_have_title(YOUR_TURN)
    expect(party.host.page).not_to_have_title(YOUR_TURN)


def test_a_series_goes_on_until_one_has_won_it_and_a_turn_is_timed(person: Person) -> None:
    """Against the AI, by buttons: the next match follows at once, with the sides changed."""
    person.go("/")
    person.page.get_by_test_id("game-duel").get_by_role("button", name="Set up").click()
    sheet = person.page.get_by_role("dialog")
    sheet.get_by_text("First to 2").click()
    sheet.get_by_text("Options", exact=False).first.click()
    sheet.get_by_text("30 s", exact=True).click()
    sheet.get_by_role("button", name="Play").click()
    series = person.page.get_by_test_id("series")
    expect(series).to_contain_text("First to 2 · match 1")
    expect(person.page.get_by_role("timer", name="Time for this turn")).to_contain_text("30 s for each turn")
    for score in ("You 0 : 1 AI", "AI 2 : 0 You"):
        person.page.get_by_test_id("control-resign").click()
        person.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
        expect(series).to_contain_text(score)
        if score.startswith("You"):
            person.page.get_by_role("button", name="Next match of the series").click()
            # Once the AI player has begun; until then a notice says so.
            expect(person.page.get_by_test_id("detail")).to_contain_text("now you are Green")
            expect(series).to_contain_text("match 2")
    expect(series).to_contain_text("AI wins the series")
    expect(person.page.get_by_role("button", name="Another series")).to_be_visible()


def test_the_clock_of_the_side_to_move_runs(new_person: NewPerson, client: ServerClient) -> None:
    hosted = client.new_match(
        "duel", clock={"base": 60, "increment": 1}, seats=[{"kind": "person"}, {"kind": "invite"}]
    )
    hosted.join()
    hosted.play("c3", "c4")
    host = new_person()
    host.open_match(hosted, 1)
    clocks = host.page.get_by_role("timer")
    expect(clocks).to_have_count(2)
    first, second = clocks.all_inner_texts()
    expect(clocks.first).not_to_have_text(first)
    expect(clocks.last).to_have_text(second)


@every_game(["mosaic", "duel", "pushmine"], later=["mosaic", "pushmine"])
def test_two_people_at_one_screen_move_in_turn(person: Person, client: ServerClient, game: str) -> None:
    hosted = client.new_match(game, [{"kind": "person"}, {"kind": "person"}], seed=3)
    person.open_match(hosted)
    board = Board(person)
    names = [seat["colour"] for seat in hosted.match()["seats"]]
    for ply in range(4):
        expect(board.status).to_contain_text(f"{names[ply % 2]} to move")
        board.make(at_random(ply)(board.match()), by_clicks)
    assert [entry["seat"] for entry in hosted.match()["history"]] == [1, 2, 1, 2]
