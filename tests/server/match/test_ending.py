"""How a match ends other than by its rules: resigning, draws, absence, clocks, caps; and what comes after."""

import threading
from urllib.parse import urlsplit

import pytest

from quincunx.engine.record import read_record
from quincunx.server import wall_clock
from quincunx.server.live.rooms import DAY_MILLISECONDS
from quincunx.server.match import commands
from quincunx.server.match.state import MOST_PLIES_BETWEEN_AI_PLAYERS
from tests.support.fixtures import LetTimePass, Serve
from tests.support.servers.client import APART, PERSON, TWO_PEOPLE, ServerClient, ai, refusal
from tests.support.servers.watcher import Watcher
from tests.support.waiting import wait_until


def test_the_side_that_resigns_has_lost(client: ServerClient) -> None:
    hosted = client.new_remote_match()
    match = hosted.act("resign", 2)
    assert (match["status"], match["winner"], match["result"], match["ended_by"]) == ("won", 1, "1", "resignation")
    assert refusal(hosted.try_act("resign", 1)) == (409, "match_over")
    assert hosted.record()["record"]["ended_by"] == "resignation"


def test_the_end_is_data(client: ServerClient) -> None:
    """The result, the seat that brought it about, and why, in a word."""
    resigned = client.new_remote_match().act("resign", 2)
    assert resigned["end"] == {"result": "1", "by": 2, "why": "resignation"}
    agreed = client.new_match("duel", TWO_PEOPLE).act("draw")
    assert agreed["end"] == {"result": "draw", "by": None, "why": "agreement"}
    played = client.new_match("duel", TWO_PEOPLE, variant={"size": 2})
    assert played.match()["end"] is None
    match = played.play_on()
    last = match["history"][-1]
    assert match["end"] == {"result": match["result"], "by": last["seat"], "why": last["events"][-1]["why"]}


def test_at_one_screen_a_token_resigns_for_its_own_seat(client: ServerClient) -> None:
    hosted = client.new_match("duel", TWO_PEOPLE)
    assert refusal(hosted.try_act("resign", 1, seat=2)) == (403, "not_your_seat")
    assert hosted.act("resign", 2, seat=2)["winner"] == 1


def test_resigning_against_an_ai_player_is_possible_while_it_thinks(
    client: ServerClient, held_ai: threading.Event
) -> None:
    hosted = client.new_match("duel")
    hosted.play("c3")
    match = hosted.act("resign")
    assert (match["outcome"], match["thinking"]) == ("ai_wins", False)
    version = match["version"]
    assert hosted.act("restart")["version"] == version + 1
    assert hosted.match()["ply"] == 0


def test_flood_can_be_neither_resigned_nor_drawn(client: ServerClient) -> None:
    hosted = client.new_match("flood")
    for what in ("resign", "draw", "claim"):
        assert refusal(hosted.try_act(what)) == (409, "not_allowed")


# Draws.


def test_people_offer_and_accept_a_draw(client: ServerClient) -> None:
    hosted = client.new_remote_match()
    hosted.play("c3")
    assert hosted.act("draw", 1)["offers"] == [{"offer": "draw", "seat": 1}]
    match = hosted.act("draw", 2, answer="accept")
    assert (match["status"], match["result"], match["ended_by"]) == ("draw", "draw", "agreement")
    assert match["legal"] == []


def test_people_offer_and_decline_a_draw(client: ServerClient) -> None:
    hosted = client.new_remote_match()
    hosted.act("draw", 1)
    assert hosted.act("draw", 2, answer="decline")["offers"] == []
    hosted.act("draw", 2)
    assert hosted.act("draw", 1)["status"] == "draw"


def test_a_draw_offer_survives_ones_own_move_and_falls_with_the_others(client: ServerClient) -> None:
    hosted = client.new_remote_match()
    hosted.act("draw", 1)
    assert hosted.play("c3")["offers"] == [{"offer": "draw", "seat": 1}]
    assert hosted.play("e5")["offers"] == []


def test_two_at_one_screen_agree_at_once(client: ServerClient) -> None:
    hosted = client.new_match("duel", TWO_PEOPLE)
    assert hosted.act("draw")["status"] == "draw"


