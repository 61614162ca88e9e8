"""Watching a match live: WebSocket and Server-Sent Events."""

import contextlib
import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.server.http.api import live
from tests.support.fixtures import LetTimePass, Serve
from tests.support.servers.client import APART, PERSON, TWO_PEOPLE, HostedMatch, Json, ServerClient, ai, refusal
from tests.support.servers.watcher import Watcher, open_socket
from tests.support.waiting import LIMIT_SECONDS, wait_until


@pytest.fixture
def duel(client: ServerClient) -> HostedMatch:
    return client.new_match("duel", TWO_PEOPLE)


def seats_present(message: Json) -> list[int]:
    return [seat["seat"] for seat in message["seats"] if seat["present"]]


# Messages.


def test_a_watcher_gets_the_match_and_then_every_action(duel: HostedMatch) -> None:
    with Watcher(duel) as watcher:
        first = watcher.wait_for("match")
        assert (first["version"], first["match"]) == (0, duel.match())
        answer = duel.try_move("c3", 0).json()
        message = watcher.wait_for("action")
        assert message["version"] == 1
        assert (message["match"], message["events"]) == (answer["match"], answer["events"])
        assert (message["action"]["kind"], message["action"]["move"], message["action"]["seat"]) == ("moved", "c3", 1)
        duel.act("undo")
        assert watcher.wait_for("action")["version"] == 2


def test_watching_needs_no_token_and_shows_none(duel: HostedMatch) -> None:
    with Watcher(duel) as watcher:
        watcher.wait_for("match")
        duel.play("c3")
        watcher.wait_for("action")
        assert not any(token in json.dumps(watcher.received) for token in duel.tokens.values())


def test_a_watcher_who_comes_back_gets_what_was_missed(duel: HostedMatch) -> None:
    with Watcher(duel) as watcher:
        watcher.wait_for("match")
        duel.play("c3")
        received = [watcher.wait_for("action")]
    duel.play("e5")
    duel.act("undo")
    with Watcher(duel, since=1) as watcher:
        missed = [watcher.receive(), watcher.receive()]
        assert [message["version"] for message in missed] == [2, 3]
        assert [message["action"]["kind"] for message in missed] == ["moved", "undone"]
        assert missed[0]["events"]
        now = watcher.wait_for("match")
        assert (now["version"], now["match"]) == (3, duel.match())
    with Watcher(duel, since=0) as watcher:
        assert watcher.receive() | {"match": 0} == received[0] | {"match": 0}
    with Watcher(duel, since=3) as watcher:
        assert watcher.receive()["type"] == "match"
    with Watcher(duel, since=99) as watcher:
        assert watcher.receive()["type"] == "match"


def test_a_heartbeat_carries_the_version(duel: HostedMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "HEARTBEAT_SECONDS", 0.1)
    with Watcher(duel) as watcher:
        duel.play("c3")
        assert watcher.wait_for("heartbeat", at_version=1)
        watcher.wait_for("heartbeat")
    assert live.HEARTBEAT_SECONDS <= 10


def test_a_ping_is_answered(duel: HostedMatch) -> None:
    with Watcher(duel) as watcher:
        watcher.wait_for("match")
        watcher.send({"type": "ping"})
        assert watcher.wait_for("heartbeat")["at_version"] == 0


def test_a_client_that_only_listens_gets_messages_after_a_while(
    duel: HostedMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "HELLO_SECONDS", 0.2)
    with open_socket(duel.socket) as silent:
        assert json.loads(silent.recv(timeout=LIMIT_SECONDS))["type"] == "match"


def test_thinking_is_reported_with_depth_and_line(client: ServerClient) -> None:
    hosted = client.new_match("pushmine", [PERSON, ai("hard")])
    with Watcher(hosted) as watcher:
        watcher.wait_for("match")
        hosted.play(hosted.match()["legal"][0])
        while watcher.action("moved")["action"]["seat"] != 2:
            pass
    thoughts = [message for message in watcher.received if message["type"] == "thinking"]
    assert thoughts[0]["thought"] is None, "it says at once that it begins"
    assert {message["seat"] for message in thoughts} == {2}
    assert {message["at_version"] for message in thoughts} == {1}
    deeper = [message["thought"]["depth"] for message in thoughts if message["thought"]]
    assert deeper == sorted(deeper)
    assert all(isinstance(message["thought"]["line"], list) for message in thoughts if message["thought"])
    assert deeper, "a search of this level takes longer than a moment"


