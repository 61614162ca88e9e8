"""Reading a match, and moving in it: who may do it, when, and what comes back."""

import hashlib
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from quincunx.engine.match import replay
from tests.support.servers.client import APART, TWO_PEOPLE, HostedMatch, ServerClient, ai, refusal

PUSHES = ("1>", "2>", "3>", "4>")


@pytest.fixture
def duel(client: ServerClient) -> HostedMatch:
    return client.new_match("duel", TWO_PEOPLE)


def test_a_move_answers_the_match_and_its_events(duel: HostedMatch) -> None:
    answer = duel.try_move("c3", 0)
    payload = answer.json()
    assert answer.status_code == 200
    assert set(payload) == {"match", "events"}
    assert payload["match"] == duel.match()
    assert [event["kind"] for event in payload["events"]] == ["placed"]
    assert payload["match"]["history"][0]["events"] == payload["events"]
    assert (payload["match"]["ply"], payload["match"]["turn"], payload["match"]["version"]) == (1, 2, 1)


def test_a_match_shows_the_history_as_specified(duel: HostedMatch) -> None:
    match = duel.play("c3", "D3")
    first, last = match["history"]
    assert (first["ply"], first["seat"], first["move"]) == (0, 1, "c3")
    assert (first["colour"], first["row"], first["column"]) == ("R", 2, 2)
    assert last["move"] == "d3"
    assert match["last_move"] == last
    assert (match["move_count"], match["pieces_played"]) == (2, [1, 1])
    assert "d3" in last["told"]


def test_what_a_match_shows_of_the_ai_player(client: ServerClient) -> None:
    seat = client.new_match("mosaic", [{"kind": "person"}, ai("hard")]).match()["seats"][1]
    assert (seat["level"], seat["kind"]) == ("hard", "level")
    assert seat["algorithm"]
    assert seat["depth"] >= 1


def test_the_same_move_again_is_answered_the_same_and_played_once(duel: HostedMatch) -> None:
    first = duel.try_move("c3", 0)
    again = duel.try_move("C3 ", 0)
    assert (again.status_code, again.json()) == (200, first.json())
    duel.try_move("e5", 1, seat=2)
    later = duel.try_move("c3", 0)
    assert later.status_code == 200
    assert later.json()["events"] == first.json()["events"]
    assert later.json()["match"]["ply"] == 2
    assert duel.match()["version"] == 2


def test_a_repeated_move_shows_the_passes_that_it_forced(client: ServerClient) -> None:
    hosted = client.new_match("duel", TWO_PEOPLE, preset="literal", variant={"size": 2})
    first = hosted.try_move("a1", 0).json()
    second = hosted.try_move("a2", 1, seat=2).json()
    moves = [entry["move"] for entry in second["match"]["history"]]
    assert moves[2] == "pass", "red has lost its only tile and never comes back"
    again = hosted.try_move("a2", 1, seat=2).json()
    assert again == second
    assert hosted.try_move("a1", 0).json()["events"] == first["events"]
    assert sum(second["match"]["pieces_played"]) == second["match"]["move_count"] - moves.count("pass")


def test_a_stale_ply_gets_the_match_as_it_is(duel: HostedMatch) -> None:
    duel.play("c3", "e5")
    answer = duel.try_move("a1", 0)
    assert refusal(answer) == (409, "stale_ply")
    assert answer.json()["match"] == duel.match()
    assert refusal(duel.try_move("a1", 7)) == (409, "stale_ply")
    assert duel.match()["version"] == 2


def test_another_seat_repeating_a_move_is_stale(duel: HostedMatch) -> None:
    duel.play("c3")
    assert refusal(duel.try_move("c3", 0, seat=2)) == (409, "stale_ply")


def test_out_of_turn_is_refused(duel: HostedMatch) -> None:
    assert refusal(duel.try_move("c3", 0, seat=2)) == (409, "not_your_turn")
    assert duel.match()["version"] == 0


def test_nobody_else_may_move_in_the_ai_players_turn(client: ServerClient, held_ai: threading.Event) -> None:
    hosted = client.new_match("duel")
    hosted.try_move("c3", 0)
    match = hosted.match()
    assert match["thinking"] is True
    assert refusal(hosted.try_move(match["legal"][0], 1)) == (409, "not_your_turn")


@pytest.mark.parametrize("what", ["moves", "undo", "redo", "hint", "resign", "draw", "takeback", "restart", "rematch"])
def test_only_a_token_of_this_match_may_act(client: ServerClient, duel: HostedMatch, what: str) -> None:
    other = client.new_match("duel", TWO_PEOPLE)
    fields = {"move": "c3", "ply": 0} if what == "moves" else None
    path = f"{duel.path}/{what}"
    nobody = client.post(path, fields)
    assert refusal(nobody) == (401, "unauthorized")
    assert nobody.headers["www-authenticate"] == "Bearer"
    for unknown in ("x", "x" * 500, duel.tokens[1][:-1], duel.tokens[1] + "x", hashlib.sha256(b"x").hexdigest()):
        assert refusal(client.post(path, fields, unknown)) == (401, "unauthorized")
    basic = client.http.post(path, json=fields, headers={"authorization": f"Basic {duel.tokens[1]}"})
    assert refusal(basic) == (401, "unauthorized")
    assert refusal(client.post(path, fields, other.tokens[1])) == (403, "not_your_seat")
    assert duel.match()["version"] == 0