@pytest.mark.parametrize("game", ["cascade", "duel", "mosaic", "pushmine"])
def test_ai_players_decline_a_draw_in_a_new_position(client: ServerClient, game: str) -> None:
    hosted = client.new_match(game)
    assert refusal(hosted.try_act("draw")) == (409, "not_allowed")
    assert hosted.match()["status"] == "playing"


def test_ai_players_accept_a_draw_when_a_position_has_occurred_three_times(client: ServerClient) -> None:
    setup = {"cells": ["....."] * 5, "seen": 3}
    record = record_at(setup)
    hosted = client.new_match("pushmine", [PERSON, ai()], record=record)
    assert hosted.match()["repetitions"] == 3
    match = hosted.act("draw")
    assert (match["status"], match["ended_by"], match["outcome"]) == ("draw", "agreement", "draw")
    twice = client.new_match("pushmine", [PERSON, ai()], record=record_at(setup | {"seen": 2}))
    assert refusal(twice.try_act("draw")) == (409, "not_allowed")


def test_ai_players_agree_on_a_draw_when_a_position_has_occurred_three_times(
    client: ServerClient,
) -> None:
    hosted = client.new_match("pushmine", [ai(), ai()], record=record_at({"cells": ["....."] * 5, "seen": 3}))
    match = wait_until(lambda: match if (match := hosted.match())["status"] != "playing" else None)
    assert (match["status"], match["ended_by"]) == ("draw", "agreement")


def record_at(setup: dict[str, object]) -> str:
    return read_record({"game": "pushmine", "version": 1, "preset": "standard", "seed": 1, "setup": setup}).as_text()


# Absence.


def test_the_player_who_stayed_may_claim_the_win_after_a_minute(client: ServerClient, later: LetTimePass) -> None:
    hosted = client.new_remote_match()
    hosted.play("c3", "e5")
    later(59_000)
    with Watcher(hosted, hosted.tokens[1]) as watcher:
        assert watcher.wait_for("presence")["claim_after"] == 60_000
    assert refusal(hosted.try_act("claim", 1)) == (409, "not_away")
    later(2_000)
    match = hosted.act("claim", 1)
    assert (match["winner"], match["ended_by"]) == (1, "absence")


def test_the_player_who_stayed_may_claim_a_draw(client: ServerClient, later: LetTimePass) -> None:
    hosted = client.new_remote_match()
    later(61_000)
    match = hosted.act("claim", 2, result="draw")
    assert (match["status"], match["winner"], match["ended_by"]) == ("draw", None, "absence")


def test_a_player_who_acted_within_the_minute_is_not_away(client: ServerClient, later: LetTimePass) -> None:
    hosted = client.new_remote_match()
    later(50_000)
    hosted.try_act("draw", 2, answer="decline")
    later(50_000)
    assert refusal(hosted.try_act("claim", 1)) == (409, "not_away")


def test_there_is_nothing_to_claim_where_nobody_can_be_away(client: ServerClient, later: LetTimePass) -> None:
    hosted_matches = [client.new_match("duel", TWO_PEOPLE), client.new_match("duel"), client.new_match("duel", APART)]
    later(120_000)
    assert refusal(hosted_matches[0].try_act("claim")) == (409, "not_allowed")
    assert refusal(hosted_matches[1].try_act("claim")) == (409, "not_allowed")
    assert refusal(hosted_matches[2].try_act("claim")) == (409, "not_your_turn"), "the invited person never came"


# Clocks.


def test_the_clock_of_the_side_to_move_runs_and_gains_the_increment(client: ServerClient, later: LetTimePass) -> None:
    hosted = client.new_remote_match(clock={"base": 60, "increment": 3})
    hosted.play("c3", "d4")
    later(10_000)
    clock = hosted.play("c4")["clock"]
    assert clock["running"] == 2
    assert 52_000 <= clock["left"][0] <= 53_000 + 180, "nothing is charged while the last tile is placed, for 180 ms"
    assert clock["left"][1] == 60_000


def test_a_clock_starts_with_the_first_move_of_its_side(client: ServerClient, later: LetTimePass) -> None:
    hosted = client.new_remote_match(clock={"base": 60, "increment": 3})
    assert hosted.match()["clock"]["running"] is None
    later(100_000)
    clock = hosted.play("c3")["clock"]
    assert (clock["running"], clock["left"]) == (None, [60_000, 60_000])
    later(100_000)
    clock = hosted.play("d4")["clock"]
    assert (clock["running"], clock["left"]) == (1, [60_000, 60_000])


