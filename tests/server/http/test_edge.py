"""The edge: connections that never finish, headers without end, addresses, host names, names of people."""

import logging
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from quincunx import llm
from quincunx.engine.match import Match
from quincunx.measure.match_metrics import match_metrics
from quincunx.server.addresses import AllowedHosts, client_key, is_private
from quincunx.server.http import connections, static
from quincunx.server.http.connections import MOST_HEADER_BYTES
from quincunx.server.logs import TextLines
from tests.search.advice.endpoint import saying, serving
from tests.support.fixtures import LetTimePass, Serve
from tests.support.servers.client import PERSON, ServerClient, ai, refusal
from tests.support.servers.watcher import open_socket
from tests.support.waiting import LIMIT_SECONDS, wait_until

STRANGER = "10.9.9.9"
"""A trusted proxy that is not this machine: then a client from here has limits of its own."""
BEGUN = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n"


@contextmanager
def connected(client: ServerClient) -> Iterator[socket.socket]:
    address = urlsplit(client.address)
    with socket.create_connection((address.hostname, address.port), timeout=LIMIT_SECONDS) as connection:
        yield connection


def answer_on(connection: socket.socket) -> bytes:
    """Everything until the server closes the connection."""
    received = b""
    try:
        while data := connection.recv(65536):
            received += data
    except ConnectionResetError:  # it has not read all that was sent
        pass
    return received


# What is sent.


@pytest.mark.parametrize(
    "header",
    [b"x: " + b"y" * 1_000_000, b"x: y\r\n" * 20_000, None],
    ids=["one large header", "many headers", "a long address"],
)
def test_a_header_that_is_too_large_is_refused(client: ServerClient, header: bytes | None) -> None:
    request = BEGUN + header + b"\r\n\r\n" if header else b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\nhost: x\r\n\r\n"
    with connected(client) as connection:
        try:
            connection.sendall(request)
        except ConnectionError:
            return  # it was closed while the rest was still being sent
        assert answer_on(connection).startswith(b"HTTP/1.1 431 ")
    assert client.get("/healthz").status_code == 200


def test_a_large_header_in_small_parts_is_refused_on_the_way(client: ServerClient) -> None:
    """The parser keeps an unfinished header to itself, so that bytes are counted as they arrive."""
    with connected(client) as connection:
        connection.sendall(BEGUN + b"x: ")
        with pytest.raises(ConnectionError):
            send_without_end(connection)


def send_without_end(connection: socket.socket) -> None:
    for _ in range(10_000):
        connection.sendall(b"y" * 1024)