def test_a_digest_is_not_a_token(client: ServerClient, duel: HostedMatch) -> None:
    """What the database stores gives no access."""
    digest = hashlib.sha256(duel.tokens[1].encode()).hexdigest()
    assert refusal(client.post(f"{duel.path}/moves", {"move": "c3", "ply": 0}, digest)) == (401, "unauthorized")


def test_an_invite_is_not_a_token(client: ServerClient) -> None:
    hosted = client.new_match("duel", APART)
    secret = hosted.invites[2].partition("#")[2]
    assert refusal(client.post(f"{hosted.path}/resign", None, secret)) == (403, "not_your_seat")


def test_the_makers_token_of_an_ai_match_cannot_move(client: ServerClient, held_ai: threading.Event) -> None:
    hosted = client.new_match("duel", [ai(), ai()])
    assert hosted.try_act("moves", 0, move="c3", ply=0).status_code in (403, 409)
    for what in ("undo", "hint", "resign", "restart", "draw", "takeback"):
        assert refusal(hosted.try_act(what, 0)) == (403, "not_your_seat")
    hosted.act("stop", 0)


@pytest.mark.parametrize(
    ("text", "code"),
    [("z9", "bad_move_text"), ("", "bad_move_text"), ("pass", "illegal_move"), ("c3", "cell_occupied")],
)
def test_an_illegal_move_is_refused_and_the_turn_stays(duel: HostedMatch, text: str, code: str) -> None:
    duel.play("c3")
    assert refusal(duel.try_move(text, 1, seat=2)) == (422, code)
    match = duel.match()
    assert (match["ply"], match["turn"], match["version"]) == (1, 2, 1)


@pytest.mark.parametrize("fields", [{}, {"move": "c3"}, {"ply": 0}, {"move": 3, "ply": 0}, {"move": "c3", "ply": "0"}])
def test_a_move_without_its_parts_is_refused(client: ServerClient, duel: HostedMatch, fields: dict[str, Any]) -> None:
    answer = client.post(f"{duel.path}/moves", fields, duel.tokens[1])
    assert refusal(answer) == (422, "bad_request")


def test_limits_of_a_move_request(client: ServerClient, duel: HostedMatch) -> None:
    for fields in ({"move": "x" * 17, "ply": 0}, {"move": "c3", "ply": -1}, {"move": "c3", "ply": 100_001}):
        assert refusal(client.post(f"{duel.path}/moves", fields, duel.tokens[1])) == (422, "bad_request")


@pytest.mark.parametrize("game", ["cascade", "duel", "flood", "mosaic", "pushmine"])
def test_a_whole_match_and_its_record(client: ServerClient, game: str) -> None:
    small: dict[str, Any] = {"mosaic": {"max_moves": 3}, "duel": {"size": 4}, "flood": {"size": 5}}.get(game, {})
    hosted = client.new_match(game, None if game == "flood" else TWO_PEOPLE, variant=small, seed=11)
    match = hosted.match()
    for turn in range(400):
        if match["status"] != "playing":
            break
        match = hosted.play(match["legal"][turn * 7 % len(match["legal"])])
    if match["status"] == "playing":
        match = hosted.act("resign")
    assert refusal(hosted.try_move("a1", match["ply"])) == (409, "match_over")
    assert match["legal"] == []
    record = hosted.record()
    replayed = replay(record["record"])
    assert replayed.describe()["cells"] == match["view"]["cells"]
    assert [entry["move"] for entry in match["history"]] == list(replayed.moves)
    assert replayed.result == match["result"]
    assert replay(record["text"]).moves == replayed.moves
    looked = client.get(f"{hosted.path}/replay").json()
    assert [step["move"] for step in looked["steps"][1:]] == list(replayed.moves)
    assert looked["steps"][-1]["view"]["cells"] == match["view"]["cells"]
    assert client.post("/api/replay", {"record": record["text"]}).json()["steps"] == looked["steps"]


def test_a_match_that_does_not_exist(client: ServerClient) -> None:
    for match_id in ("nosuch", "x" * 65, "..", "%00", "%F0%9F%98%80", "a%20b"):
        answer = client.get(f"/api/matches/{match_id}")
        assert answer.status_code in (404, 422), match_id
        refusal(answer)
    assert refusal(client.get("/api/matches/nosuch/record")) == (404, "unknown_match")
    assert refusal(client.post("/api/matches/nosuch/moves", {"move": "c3", "ply": 0})) == (404, "unknown_match")


def test_of_many_moves_for_one_ply_exactly_one_is_played(client: ServerClient) -> None:
    """Eight clients send eight different moves for the same ply at the same time."""
    hosted = client.new_match("duel", TWO_PEOPLE)
    cells = ["a1", "b2", "c3", "d4", "e5", "f6", "a6", "f1"]
    with ThreadPoolExecutor(len(cells)) as crowd:
        answers = list(crowd.map(lambda cell: hosted.try_move(cell, 0), cells))
    won = [cell for cell, answer in zip(cells, answers, strict=True) if answer.status_code == 200]
    assert len(won) == 1
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
    assert [entry["move"] for entry in hosted.match()["history"]] == won
    assert hosted.match()["version"] == 1


def test_many_repetitions_of_one_move_are_all_acknowledged(client: ServerClient) -> None:
    hosted = client.new_match("duel", TWO_PEOPLE)
    with ThreadPoolExecutor(8) as crowd:
        answers = list(crowd.map(lambda _: hosted.try_move("c3", 0), range(8)))
    assert {answer.status_code for answer in answers} == {200}
    assert hosted.match()["version"] == 1