def test_the_other_sides_presence_is_reported(client: ServerClient) -> None:
    hosted = client.new_remote_match()
    with Watcher(hosted, hosted.tokens[1]) as first:
        assert seats_present(first.wait_for("presence")) == [1]
        with Watcher(hosted, hosted.tokens[2]):
            while seats_present(first.wait_for("presence")) != [1, 2]:
                pass
        while seats_present(first.wait_for("presence")) != [1]:
            pass
        with Watcher(hosted), Watcher(hosted), Watcher(hosted, hosted.tokens[1]):
            while (message := first.wait_for("presence"))["watching"] != 2:  # the players are not counted
                pass
            assert seats_present(message) == [1]


def test_a_seat_is_present_while_one_of_its_screens_is(client: ServerClient) -> None:
    hosted = client.new_remote_match()
    with Watcher(hosted, hosted.tokens[1]) as first, Watcher(hosted, hosted.tokens[2]) as second:
        with Watcher(hosted, hosted.tokens[2]) as other:
            other.wait_for("presence")
        with Watcher(hosted):
            while (message := first.wait_for("presence"))["watching"] != 1:
                pass
            assert seats_present(message) == [1, 2]
        second.close()
        while seats_present(first.wait_for("presence")) != [1]:
            pass


def test_a_reaction_reaches_everyone_and_is_kept_nowhere(client: ServerClient) -> None:
    hosted = client.new_remote_match()
    with Watcher(hosted) as watcher, Watcher(hosted, hosted.tokens[1]) as first:
        watcher.wait_for("presence")
        first.wait_for("presence")
        assert hosted.try_act("reaction", 2, reaction="👏").json() == {"seat": 2, "reaction": "👏"}
        for one in (watcher, first):
            assert one.wait_for("reaction") == {"type": "reaction", "seat": 2, "reaction": "👏"}
    assert hosted.match()["version"] == 1, "joined, and nothing else"


def test_reactions_are_six_and_only_for_people_at_different_screens(client: ServerClient) -> None:
    hosted = client.new_remote_match()
    assert refusal(hosted.try_act("reaction", 1, reaction="hello")) == (422, "bad_request")
    assert refusal(client.post(f"{hosted.path}/reaction", {"reaction": "👍"})) == (401, "unauthorized")
    for alone in (client.new_match("duel"), client.new_match("duel", TWO_PEOPLE), client.new_match("duel", APART)):
        assert refusal(alone.try_act("reaction", 1, reaction="👍")) == (409, "not_allowed")


def test_one_seat_cannot_flood_the_other_with_reactions(serve: Serve) -> None:
    client = serve(rate_limit="on")
    hosted = client.new_remote_match()
    answers = [hosted.try_act("reaction", 1, reaction="👍") for _ in range(8)]
    assert answers[0].status_code == 200
    assert refusal(answers[-1]) == (429, "too_many_requests")
    assert hosted.try_act("reaction", 2, reaction="👍").status_code == 200


def test_nothing_can_be_claimed_against_a_player_who_is_present(client: ServerClient, later: LetTimePass) -> None:
    hosted = client.new_remote_match()
    with Watcher(hosted, hosted.tokens[2]) as watcher:
        watcher.wait_for("match")
        later(61_000)
        assert hosted.try_act("claim", 1).status_code == 409
    wait_until(lambda: "quincunx_watchers 0.0" in client.get("/metrics").text)
    later(61_000)
    assert hosted.act("claim", 1)["ended_by"] == "absence"


def test_watchers_are_carried_along_to_the_rematch(client: ServerClient) -> None:
    hosted = client.new_remote_match()
    with Watcher(hosted) as watcher:
        watcher.wait_for("match")
        hosted.act("resign")
        hosted.try_act("rematch", 1)
        made = hosted.try_act("rematch", 2).json()
        assert watcher.action("rematched")["action"]["match"] == made["id"]


