"""A rematch: on another board, with sides swapped, and with the tokens that everyone has."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from quincunx.server.match.actions import ACTION
from quincunx.server.match.state import State
from tests.server.match import test_laws
from tests.support.servers.client import APART, PERSON, TWO_PEOPLE, HostedMatch, Json, ServerClient, ai, refusal
from tests.support.servers.watcher import Watcher


def ask(hosted: HostedMatch, seat: int = 1, **answer: str) -> Json:
    response = hosted.try_act("rematch", seat, **answer)
    assert response.status_code == 200, response.text
    payload: Json = response.json()
    return payload


def rematch(hosted: HostedMatch, seat: int = 1) -> Json:
    """The rematch that this seat agrees to last."""
    if hosted.invites and len(hosted.tokens) == 2 and hosted.match()["rematch"] is None:
        ask(hosted, 3 - seat)
    return ask(hosted, seat)


def again(hosted: HostedMatch, payload: Json, swapped: bool) -> HostedMatch:
    """The rematch, played with the tokens of the match before."""
    other = HostedMatch(hosted.client, payload | {"seats": []})
    other.tokens = {3 - seat if swapped else seat: token for seat, token in hosted.tokens.items()}
    other.creator = hosted.creator
    return other


@pytest.mark.parametrize("game", ["cascade", "duel", "mosaic", "pushmine"])
def test_people_swap_sides_and_keep_their_tokens(client: ServerClient, game: str) -> None:
    hosted = client.new_remote_match(game)
    hosted.act("resign", 1)
    payload = rematch(hosted, 1)
    assert payload["seats"] == [{"seat": 2}]
    assert rematch(hosted, 2)["seats"] == [{"seat": 1}]
    match = payload["match"]
    assert (match["ply"], match["status"], match["previous"]) == (0, "playing", hosted.id)
    assert hosted.match()["rematch"] == payload["id"] == match["id"]
    other = again(hosted, payload, True)
    assert refusal(other.try_move(match["legal"][0], 0, seat=2)) == (409, "not_your_turn")
    assert other.play(match["legal"][0])["ply"] == 1


@pytest.mark.parametrize(
    ("game", "swapped"), [("duel", True), ("pushmine", True), ("mosaic", False), ("cascade", False)]
)
def test_against_an_ai_player_sides_are_swapped_in_duel_and_pushmine_alone(
    client: ServerClient, game: str, swapped: bool
) -> None:
    hosted = client.new_match(game)
    hosted.act("resign")
    payload = rematch(hosted)
    assert payload["seats"] == [{"seat": 2 if swapped else 1}]
    assert payload["match"]["seats"][0 if swapped else 1]["level"] == "medium"
    other = again(hosted, payload, swapped)
    match = other.wait_for_ai()
    assert match["ply"] == (1 if swapped else 0)
    other.play(match["legal"][0])
    twice = other.act("resign", 2 if swapped else 1)
    assert twice["outcome"] == "ai_wins"
    assert rematch(other, 2 if swapped else 1)["seats"] == [{"seat": 1}]


def test_there_is_one_rematch_however_often_it_is_requested(client: ServerClient) -> None:
    hosted = client.new_remote_match()
    hosted.act("resign")
    with ThreadPoolExecutor(6) as crowd:
        payloads = list(crowd.map(lambda seat: ask(hosted, seat), [1, 2, 1, 2, 1, 2]))
    assert len({one["id"] for one in payloads} - {None}) == 1
    assert hosted.match()["rematch"] in {one["id"] for one in payloads}
    assert hosted.match()["version"] == 4, "joined, resigned, offered, rematched"


def test_many_simultaneous_requests_for_a_rematch_make_one_match(client: ServerClient) -> None:
    """No second match is left over that nobody knows of."""
    hosted = client.new_remote_match(public=True)
    before = {one["id"] for one in client.get("/api/matches?limit=100").json()}
    hosted.act("resign")
    with ThreadPoolExecutor(6) as crowd:
        list(crowd.map(lambda seat: ask(hosted, seat), [1, 2, 1, 2, 1, 2]))
    after = {one["id"] for one in client.get("/api/matches?limit=100").json()}
    assert len(after - before) == 1


def test_between_people_a_rematch_is_offered_and_accepted(client: ServerClient) -> None:
    hosted = client.new_remote_match()
    hosted.act("resign")
    assert refusal(hosted.try_act("rematch", 2, answer="accept")) == (409, "nothing_offered")
    offered = ask(hosted, 1)
    assert (offered["id"], offered["seats"], offered["match"]["id"]) == (None, [], hosted.id)
    assert offered["match"]["offers"] == [{"offer": "rematch", "seat": 1}]
    assert ask(hosted, 1)["match"]["version"] == offered["match"]["version"], "offered once"
    accepted = ask(hosted, 2, answer="accept")
    assert accepted["match"]["previous"] == hosted.id
    assert hosted.match()["offers"] == []


def test_an_offered_rematch_can_be_declined_and_withdrawn(client: ServerClient) -> None:
    hosted = client.new_remote_match()
    hosted.act("resign")
    with Watcher(hosted) as watcher:
        watcher.wait_for("match")
        for seat, withdrawn in ((2, False), (1, True)):
            ask(hosted, 1)
            assert ask(hosted, seat, answer="decline")["match"]["offers"] == []
            watcher.action("offered")
            action = watcher.action("declined")["action"]
            assert (action["seat"], action["offer"], action["withdrawn"]) == (seat, "rematch", withdrawn)
    assert hosted.match()["rematch"] is None
    assert ask(hosted, 2)["id"] is None


def test_a_match_that_goes_on_forgets_the_offer_of_a_rematch(client: ServerClient) -> None:
    hosted = client.new_remote_match("duel", variant={"size": 2})
    hosted.play_on()
    ask(hosted, 1)
    hosted.act("takeback", 1)
    match = hosted.act("takeback", 2, answer="accept")
    assert (match["status"], match["offers"]) == ("playing", [])


OLD_LOG = (
    '{"seat": 2, "at": 2, "kind": "joined", "name": null}',
    '{"seat": 1, "at": 3, "kind": "offered", "offer": "draw"}',
    '{"seat": 2, "at": 4, "kind": "declined", "offer": "draw"}',
    '{"seat": 1, "at": 5, "kind": "resigned"}',
    '{"seat": 0, "at": 6, "kind": "rematched", "match": "another"}',
)
"""As it was written before rematches were offered."""


def test_a_log_from_before_rematches_were_offered_still_loads() -> None:
    state = State(
        "match",
        test_laws.creation_of("duel", (test_laws.PERSON, test_laws.INVITED), clock=True, opened=0, literal=False),
    )
    for line in OLD_LOG:
        state.apply(ACTION.validate_json(line))
    assert (state.rematch, state.match.result) == ("another", "2")


def test_a_rematch_has_another_seed_and_no_mark(client: ServerClient) -> None:
    hosted = client.new_match("flood", seed=5)
    hosted.try_act("hint")
    hosted.play_on()
    match = rematch(hosted)["match"]
    assert match["seed"] != 5
    assert match["assisted"] is False
    assert match["variant"] == hosted.match()["variant"]


def test_a_rematch_of_a_daily_board_is_not_a_daily_board(client: ServerClient) -> None:
    hosted = client.new_match("duel", TWO_PEOPLE, daily=True)
    hosted.act("resign")
    match = rematch(hosted)["match"]
    assert (match["daily"], match["history"]) == (None, [])


def test_a_rematch_by_the_optimum_has_the_limit_of_its_own_board(client: ServerClient) -> None:
    """Otherwise one board's fewest moves would be the other's limit."""
    hosted = client.new_match("flood", preset="expert", variant={"size": 6})
    limits = set()
    for _ in range(8):
        hosted.play_on()
        payload = rematch(hosted)
        hosted = again(hosted, payload, False)
        hint = hosted.try_act("hint").json()
        assert hint["sure"] == "proven"
        limits.add(payload["match"]["view"]["limit"])
        assert payload["match"]["view"]["limit"] == cost_of(hint)
    assert len(limits) > 1


def cost_of(hint: Json) -> int:
    """The fewest moves that a board needs, by its first hint."""
    costs = [int(value) for name, value in hint["details"].items() if name in ("to_go", "moves", "left")]
    return costs[0]


def test_the_current_level_and_the_names_go_into_the_rematch(client: ServerClient) -> None:
    hosted = client.new_match("duel", [PERSON | {"name": "Ada"}, ai("easy")])
    hosted.act("level", level="hard")
    hosted.act("resign")
    seats = rematch(hosted)["match"]["seats"]
    assert [(seat["name"], seat["level"]) for seat in seats] == [(None, "hard"), ("Ada", None)]
    guests = client.new_match("duel", APART)
    guests.join(name="Bob")
    guests.act("resign")
    assert [seat["name"] for seat in rematch(guests)["match"]["seats"]] == ["Bob", None]


def test_a_rematch_of_ai_players_swaps_them_and_belongs_to_the_maker(
    client: ServerClient, held_ai: threading.Event
) -> None:
    hosted = client.new_match("pushmine", [ai("easy"), ai("medium")])
    hosted.act("stop", 0)
    payload = rematch(hosted, 0)
    assert [seat["level"] for seat in payload["match"]["seats"]] == ["medium", "easy"]
    assert again(hosted, payload, True).act("stop", 0)["status"] == "draw"


def test_a_running_match_has_no_rematch_and_strangers_cannot_request_one(client: ServerClient) -> None:
    hosted = client.new_remote_match()
    assert refusal(hosted.try_act("rematch")) == (409, "not_over")
    hosted.act("resign")
    assert refusal(client.post(f"{hosted.path}/rematch")) == (401, "unauthorized")
    stranger = client.new_match("duel", TWO_PEOPLE).tokens[1]
    assert refusal(client.post(f"{hosted.path}/rematch", None, stranger)) == (403, "not_your_seat")


def test_an_invitation_that_nobody_used_is_still_open_in_the_rematch(client: ServerClient) -> None:
    hosted = client.new_match("duel", APART)
    client.server.call(client.server.expire(hosted.id))
    assert hosted.match()["status"] == "draw"
    payload = rematch(hosted)
    assert [seat["taken"] for seat in payload["match"]["seats"]] == [False, True]
    other = HostedMatch(
        client, payload | {"seats": [{"seat": 1, "invite": hosted.invites[2].replace(hosted.id, payload["id"])}]}
    )
    assert other.join(1)["seat"] == 1