def test_an_empty_clock_loses_without_anyone_asking(client: ServerClient, later: LetTimePass) -> None:
    hosted = client.new_remote_match(clock={"base": 10})
    hosted.play("c3", "e4", "c4")
    later(9_000)
    assert hosted.match()["status"] == "playing"
    later(1_181)  # of these, 180 ms went by while the tile was placed
    answer = hosted.try_move("e5", 3, seat=2)
    assert refusal(answer) == (409, "match_over")
    match = hosted.match()
    assert (match["winner"], match["ended_by"], match["clock"]["left"][1]) == (1, "clock", 0)


def test_the_server_checks_clocks_by_itself(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    client = serve()
    hosted = client.new_match("duel", TWO_PEOPLE, clock={"base": 10})
    hosted.play("c3", "e4")
    real = wall_clock.now_ms
    monkeypatch.setattr(wall_clock, "now_ms", lambda: real() + 10_001)
    match = wait_until(lambda: match if (match := hosted.match())["status"] != "playing" else None)
    assert (match["winner"], match["ended_by"]) == (2, "clock")


# Invitations.


def test_an_invitation_that_nobody_accepted_can_be_withdrawn(client: ServerClient) -> None:
    hosted = client.new_match("duel", APART)
    assert hosted.match()["can"] | {"stop": True, "resign": False, "draw": False} == hosted.match()["can"]
    match = hosted.act("stop")
    assert (match["status"], match["ended_by"], match["can"]["stop"]) == ("draw", "absence", False)
    invite = urlsplit(hosted.invites[2]).fragment
    assert refusal(client.post(f"{hosted.path}/join", {"invite": invite})) == (409, "match_over")
    joined = client.new_remote_match()
    assert refusal(joined.try_act("stop")) == (403, "not_your_seat")


# Matches between AI players.


def test_only_its_maker_stops_an_ai_match(client: ServerClient, held_ai: threading.Event) -> None:
    hosted = client.new_match("pushmine", [ai(), ai()])
    other = client.new_match("pushmine", [ai(), ai()])
    assert refusal(client.post(f"{hosted.path}/stop")) == (401, "unauthorized")
    assert refusal(client.post(f"{hosted.path}/stop", None, other.creator)) == (403, "not_your_seat")
    match = hosted.act("stop", 0)
    assert (match["status"], match["ended_by"], match["thinking"]) == ("draw", "agreement", False)
    assert refusal(hosted.try_act("stop", 0)) == (409, "match_over")
    other.act("stop", 0)


def test_a_match_with_people_is_not_stopped(client: ServerClient) -> None:
    assert refusal(client.new_match("duel", TWO_PEOPLE).try_act("stop")) == (403, "not_your_seat")


def test_an_ai_match_is_drawn_at_the_cap(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_PLIES_BETWEEN_AI_PLAYERS == 500
    monkeypatch.setattr(commands, "MOST_PLIES_BETWEEN_AI_PLAYERS", 6)
    hosted = serve().new_match("duel", [ai(), ai()])
    match = wait_until(lambda: match if (match := hosted.match())["status"] != "playing" else None)
    assert (match["status"], match["ended_by"], match["ply"]) == ("draw", "ply_cap", 6)
    assert hosted.record()["record"]["ended_by"] == "ply_cap"


# Expiry.


def test_an_abandoned_match_expires(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    client = serve(expire_days=2)
    hosted_matches = [client.new_match("duel", TWO_PEOPLE), client.new_match("flood"), client.new_match("duel", APART)]
    server = client.server.app.state.services.rooms
    real = wall_clock.now_ms
    monkeypatch.setattr(wall_clock, "now_ms", lambda: real() + 2 * DAY_MILLISECONDS + 1000)
    client.server.call(server._expire())
    matches = [hosted.match() for hosted in hosted_matches]
    assert [match["status"] for match in matches] == ["draw", "lost", "draw"]
    assert {match["ended_by"] for match in matches} == {"absence"}