def test_progress_of_an_analysis_is_reported(client: ServerClient) -> None:
    hosted = client.new_match("duel", TWO_PEOPLE, variant={"size": 2})
    hosted.play_on()
    with Watcher(hosted) as watcher:
        watcher.wait_for("match")
        client.post(f"{hosted.path}/analysis")
        while (progress := watcher.wait_for("progress", what="analysis"))["done"] < progress["total"]:
            pass
        assert progress["total"] == hosted.match()["ply"]


def test_a_secret_is_kept_from_watchers(client: ServerClient) -> None:
    seed = 8_675_309_123_457
    hosted = client.new_match("mosaic", [PERSON, ai("medium")], seed=seed)
    with Watcher(hosted, since=0) as watcher:
        watcher.wait_for("match")
        hosted.play(hosted.match()["legal"][0])
        while watcher.action("moved")["action"]["seat"] != 2:
            pass
        assert str(seed) not in json.dumps(watcher.received)
        hosted.act("resign")
        assert watcher.action("resigned")["match"]["seed"] == seed


# What goes wrong.


@pytest.mark.parametrize(
    "message",
    [
        *("", "hm", "[]", "5", "null", "[" * 2000, '{"type": "hel\x00lo"}', b"bytes", b'{"type": "ping"}'),
        *('{"type": "dance"}', '{"type": "hello"}', '{"type": ["hello"]}'),
    ],
)
def test_an_invalid_message_is_answered_with_an_error(duel: HostedMatch, message: str | bytes) -> None:
    with Watcher(duel) as watcher:
        watcher.wait_for("match")
        watcher.send(message)
        complaint = watcher.wait_for("error")
        assert set(complaint) == {"type", "errorCode", "message"}
        assert complaint["errorCode"] == "bad_request"
        duel.play("c3")
        watcher.wait_for("action")


@pytest.mark.parametrize(
    "hello",
    [{"since": -1}, {"since": "x"}, {"since": True}, {"since": 1.5}, {"since": 2**40}, {"token": 5}, {"token": []}],
)
def test_an_invalid_hello_can_be_sent_again(duel: HostedMatch, hello: Json) -> None:
    with open_socket(duel.socket) as other:
        other.send(json.dumps({"type": "hello"} | hello))
        assert json.loads(other.recv(timeout=LIMIT_SECONDS))["errorCode"] == "bad_request"
        other.send('{"type": "hello"}')
        assert json.loads(other.recv(timeout=LIMIT_SECONDS))["type"] == "match"


def closed_with(watcher: Watcher) -> int | None:
    closed = watcher.until_closed()
    return closed.code if closed else None


def test_too_many_invalid_messages_end_the_connection(duel: HostedMatch) -> None:
    with Watcher(duel) as watcher:
        for _ in range(live.MOST_FAULTS):
            watcher.send("hm")
        assert closed_with(watcher) == 1008


@pytest.mark.parametrize("size", [live.MOST_CHARACTERS + 1, 70_000, 200_000])
def test_a_huge_message_ends_the_connection(duel: HostedMatch, size: int) -> None:
    with Watcher(duel) as watcher:
        watcher.wait_for("match")
        watcher.send("x" * size)
        assert closed_with(watcher) == 1009


@pytest.mark.parametrize(
    ("token", "code"), [("nonsense", "unauthorized"), ("x" * 1000, "unauthorized"), (None, "not_your_seat")]
)
def test_a_wrong_token_is_reported_and_one_may_still_watch(
    client: ServerClient, duel: HostedMatch, token: str | None, code: str
) -> None:
    other = client.new_match("duel", TWO_PEOPLE)
    with Watcher(duel, token or other.tokens[1]) as watcher:
        assert watcher.wait_for("error")["errorCode"] == code
        watcher.wait_for("match")
        assert seats_present(watcher.wait_for("presence")) == []


