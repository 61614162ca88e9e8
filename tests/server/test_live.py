"""Watching a match live: WebSocket and Server-Sent Events."""

import contextlib
import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
import websockets.sync.client as websocket
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.server.http.api import live
from tests.server.ear import Ear
from tests.server.running import ServerProcess, wait_until
from tests.server.table import PERSON, TWO_PEOPLE, House, Json, Table, ours

Thread = Callable[..., House]
Process = Callable[..., ServerProcess]
Visit = Callable[[ServerProcess], House]


@pytest.fixture
def duel(house: House) -> Table:
    return house.table("duel", TWO_PEOPLE)


def seats_present(message: Json) -> list[int]:
    return [seat["seat"] for seat in message["seats"] if seat["present"]]


# Messages.


def test_a_watcher_hears_the_match_and_then_every_action(duel: Table) -> None:
    with Ear(duel) as ear:
        first = ear.wait_for("match")
        assert (first["version"], first["match"]) == (0, duel.match())
        answer = duel.move("c3", 0).json()
        told = ear.wait_for("action")
        assert told["version"] == 1
        assert (told["match"], told["events"]) == (answer["match"], answer["events"])
        assert (told["action"]["kind"], told["action"]["move"], told["action"]["seat"]) == ("moved", "c3", 1)
        duel.acted("undo")
        assert ear.wait_for("action")["version"] == 2


def test_watching_needs_no_token_and_shows_none(duel: Table) -> None:
    with Ear(duel) as ear:
        ear.wait_for("match")
        duel.played("c3")
        ear.wait_for("action")
        assert not any(token in json.dumps(ear.heard) for token in duel.tokens.values())


def test_whoever_comes_back_hears_what_was_missed(duel: Table) -> None:
    with Ear(duel) as ear:
        ear.wait_for("match")
        duel.played("c3")
        heard = [ear.wait_for("action")]
    duel.played("e5")
    duel.acted("undo")
    with Ear(duel, since=1) as ear:
        missed = [ear.hear(), ear.hear()]
        assert [message["version"] for message in missed] == [2, 3]
        assert [message["action"]["kind"] for message in missed] == ["moved", "undone"]
        assert missed[0]["events"]
        now = ear.wait_for("match")
        assert (now["version"], now["match"]) == (3, duel.match())
    with Ear(duel, since=0) as ear:
        assert ear.hear() | {"match": 0} == heard[0] | {"match": 0}
    with Ear(duel, since=3) as ear:
        assert ear.hear()["type"] == "match"
    with Ear(duel, since=99) as ear:
        assert ear.hear()["type"] == "match"


def test_a_heartbeat_tells_the_version(duel: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "HEARTBEAT_SECONDS", 0.1)
    with Ear(duel) as ear:
        duel.played("c3")
        assert ear.wait_for("heartbeat", at_version=1)
        ear.wait_for("heartbeat")
    assert live.HEARTBEAT_SECONDS <= 10


def test_a_ping_is_answered(duel: Table) -> None:
    with Ear(duel) as ear:
        ear.wait_for("match")
        ear.say({"type": "ping"})
        assert ear.wait_for("heartbeat", 2)["at_version"] == 0


def test_a_client_that_only_listens_hears_after_a_while(duel: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "HELLO_SECONDS", 0.2)
    with websocket.connect(duel.socket) as silent:
        assert json.loads(silent.recv(timeout=5))["type"] == "match"


def test_thinking_is_told_with_depth_and_line(house: House) -> None:
    table = house.table("pushmine", [PERSON, ours("hard")])
    with Ear(table) as ear:
        ear.wait_for("match")
        table.played(table.match()["legal"][0])
        while ear.action("moved")["action"]["seat"] != 2:
            pass
    thoughts = [message for message in ear.heard if message["type"] == "thinking"]
    assert thoughts[0]["thought"] is None, "it says at once that it begins"
    assert {message["seat"] for message in thoughts} == {2}
    assert {message["at_version"] for message in thoughts} == {1}
    deeper = [message["thought"]["depth"] for message in thoughts if message["thought"]]
    assert deeper == sorted(deeper)
    assert all(isinstance(message["thought"]["line"], list) for message in thoughts if message["thought"])
    assert deeper, "a search of this level takes longer than a moment"