def test_a_usual_header_and_a_large_body_are_fine(client: ServerClient) -> None:
    headers = {"x-some": "y" * (MOST_HEADER_BYTES // 2)}
    answer = client.http.post("/api/replay", json={"record": "x" * 59_000}, headers=headers)
    assert refusal(answer) == (422, "bad_record")


@pytest.mark.parametrize(
    ("sent", "answered"),
    [
        (b"", b"HTTP/1.1 408 "),
        (BEGUN, b"HTTP/1.1 408 "),
        (BEGUN.replace(b"GET /healthz", b"POST /api/replay") + b"content-length: 50\r\n\r\n{", b"HTTP/1.1 408 "),
    ],
    ids=["nothing", "half a header", "half a body"],
)
def test_a_request_that_never_arrives_ends_its_connection(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, sent: bytes, answered: bytes
) -> None:
    for limit in ("HEADER_SECONDS", "BODY_SECONDS"):
        monkeypatch.setattr(connections, limit, 0.2)
    client = serve()
    with connected(client) as connection:
        connection.sendall(sent)
        assert answer_on(connection).startswith(answered)


def test_a_connection_is_used_again(client: ServerClient) -> None:
    with connected(client) as connection:
        for _ in range(3):
            connection.sendall(BEGUN + b"\r\n")
            received = b""
            while not received.endswith(b"}"):
                received += connection.recv(65536)
            assert received.startswith(b"HTTP/1.1 200 ")


# How many connections.


@pytest.mark.parametrize(
    "settings",
    [{"connections_per_client": 5, "trusted_proxies": STRANGER}, {"most_connections": 5}],
    ids=["of one client", "in all"],
)
def test_connections_are_counted(serve: Serve, caplog: pytest.LogCaptureFixture, settings: dict[str, object]) -> None:
    client = serve(rate_limit="on", **settings)
    with ExitStack() as stack:
        for _ in range(5):
            stack.enter_context(connected(client)).sendall(BEGUN)
        with connected(client) as one_more:
            assert answer_on(one_more).startswith(b"HTTP/1.1 503 ")
    assert [record for record in caplog.records if record.name == "quincunx.connections"]
    wait_until(lambda: _is_answered(client))


def _is_answered(client: ServerClient) -> bool:
    with connected(client) as connection:
        connection.sendall(BEGUN + b"connection: close\r\n\r\n")
        return answer_on(connection).startswith(b"HTTP/1.1 200 ")


def test_websockets_are_counted_until_they_end(serve: Serve) -> None:
    client = serve(rate_limit="on", connections_per_client=4, trusted_proxies=STRANGER)
    hosted = client.new_match("duel", [PERSON, ai()])  # on a connection that is kept
    with ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(open_socket(hosted.socket))
        with connected(client) as one_more:
            assert answer_on(one_more).startswith(b"HTTP/1.1 503 ")
    wait_until(lambda: _is_answered(client))


# Who counts as one client.


def test_addresses_of_one_ipv6_network_are_one_client() -> None:
    assert client_key("2001:db8:1:2::1") == client_key("2001:db8:1:2:ffff::9") != client_key("2001:db8:1:3::1")
    assert client_key("::ffff:192.0.2.1") == client_key("192.0.2.1") != client_key("192.0.2.2")
    assert client_key("fe80::1%eth0") == client_key("fe80::2")
    assert client_key("testclient") == "testclient"


def test_limits_count_ipv6_networks(serve: Serve, refill: LetTimePass) -> None:
    client = serve(rate_limit="on", matches_per_minute=3)
    asked = [{"x-forwarded-for": f"2001:db8::{number}"} for number in range(1, 5)]
    made = [client.http.post("/api/matches", json={"game": "duel"}, headers=one).status_code for one in asked]
    assert made == [201, 201, 201, 429]


# Host names.


def test_only_names_of_this_server_are_answered(serve: Serve) -> None:
    client = serve(public_url="https://play.example/", allowed_hosts=["also.example"])
    for host in ("localhost:8000", "127.0.0.1", "[::1]:8000", "play.example", "Also.Example:443", "192.0.2.7:1"):
        assert client.get("/api/games/duel", headers={"host": host}).status_code == 200, host
    for host in (
        "evil.example",
        "play.example.evil.example",
        "localhost.evil.example",
        "evil.example:8000",
        "a@b",
        "[",
    ):
        answer = client.get("/api/games/duel", headers={"host": host})
        assert refusal(answer) == (421, "bad_request"), host
        assert client.get("/", headers={"host": host}).status_code == 421
    assert client.get("/readyz", headers={"host": "evil.example"}).status_code == 200, "whatever a health check says"
    assert "anything.example" in AllowedHosts("", ["*"])


def test_a_page_that_was_led_here_by_dns_cannot_open_a_websocket(client: ServerClient) -> None:
    hosted = client.new_match("duel", [PERSON, ai()])
    address = f"ws://evil.example{hosted.path}/live"
    with connected(client) as opened, pytest.raises(InvalidStatus) as refused:
        open_socket(address, sock=opened, origin=Origin("http://evil.example"))
    assert refused.value.response.status_code == 403


# The rest.


def test_pages_behind_a_link_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = tmp_path / "real" / "server"
    (real / "pages" / "assets").mkdir(parents=True)
    (real / "pages" / "assets" / "page.js").write_text("1", encoding="utf-8")
    (tmp_path / "linked").symlink_to(tmp_path / "real")
    monkeypatch.setattr("quincunx.server.http.static.resources.files", lambda _: tmp_path / "linked" / "server")
    assert static._file_at("assets/page.js", static.folder()) is not None
    assert static._file_at("../../secret", static.folder()) is None


def test_a_path_cannot_forge_a_line_of_the_log() -> None:
    record = logging.LogRecord("x", logging.INFO, "", 0, "GET %s", ("/a\n2026-01-01 ERROR all is lost\x1b[2J",), None)
    assert "\n" not in TextLines().format(record)
    assert "\x1b" not in TextLines().format(record)


@pytest.mark.parametrize("name", ["\u202eevil", "\u200b", " ", "a\u0085b", "\u2028", "\u3164", "\u00ad", "\ufeff"])
def test_a_name_that_cannot_be_seen_or_disturbs_others_is_refused(client: ServerClient, name: str) -> None:
    answer = client.post("/api/matches", {"game": "duel", "seats": [PERSON | {"name": name}, ai()]})
    assert refusal(answer) == (422, "bad_request")


@pytest.mark.parametrize("name", ["Ada", "Zoë", "李小龍", "علی‌رضا", "👩‍💻", "O'Neil-2"])
def test_names_of_all_scripts_are_welcome(client: ServerClient, name: str) -> None:
    made = client.make("duel", seats=[PERSON | {"name": name}, ai()])
    assert made["match"]["seats"][0]["name"] == name


def test_measurements_are_for_operators(serve: Serve) -> None:
    client = serve(admin_token="a-token-of-24-characters")
    assert client.get("/metrics").status_code == 200, "from this machine"
    far = {"x-forwarded-for": "8.8.8.8"}
    assert refusal(client.get("/metrics", headers=far)) == (401, "unauthorized")
    token = {"authorization": "Bearer a-token-of-24-characters"}
    assert client.get("/metrics", headers=far | token).status_code == 200
    assert not is_private("8.8.8.8")
    assert refusal(serve().get("/metrics", headers=far)) == (404, "not_found")


def test_a_repeated_undo_takes_back_once(client: ServerClient) -> None:
    hosted = client.new_match("duel", [PERSON, PERSON])
    hosted.play("c3", "e5", "c4")
    assert hosted.act("undo", ply=3)["ply"] == 2
    again = hosted.try_act("undo", ply=3)
    assert refusal(again) == (409, "stale_ply")
    assert again.json()["match"]["ply"] == 2
    assert hosted.act("redo", ply=2)["ply"] == 3
    assert refusal(hosted.try_act("redo", ply=2)) == (409, "stale_ply")
    assert hosted.act("undo")["ply"] == 2, "without a ply, as ever"


def test_questions_to_a_language_model_are_limited(serve: Serve, refill: LetTimePass) -> None:
    with serving(saying('{"edges": "avoid"}')) as endpoint:
        client = serve(rate_limit="on", prompts_per_minute=2, llm_url=endpoint.url)
        answers = [client.post("/api/games/duel/advice", {"prompt": "hold the edges"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    free = serve(rate_limit="on", prompts_per_minute=2)
    assert {free.post("/api/games/duel/advice", {"prompt": "edges"}).status_code for _ in range(3)} == {200}


def test_few_questions_to_a_language_model_are_asked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The built-in interpreter reads the others, so that nobody waits behind a slow model."""
    for _ in range(llm.MOST_AT_ONCE):
        assert llm._places.acquire(blocking=False)
    try:
        with pytest.raises(llm.Unusable, match="busy"):
            llm.ask("", "", llm.LlmSettings(llm_url="http://127.0.0.1:1"))
    finally:
        for _ in range(llm.MOST_AT_ONCE):
            llm._places.release()


def test_a_position_that_is_won_already_can_be_measured() -> None:
    won = Match("pushmine", None, 1, setup={"cells": ["XXXXX", *["....."] * 4], "turn": 2})
    assert won.end is not None
    assert match_metrics(won)