@pytest.mark.parametrize("match_id", ["nosuch", "%00", "x" * 3000])
def test_a_match_that_does_not_exist_cannot_be_watched(client: ServerClient, match_id: str) -> None:
    address = f"{client.address}/api/matches/{match_id}/live".replace("http", "ws")
    with open_socket(address) as other:
        assert json.loads(other.recv(timeout=LIMIT_SECONDS))["errorCode"] == "unknown_match"
        with pytest.raises(ConnectionClosed):
            other.recv(timeout=LIMIT_SECONDS)


def test_a_watcher_that_does_not_keep_up_is_dropped(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """It reads nothing, while more is sent than its connection and its queue can hold."""
    monkeypatch.setattr("quincunx.server.live.watchers.MOST_WAITING", 20)
    client = serve()
    client.server.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    hosted = client.new_match("pushmine", TWO_PEOPLE)
    hosted.play_on(40)
    with (
        narrow(hosted) as connection,
        Watcher(hosted) as quick,
        Watcher(hosted, sock=connection, max_queue=1, close_timeout=0.1),
    ):
        wait_until(lambda: "quincunx_watchers 2.0" in client.get("/metrics").text)
        for _ in range(200):
            hosted.act("undo")
            version = hosted.act("redo")["version"]
            while quick.wait_for("action")["version"] < version:
                pass
            if "quincunx_watchers 1.0" in client.get("/metrics").text:
                break
        else:
            pytest.fail("it was never let go")


@contextmanager
def narrow(hosted: HostedMatch) -> Iterator[socket.socket]:
    """A connection with small buffers."""
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        address = urlsplit(hosted.client.address)
        connection.connect((address.hostname, address.port))
        yield connection


def test_pages_of_other_sites_may_not_listen(client: ServerClient, duel: HostedMatch) -> None:
    with open_socket(duel.socket, origin=Origin("https://evil.example")) as other:
        with pytest.raises(ConnectionClosed) as closed:
            other.recv(timeout=LIMIT_SECONDS)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008
    with open_socket(duel.socket, origin=Origin(client.address)) as other:
        other.send('{"type": "hello"}')
        assert json.loads(other.recv(timeout=LIMIT_SECONDS))["type"] == "match"


def test_origins_that_are_allowed_may_listen(serve: Serve) -> None:
    hosted = serve(cors_origins=["https://friend.example"]).new_match("duel", TWO_PEOPLE)
    with open_socket(hosted.socket, origin=Origin("https://friend.example")) as other:
        other.send('{"type": "hello"}')
        assert json.loads(other.recv(timeout=LIMIT_SECONDS))["type"] == "match"


def test_the_number_of_live_connections_per_client_is_limited(serve: Serve) -> None:
    client = serve(rate_limit="on", sockets_per_client=2)
    hosted = client.new_match("duel", TWO_PEOPLE)
    with Watcher(hosted) as first, Watcher(hosted) as second:
        first.wait_for("match")
        second.wait_for("match")
        with open_socket(hosted.socket) as third:
            assert json.loads(third.recv(timeout=LIMIT_SECONDS))["errorCode"] == "too_many_requests"
        assert client.get(f"{hosted.path}/events").status_code == 429
    with Watcher(hosted) as again:
        again.wait_for("match")
        with events(client, hosted) as stream:
            next(stream)
            assert client.get(f"{hosted.path}/events").status_code == 429
    wait_until(lambda: "quincunx_watchers 0.0" in client.get("/metrics").text)
    with Watcher(hosted) as first, Watcher(hosted) as second:
        first.wait_for("match")
        second.wait_for("match")


# Server-Sent Events.


@contextmanager
def events(
    client: ServerClient, hosted: HostedMatch, last: bytes = b"", query: str = ""
) -> Iterator[Iterator[tuple[int | None, Json]]]:
    """The messages of the stream, with the ids that a browser would remember."""
    asked = httpx.Headers([(b"last-event-id", last)] if last else [])
    with (
        httpx.Client(base_url=client.address, timeout=LIMIT_SECONDS) as http,  # a connection of its own, which it keeps
        http.stream("GET", f"{hosted.path}/events{query}", headers=asked) as answer,
    ):
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        yield parsed(answer.iter_lines())


def parsed(lines: Iterator[str]) -> Iterator[tuple[int | None, Json]]:
    mark: int | None = None
    for line in lines:
        name, _, value = line.partition(": ")
        if name == "id":
            mark = int(value)
        elif name == "data":
            yield mark, json.loads(value)
            mark = None


def test_events_are_the_same_messages(client: ServerClient, duel: HostedMatch) -> None:
    with events(client, duel) as stream, Watcher(duel) as watcher:
        assert next(stream) == (0, watcher.wait_for("match"))
        duel.play("c3")
        action = watcher.wait_for("action")
        mark, message = next((mark, message) for mark, message in stream if message["type"] == "action")
        assert (mark, message) == (1, action)


def test_events_resume_where_a_browser_stopped(client: ServerClient, duel: HostedMatch) -> None:
    duel.play("c3", "e5", "c4")
    with events(client, duel, query="?since=1") as stream:
        assert [next(stream)[0] for _ in range(3)] == [2, 3, 3]
    with events(client, duel, b"2") as stream:
        assert next(stream)[1]["version"] == 3
    for nonsense in ("x", "-1", "9" * 30, "\xb2"):
        with events(client, duel, nonsense.encode("latin-1")) as stream:
            assert next(stream)[1]["type"] == "match"


def test_events_have_a_heartbeat(client: ServerClient, duel: HostedMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "HEARTBEAT_SECONDS", 0.1)
    with events(client, duel) as stream:
        assert next(message for _, message in stream if message["type"] == "heartbeat") == {
            "type": "heartbeat",
            "at_version": 0,
        }


def test_a_listener_who_leaves_is_forgotten(serve: Serve) -> None:
    client = serve()
    hosted = client.new_match("duel", TWO_PEOPLE)
    with events(client, hosted) as stream, Watcher(hosted) as watcher:
        next(stream)
        watcher.wait_for("match")
        assert "quincunx_watchers 2.0" in client.get("/metrics").text
    wait_until(lambda: "quincunx_watchers 0.0" in client.get("/metrics").text)


def test_bad_queries_for_events_are_refused(client: ServerClient, duel: HostedMatch) -> None:
    assert client.get("/api/matches/nosuch/events").status_code == 404
    for since in ("-1", "x", str(2**31)):
        assert client.get(f"{duel.path}/events?since={since}").status_code == 422


def test_a_refused_listener_leaves_no_trace(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that does not answer costs nobody a connection."""
    client = serve(rate_limit="on", sockets_per_client=1)
    hosted = client.new_match("duel", TWO_PEOPLE)

    async def lost(*given: Any) -> None:
        raise Refusal(ErrorCode.STORAGE_UNAVAILABLE, "the database does not answer")

    with monkeypatch.context() as broken:
        broken.setattr("quincunx.server.live.room.Room.watch", lost)
        for _ in range(3):
            assert client.get(f"{hosted.path}/events").status_code == 503
            with open_socket(hosted.socket) as other:
                other.send('{"type": "hello"}')
                assert json.loads(other.recv(timeout=LIMIT_SECONDS))["errorCode"] == "storage_unavailable"
    with events(client, hosted) as stream:
        assert next(stream)[1]["type"] == "match"


def test_a_stream_that_never_starts_leaves_no_trace(serve: Serve) -> None:
    """The client leaves before the first byte of the answer: its watcher and its place are freed."""
    client = serve(rate_limit="on", sockets_per_client=1)
    hosted = client.new_match("duel", TWO_PEOPLE)
    path = f"{hosted.path}/events"
    scope = {"type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "query_string": b""}
    scope |= {"headers": [], "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80), "scheme": "http"}

    async def receive() -> Any:
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        raise OSError("the connection is gone")

    with contextlib.suppress(Exception):
        client.server.call(client.server.app(scope, receive, send))
    assert "quincunx_watchers 0.0" in client.get("/metrics").text
    with events(client, hosted) as stream:
        assert next(stream)[1]["type"] == "match"