def test_the_other_sides_presence_is_told(house: House) -> None:
    table = house.apart()
    with Ear(table, table.tokens[1]) as first:
        assert seats_present(first.wait_for("presence")) == [1]
        with Ear(table, table.tokens[2]):
            while seats_present(first.wait_for("presence")) != [1, 2]:
                pass
        while seats_present(first.wait_for("presence")) != [1]:
            pass
        with Ear(table), Ear(table):
            while (message := first.wait_for("presence"))["watching"] != 3:
                pass
            assert seats_present(message) == [1]


def test_a_seat_is_there_as_long_as_one_of_its_screens_is(house: House) -> None:
    table = house.apart()
    with Ear(table, table.tokens[1]) as first, Ear(table, table.tokens[2]) as second:
        with Ear(table, table.tokens[2]):
            while first.wait_for("presence")["watching"] != 3:
                pass
        while (message := first.wait_for("presence"))["watching"] != 2:
            pass
        assert seats_present(message) == [1, 2]
        second.close()
        while seats_present(first.wait_for("presence")) != [1]:
            pass


def test_whoever_is_there_cannot_be_claimed_against(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quincunx.server.match.commands.AWAY_MILLISECONDS", 300)
    table = house.apart()
    with Ear(table, table.tokens[2]) as ear:
        ear.wait_for("match")
        time.sleep(0.5)
        assert table.act("claim", 1).status_code == 409
    wait_until(lambda: table.act("claim", 1).status_code == 200, 5)


def test_watchers_are_carried_along_to_the_rematch(house: House) -> None:
    table = house.apart()
    with Ear(table) as ear:
        ear.wait_for("match")
        table.acted("resign")
        made = table.act("rematch").json()
        assert ear.action("rematched")["action"]["match"] == made["id"]


def test_progress_of_an_analysis_is_told(house: House) -> None:
    table = house.table("duel", TWO_PEOPLE, variant={"size": 2})
    table.play_on()
    with Ear(table) as ear:
        ear.wait_for("match")
        house.post(f"{table.path}/analysis")
        while (told := ear.wait_for("progress", what="analysis"))["done"] < told["total"]:
            pass
        assert told["total"] == table.match()["ply"]


def test_a_secret_is_kept_from_watchers(house: House) -> None:
    seed = 8_675_309_123_457
    table = house.table("mosaic", [PERSON, ours("medium")], seed=seed)
    with Ear(table, since=0) as ear:
        ear.wait_for("match")
        table.played(table.match()["legal"][0])
        while ear.action("moved")["action"]["seat"] != 2:
            pass
        assert str(seed) not in json.dumps(ear.heard)
        table.acted("resign")
        assert ear.action("resigned")["match"]["seed"] == seed


# What goes wrong.


@pytest.mark.parametrize(
    "message",
    [
        *("", "hm", "[]", "5", "null", "[" * 2000, '{"type": "hel\x00lo"}', b"bytes", b'{"type": "ping"}'),
        *('{"type": "dance"}', '{"type": "hello"}', '{"type": ["hello"]}'),
    ],
)
def test_a_message_that_makes_no_sense_is_complained_of(duel: Table, message: str | bytes) -> None:
    with Ear(duel) as ear:
        ear.wait_for("match")
        ear.say(message)
        told = ear.wait_for("error")
        assert set(told) == {"type", "errorCode", "message"}
        assert told["errorCode"] == "bad_request"
        duel.played("c3")
        ear.wait_for("action")


@pytest.mark.parametrize(
    "hello",
    [{"since": -1}, {"since": "x"}, {"since": True}, {"since": 1.5}, {"since": 2**40}, {"token": 5}, {"token": []}],
)
def test_a_hello_that_makes_no_sense_can_be_said_again(duel: Table, hello: Json) -> None:
    with websocket.connect(duel.socket) as other:
        other.send(json.dumps({"type": "hello"} | hello))
        assert json.loads(other.recv(timeout=5))["errorCode"] == "bad_request"
        other.send('{"type": "hello"}')
        assert json.loads(other.recv(timeout=5))["type"] == "match"


def closed_with(ear: Ear) -> int | None:
    closed = ear.until_closed()
    return closed.code if closed else None


def test_nonsense_without_end_ends_the_connection(duel: Table) -> None:
    with Ear(duel) as ear:
        for _ in range(live.MOST_FAULTS):
            ear.say("hm")
        assert closed_with(ear) == 1008


@pytest.mark.parametrize("size", [live.MOST_CHARACTERS + 1, 70_000, 200_000])
def test_a_huge_message_ends_the_connection(duel: Table, size: int) -> None:
    with Ear(duel) as ear:
        ear.wait_for("match")
        ear.say("x" * size)
        assert closed_with(ear) == 1009


@pytest.mark.parametrize(
    ("token", "code"), [("nonsense", "unauthorized"), ("x" * 1000, "unauthorized"), (None, "not_your_seat")]
)
def test_a_wrong_token_is_told_and_one_may_watch(house: House, duel: Table, token: str | None, code: str) -> None:
    other = house.table("duel", TWO_PEOPLE)
    with Ear(duel, token or other.tokens[1]) as ear:
        assert ear.wait_for("error")["errorCode"] == code
        ear.wait_for("match")
        assert seats_present(ear.wait_for("presence")) == []


@pytest.mark.parametrize("match_id", ["nosuch", "%00", "x" * 3000])
def test_there_is_nothing_to_watch_in_a_match_that_nobody_made(house: House, match_id: str) -> None:
    address = f"{house.address}/api/matches/{match_id}/live".replace("http", "ws")
    with websocket.connect(address) as other:
        assert json.loads(other.recv(timeout=5))["errorCode"] == "unknown_match"
        with pytest.raises(ConnectionClosed):
            other.recv(timeout=5)


def test_a_watcher_that_does_not_keep_up_is_let_go(thread: Thread, monkeypatch: pytest.MonkeyPatch) -> None:
    """It reads nothing, while more is told than its connection and its queue can hold."""
    monkeypatch.setattr("quincunx.server.live.watchers.MOST_WAITING", 20)
    house = thread()
    house.server.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    table = house.table("pushmine", TWO_PEOPLE)
    table.play_on(40)
    with narrow(table) as connection, Ear(table) as quick, Ear(table, sock=connection, max_queue=1, close_timeout=0.1):
        wait_until(lambda: "quincunx_watchers 2.0" in house.get("/metrics").text)
        for _ in range(200):
            table.acted("undo")
            version = table.acted("redo")["version"]
            while quick.wait_for("action")["version"] < version:
                pass
            if "quincunx_watchers 1.0" in house.get("/metrics").text:
                break
        else:
            pytest.fail("it was never let go")


@contextmanager
def narrow(table: Table) -> Iterator[socket.socket]:
    """A connection that holds little on its way."""
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        address = urlsplit(table.house.address)
        connection.connect((address.hostname, address.port))
        yield connection


def test_pages_of_other_sites_may_not_listen(house: House, duel: Table) -> None:
    with websocket.connect(duel.socket, origin=Origin("https://evil.example")) as other:
        with pytest.raises(ConnectionClosed) as closed:
            other.recv(timeout=5)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008
    with websocket.connect(duel.socket, origin=Origin(house.address)) as other:
        other.send('{"type": "hello"}')
        assert json.loads(other.recv(timeout=5))["type"] == "match"


def test_origins_that_are_allowed_may_listen(thread: Thread) -> None:
    table = thread(cors_origins=["https://friend.example"]).table("duel", TWO_PEOPLE)
    with websocket.connect(table.socket, origin=Origin("https://friend.example")) as other:
        other.send('{"type": "hello"}')
        assert json.loads(other.recv(timeout=5))["type"] == "match"


def test_one_client_has_so_many_live_connections(thread: Thread) -> None:
    house = thread(rate_limit="on", sockets_per_client=2)
    table = house.table("duel", TWO_PEOPLE)
    with Ear(table) as first, Ear(table) as second:
        first.wait_for("match")
        second.wait_for("match")
        with websocket.connect(table.socket) as third:
            assert json.loads(third.recv(timeout=5))["errorCode"] == "too_many_requests"
        assert house.get(f"{table.path}/events").status_code == 429
    with Ear(table) as again:
        again.wait_for("match")
        with events(house, table) as heard:
            next(heard)
            assert house.get(f"{table.path}/events").status_code == 429
    wait_until(lambda: "quincunx_watchers 0.0" in house.get("/metrics").text)
    with Ear(table) as first, Ear(table) as second:
        first.wait_for("match")
        second.wait_for("match")


# Server-Sent Events.


@contextmanager
def events(
    house: House, table: Table, last: bytes = b"", query: str = ""
) -> Iterator[Iterator[tuple[int | None, Json]]]:
    """What is heard, with the ids that a browser would remember."""
    asked = httpx.Headers([(b"last-event-id", last)] if last else [])
    with (
        httpx.Client(base_url=house.address, timeout=20) as http,  # a connection of its own, which it keeps
        http.stream("GET", f"{table.path}/events{query}", headers=asked) as answer,
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


def test_events_are_the_same_messages(house: House, duel: Table) -> None:
    with events(house, duel) as heard, Ear(duel) as ear:
        assert next(heard) == (0, ear.wait_for("match"))
        duel.played("c3")
        action = ear.wait_for("action")
        mark, told = next((mark, told) for mark, told in heard if told["type"] == "action")
        assert (mark, told) == (1, action)


def test_events_go_on_where_a_browser_was(house: House, duel: Table) -> None:
    duel.played("c3", "e5", "c4")
    with events(house, duel, query="?since=1") as heard:
        assert [next(heard)[0] for _ in range(3)] == [2, 3, 3]
    with events(house, duel, b"2") as heard:
        assert next(heard)[1]["version"] == 3
    for nonsense in ("x", "-1", "9" * 30, "\xb2"):
        with events(house, duel, nonsense.encode("latin-1")) as heard:
            assert next(heard)[1]["type"] == "match"


def test_events_have_a_heartbeat(house: House, duel: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "HEARTBEAT_SECONDS", 0.1)
    with events(house, duel) as heard:
        assert next(told for _, told in heard if told["type"] == "heartbeat") == {"type": "heartbeat", "at_version": 0}


def test_a_listener_who_leaves_is_forgotten(thread: Thread) -> None:
    house = thread()
    table = house.table("duel", TWO_PEOPLE)
    with events(house, table) as heard, Ear(table) as ear:
        next(heard)
        ear.wait_for("match")
        assert "quincunx_watchers 2.0" in house.get("/metrics").text
    wait_until(lambda: "quincunx_watchers 0.0" in house.get("/metrics").text)


def test_bad_questions_for_events(house: House, duel: Table) -> None:
    assert house.get("/api/matches/nosuch/events").status_code == 404
    for since in ("-1", "x", str(2**31)):
        assert house.get(f"{duel.path}/events?since={since}").status_code == 422


def test_a_refused_listener_leaves_no_trace(thread: Thread, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that does not answer takes no connection away from anyone."""
    house = thread(rate_limit="on", sockets_per_client=1)
    table = house.table("duel", TWO_PEOPLE)

    async def lost(*given: Any) -> None:
        raise Refusal(ErrorCode.STORAGE_UNAVAILABLE, "the database does not answer")

    with monkeypatch.context() as broken:
        broken.setattr("quincunx.server.live.room.Room.watch", lost)
        for _ in range(3):
            assert house.get(f"{table.path}/events").status_code == 503
            with websocket.connect(table.socket) as other:
                other.send('{"type": "hello"}')
                assert json.loads(other.recv(timeout=5))["errorCode"] == "storage_unavailable"
    with events(house, table) as heard:
        assert next(heard)[1]["type"] == "match"


def test_a_stream_that_never_starts_leaves_no_trace(thread: Thread) -> None:
    """The client is gone before the first byte of the answer: its watcher and its place are free again."""
    house = thread(rate_limit="on", sockets_per_client=1)
    table = house.table("duel", TWO_PEOPLE)
    path = f"{table.path}/events"
    scope = {"type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "query_string": b""}
    scope |= {"headers": [], "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80), "scheme": "http"}

    async def receive() -> Any:
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        raise OSError("the connection is gone")

    with contextlib.suppress(Exception):
        house.server.call(house.server.app(scope, receive, send))
    assert "quincunx_watchers 0.0" in house.get("/metrics").text
    with events(house, table) as heard:
        assert next(heard)[1]["type"] == "match"
