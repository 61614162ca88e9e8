"""Every refusal has the shape `{errorCode, message}`, and the status of its error code."""

import json
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.games.match3.errors import SwapError
from quincunx.server.http.api.live import TRY_AGAIN
from quincunx.server.http.statuses import STATUS
from quincunx.server_errors import ServerErrorCode
from quincunx.warmup import Warmed
from tests.support.fixtures import Serve
from tests.support.servers.client import PERSON, TWO_PEOPLE, ServerClient, ai, refusal
from tests.support.servers.postgres import Cluster
from tests.support.servers.server import sqlite_url
from tests.support.servers.watcher import open_socket
from tests.support.waiting import LIMIT_SECONDS, wait_until


def send(
    client: ServerClient, body: bytes, path: str = "/api/matches", kind: str = "application/json"
) -> tuple[int, str]:
    return refusal(client.http.post(path, content=body, headers={"content-type": kind}))


@pytest.mark.parametrize(
    "body",
    [
        *(b"{", b"", b"nonsense", b'{"game": "duel"', b"\xff\xfe", b'{"game": "\xff"}', b"[" * 60_000),
        *(b'{"seed": 1e999999}x', b'{"game": "duel", "seed": ' + b"9" * 5000 + b"}"),
    ],
)
def test_a_body_that_is_not_json(client: ServerClient, body: bytes) -> None:
    status, code = send(client, body)
    assert status in (400, 422)
    assert code == "bad_request"


@pytest.mark.parametrize("body", ["[]", "5", "null", '"duel"', "true", "NaN", '{"game": NaN}', '{"game": ["duel"]}'])
def test_a_body_of_another_shape(client: ServerClient, body: str) -> None:
    assert send(client, body.encode())[1] == "bad_request"


def test_a_body_of_another_kind(client: ServerClient) -> None:
    body = b'{"game": "duel"}'
    assert send(client, body, kind="text/plain") == (422, "bad_request")
    assert send(client, b"game=duel", kind="application/x-www-form-urlencoded") == (422, "bad_request")


@pytest.mark.parametrize(
    "text",
    ["\x00", "\ud800", "\udfff\ud800", "\u202e", "😀", "'; DROP TABLE matches; --", "%s%n", "{0}", "\\", "é" * 8],
)
def test_strange_texts_are_refused_like_others(client: ServerClient, text: str) -> None:
    """In every field that takes a text; some of these cannot even be printed."""
    hosted = client.new_match("duel", TWO_PEOPLE)
    token = hosted.tokens[1]
    spelled = json.dumps(text)  # what cannot be encoded is escaped
    bodies = {
        "/api/matches": [
            f'{{"game": {spelled}}}',
            f'{{"game": "duel", "preset": {spelled}}}',
            f'{{"game": "duel", "record": {spelled}}}',
            f'{{"game": "duel", "variant": {{{spelled}: 1}}}}',
            f'{{"game": "duel", "variant": {{"size": {spelled}}}}}',
            f'{{"game": "duel", {spelled}: 1}}',
            f'{{"game": "duel", "seats": [{{"kind": "person"}}, {{"kind": "level", "level": {spelled}}}]}}',
            f'{{"game": "duel", "seats": [{{"kind": "person"}}, {{"kind": {spelled}}}]}}',
        ],
        f"{hosted.path}/moves": [f'{{"move": {spelled}, "ply": 0}}'],
        f"{hosted.path}/preview": [f'{{"move": {spelled}, "ply": 0}}'],
        f"{hosted.path}/join": [f'{{"invite": {spelled}}}'],
        f"{hosted.path}/level": [f'{{"level": {spelled}}}'],
        "/api/replay": [f'{{"record": {spelled}}}', json.dumps({"record": f'{{"game": {spelled}}}'})],
    }
    for path, asked in bodies.items():
        for body in asked:
            headers = {"content-type": "application/json", "authorization": f"Bearer {token}"}
            answer = client.http.post(path, content=body.encode(), headers=headers)
            assert 400 <= answer.status_code < 500, (path, body, answer.text)
            refusal(answer)
    refused = client.post("/api/games/duel/advice", None)
    assert refused.status_code == 422
    prompt = client.http.post(
        "/api/games/duel/advice",
        content=f'{{"prompt": {spelled}}}'.encode(),
        headers={"content-type": "application/json"},
    )
    assert prompt.status_code in (200, 422)


def test_unknown_addresses(client: ServerClient) -> None:
    for path in ("/api", "/api/", "/api/nowhere", "/api/matches/x/nowhere", "/api/games/duel/nowhere", "/nowhere.js"):
        assert refusal(client.get(path)) == (404, "not_found"), path
    assert refusal(client.post("/api/nowhere", {})) == (404, "not_found")
    assert refusal(client.http.delete("/api/nowhere/else")) == (404, "not_found")


def test_wrong_methods(client: ServerClient) -> None:
    for method, path in (
        ("DELETE", "/api/matches"),
        ("PUT", "/api/games"),
        ("POST", "/api/games/duel"),
        ("PATCH", "/api/matches/x"),
    ):
        answer = client.http.request(method, path)
        assert refusal(answer) == (405, "method_not_allowed"), path
        assert answer.headers["allow"]


@pytest.mark.parametrize("path", ["/%00", "/" + "a" * 300, "/" + "a/" * 2000, "/\u2028", "/a%0ab", "/.", "/..."])
def test_strange_addresses_of_pages(client: ServerClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code in (200, 404)
    if answer.status_code == 404:
        refusal(answer)


def test_a_report_may_have_a_dot_in_its_name(client: ServerClient) -> None:
    """Following a link to it gives the pages; a missing script does not."""
    visited = client.get("/lab/first.try", headers={"accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert visited.status_code == 200
    assert visited.headers["content-type"].startswith("text/html")
    assert refusal(client.get("/assets/gone.js")) == (404, "not_found")


def test_strange_ids_are_unknown(postgresql: Cluster, serve: Serve) -> None:
    """Also to PostgreSQL, which accepts no NUL character in a text."""
    client = serve(postgresql.new_database())
    for strange in ("%00", "%01", "a%00b", "%F0%9F%98%80", "..%2F..", "x" * 64, "'%20OR%201=1"):
        for path in ("", "/record", "/events", "/analysis"):
            assert refusal(client.get(f"/api/matches/{strange}{path}"))[0] in (404, 422)
        moved = client.post(f"/api/matches/{strange}/moves", {"move": "c3", "ply": 0}, "token")
        assert refusal(moved)[0] in (404, 422)
        for query in (f"matches?game={strange}", f"matches?status={strange}", f"games/flood/scores?preset={strange}"):
            assert client.get(f"/api/{query}").status_code in (200, 422)


def test_every_code_has_a_status_of_its_kind() -> None:
    assert {code for code, status in STATUS.items() if status >= 500} == {
        ServerErrorCode.INTERNAL_ERROR,
        ErrorCode.STORAGE_UNAVAILABLE,
        ErrorCode.NOT_READY,
    }
    assert {STATUS.get(code, 422) for code in (*ErrorCode, *ServerErrorCode)} == {
        401,
        403,
        404,
        405,
        409,
        413,
        422,
        429,
        500,
        503,
    }


def test_internal_errors_are_reported_as_such_and_logged(
    client: ServerClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*given: Any) -> None:
        raise ZeroDivisionError("secret details")

    monkeypatch.setattr("quincunx.server.http.api.matches.record_view", broken)
    answer = client.get(f"{client.new_match('duel').path}/record")
    assert refusal(answer) == (500, "internal_error")
    assert "secret details" not in answer.text
    assert answer.headers["x-request-id"] in answer.json()["message"]
    assert answer.headers["x-request-id"] in caplog.text
    assert "ZeroDivisionError" in caplog.text


def test_a_server_that_still_compiles_says_so(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No game is played before its rules are compiled. The progress can be requested, and is shown in the terminal."""
    url = sqlite_url(tmp_path)
    hosted = serve(url).new_match("duel", TWO_PEOPLE)
    hosted.client.server.close()
    rules, compiled = threading.Event(), threading.Event()
    asked_for: list[str] = []

    def warm(slugs: list[str], wanted: Callable[[], Iterable[str]]) -> Iterator[Warmed]:
        yield Warmed("flood", 1.0, complete=False)
        assert rules.wait(LIMIT_SECONDS)
        asked_for.extend(wanted())
        yield Warmed("duel", 1.0, complete=False)
        yield Warmed("flood", 2.0)
        assert compiled.wait(LIMIT_SECONDS)
        yield Warmed("duel", 3.0)

    monkeypatch.setattr("quincunx.server.readiness.cold", lambda: ["duel", "flood"])
    monkeypatch.setattr("quincunx.server.readiness.warm", warm)
    hosted.client = client = serve(url)
    status = wait_until(lambda: now if (now := client.get("/readyz").json())["playable"] == 4 else None)
    assert (status["ready"], status["compiled"], status["games"]) == (False, 3, 5)
    assert client.get("/readyz").status_code == 503
    for answer in (client.get(hosted.path), client.post("/api/matches", {"game": "duel"})):
        assert refusal(answer) == (503, "not_ready")
        assert "3 of 5" in answer.json()["message"]
        assert int(answer.headers["retry-after"]) >= 1
    for path in ("/healthz", "/", "/api/games"):
        assert client.get(path).status_code == 200, "pages come at once"
    with open_socket(hosted.socket) as socket:
        assert json.loads(socket.recv(timeout=LIMIT_SECONDS))["errorCode"] == "not_ready"
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=LIMIT_SECONDS)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == TRY_AGAIN
    assert client.new_match("flood").match()["ply"] == 0, "its rules are compiled"
    rules.set()
    wait_until(lambda: client.get("/readyz").json()["compiled"] == 4)
    assert asked_for == ["duel", "flood"], "games that somebody wants to play are compiled first"
    hosted.play("c3")
    assert refusal(hosted.try_act("hint", 2)) == (503, "not_ready")
    against = client.new_match("duel", [PERSON, ai("easy")])
    against.play("c3")
    assert against.match()["thinking"], "the turn of an AI player waits until it is compiled"
    compiled.set()
    wait_until(lambda: client.get("/readyz").status_code == 200)
    assert against.wait_for_ai()["ply"] >= 2
    assert "5/5  duel" in capsys.readouterr().out


def test_rules_that_cannot_be_compiled_are_reported(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    def warm(slugs: list[str], wanted: Callable[[], Iterable[str]]) -> Iterator[Warmed]:
        raise OSError("no room for the cache")
        yield

    monkeypatch.setattr("quincunx.server.readiness.cold", lambda: ["duel"])
    monkeypatch.setattr("quincunx.server.readiness.warm", warm)
    client = serve()
    wait_until(lambda: "no room for the cache" in client.get("/readyz").json()["message"])
    answer = client.post("/api/matches", {"game": "duel"})
    assert refusal(answer) == (503, "not_ready")
    assert "no room for the cache" in answer.json()["message"]


def test_a_refusal_is_an_answer_and_not_a_fault(client: ServerClient, caplog: pytest.LogCaptureFixture) -> None:
    client.get("/api/matches/nosuch")
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
    assert Refusal(SwapError.NO_MATCH, "x").as_json() == {"errorCode": "no_match", "message": "x"}
