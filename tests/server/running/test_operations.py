"""For operators: settings, logs, health, metrics, a graceful shutdown."""

import json
import re
import signal
import socket
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError
from pydantic_core import PydanticUndefined

from quincunx.engine.errors import Refusal
from quincunx.server.settings import CONFIG_VARIABLE, Settings
from quincunx.server.storage.admin import upgrade
from tests.search.advice.endpoint import saying, serving
from tests.support.fixtures import Connect, Serve, StartServer
from tests.support.servers.client import PERSON, TWO_PEOPLE, ServerClient, ai
from tests.support.servers.server import ServerProcess
from tests.support.servers.watcher import Watcher, open_socket
from tests.support.waiting import LIMIT_SECONDS, wait_until

DOCS = Path(__file__).parents[3] / "docs" / "operations.md"


# Settings.


def documented() -> dict[str, tuple[str, str]]:
    """The documented table of settings: default and text of each variable."""
    rows = re.findall(r"^\| `(QUINCUNX_[A-Z_]+)` \| (.*?) \| (.*?) \|$", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
    return {name: (default, text) for name, default, text in rows}


def test_every_setting_is_documented_as_it_is() -> None:
    settings_table = documented()
    assert sorted(settings_table) == sorted(f"QUINCUNX_{name.upper()}" for name in Settings.model_fields)
    for name, field in Settings.model_fields.items():
        default, text = settings_table[f"QUINCUNX_{name.upper()}"]
        assert text == field.description
        if field.default is not PydanticUndefined and field.default != "":
            assert default == f"`{field.default}`"


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUINCUNX_PORT", "9001")
    monkeypatch.setenv("QUINCUNX_CORS_ORIGINS", '["https://a.example"]')
    assert (Settings().port, Settings().cors_origins) == (9001, ["https://a.example"])
    assert Settings(port=1).port == 1, "what is given on the command line comes first"
    monkeypatch.setenv("QUINCUNX_PORT", "many")
    with pytest.raises(ValidationError):
        Settings()


def test_settings_come_from_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "quincunx.toml"
    file.write_text('port = 9002\nhost = "0.0.0.0"\ncors_origins = ["https://b.example"]\n', encoding="utf-8")
    monkeypatch.setenv(CONFIG_VARIABLE, str(file))
    monkeypatch.setenv("QUINCUNX_PORT", "9003")
    settings = Settings()
    assert (settings.port, settings.host, settings.cors_origins) == (9003, "0.0.0.0", ["https://b.example"])


@pytest.mark.parametrize(
    ("text", "complaint"),
    [("think_ms = 'many'", "think_ms"), ("prot = 9000", "prot"), ("port = ", "not TOML"), (None, "No such file")],
    ids=["wrong", "unknown", "broken", "missing"],
)
def test_a_file_of_settings_that_is_wrong_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str | None, complaint: str
) -> None:
    file = tmp_path / "quincunx.toml"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    monkeypatch.setenv(CONFIG_VARIABLE, str(file))
    with pytest.raises((ValidationError, Refusal, OSError)) as refused:
        Settings()
    assert complaint in str(refused.value)


def test_a_language_model_in_the_file_of_settings_is_asked(
    start_server: StartServer, connect: Connect, tmp_path: Path
) -> None:
    file = tmp_path / "quincunx.toml"
    with serving(saying('{"edges": "avoid"}')) as endpoint:
        file.write_text(
            f'llm_url = "{endpoint.url}"\nllm_key = "a-key-for-nobody"\nllm_model = "some-model"\n', encoding="utf-8"
        )
        server = start_server(config=file, log_level="debug")
        client = connect(server)

        def advice() -> dict[str, Any] | None:
            """A busy machine may miss the deadline."""
            given: dict[str, Any] = client.post("/api/games/duel/advice", {"prompt": "hold the edges"}).json()
            return given if given["source"] == "model" else None

        assert wait_until(advice)["strategy"]["wishes"][0]["sought"] is False
    assert endpoint.requests[0].body["model"] == "some-model"
    assert endpoint.requests[0].headers["authorization"] == "Bearer a-key-for-nobody"
    answers = [client.get(path).text for path in ("/api/games", "/api/openapi.json", "/readyz", "/metrics")]
    assert not any(
        "a-key-for-nobody" in text for text in [*server.log, *answers, repr(Settings(llm_key="a-key-for-nobody"))]
    )


@pytest.mark.parametrize(
    ("database", "complaint"),
    [
        *[("nonsense", "sqlite:///"), ("mysql://x/y", "SQLite or PostgreSQL"), ("sqlite://", "in a file")],
        *[("sqlite:////proc/nowhere/x.db", "cannot"), ("postgresql://x@127.0.0.1:1/y", "does not answer")],
    ],
)
def test_a_database_that_cannot_be_opened_is_refused(database: str, complaint: str) -> None:
    with pytest.raises(Refusal, match=complaint):
        upgrade(database)


def test_a_problem_at_the_start_is_reported_in_one_line(launch: StartServer, tmp_path: Path) -> None:
    """The file of settings, and the database; two servers, both end at once."""
    servers = [launch(config=tmp_path / "nowhere.toml"), launch("postgresql://x@127.0.0.1:1/y")]
    for server, complaint in zip(servers, ("cannot read", "does not answer"), strict=True):
        assert server.ended() == 2
        assert len(server.log) == 1
        assert complaint in server.log[0]


def test_a_port_in_use_is_reported(launch: StartServer, client: ServerClient, tmp_path: Path) -> None:
    second = launch(port=client.address.rpartition(":")[2])
    assert second.ended() != 0
    assert not [line for line in second.log if "Traceback" in line]
    assert "in use" in " ".join(second.log)


# Logs.


def test_the_log_is_json_with_request_ids(start_server: StartServer, connect: Connect) -> None:
    server = start_server(log_format="json")
    client = connect(server)
    given = client.get("/api/games/duel", headers={"x-request-id": "proxy-17"})
    drawn = client.get("/api/games/chess")
    nonsense = client.get("/api/games/duel", headers={"x-request-id": "no spaces please"})
    assert given.headers["x-request-id"] == "proxy-17"
    assert nonsense.headers["x-request-id"] != "no spaces please"
    lines = wait_until(lambda: logged_lines if len(logged_lines := logged(server)) >= 3 else None)
    by_request = {line["request"]: line for line in lines}
    assert by_request["proxy-17"]["status"] == 200
    line = by_request[drawn.headers["x-request-id"]]
    assert (line["method"], line["path"], line["status"]) == ("GET", "/api/games/chess", 404)
    assert line["ms"] >= 0
    host, _, port = server.address.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=LIMIT_SECONDS) as connection:
        connection.sendall(b"nonsense\r\n\r\n")
        assert connection.recv(100).startswith(b"HTTP/1.1 400")
    wait_until(lambda: [line for line in server.log if "Invalid HTTP request" in line])
    assert [line for line in server.log if not line.startswith("{")] == server.log[:1], (
        "JSON, also from other libraries"
    )


def logged(server: ServerProcess) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in server.log if line.startswith("{")]
    return [line for line in lines if line.get("path", "").startswith("/api")]


def test_only_problems_are_logged_to_a_terminal(start_server: StartServer, connect: Connect) -> None:
    """From the start of the interpreter to its end."""
    server = start_server(forked=False, log_format="text")
    connect(server).get("/api/games")
    assert server.terminate() in (0, -signal.SIGTERM)
    assert len(server.log) == 1


def test_a_request_is_one_line_of_the_log(start_server: StartServer, connect: Connect) -> None:
    server = start_server(log_format="text", log_level="debug")
    connect(server).get("/api/nothing%0aERROR%20all%20is%20lost")
    wait_until(lambda: [line for line in server.log if "all is lost" in line])
    assert not [line for line in server.log if line.startswith("ERROR")]


# Health.


def test_health_readiness_and_metrics(client: ServerClient) -> None:
    assert client.get("/healthz").json() == {"healthy": True}
    ready = client.get("/readyz")
    assert (ready.status_code, ready.json()) == (
        200,
        {"ready": True, "playable": 5, "compiled": 5, "games": 5, "message": "ready"},
    )
    hosted = client.new_match("duel", TWO_PEOPLE)
    with Watcher(hosted) as watcher:
        watcher.wait_for("match")
        metrics = client.get("/metrics")
    assert metrics.headers["content-type"].startswith("text/plain")
    assert 'quincunx_requests_total{method="POST",status="201"}' in metrics.text
    assert "quincunx_request_seconds_bucket" in metrics.text
    assert "quincunx_watchers 1.0" in metrics.text
    assert re.search(r"^quincunx_rooms [1-9]", metrics.text, re.MULTILINE)


def test_rooms_that_nobody_uses_are_forgotten_and_found_again(serve: Serve) -> None:
    client = serve(most_rooms=10)
    hosted_matches = [client.new_match("duel", TWO_PEOPLE) for _ in range(30)]
    assert int(float(re.findall(r"^quincunx_rooms (\S+)", client.get("/metrics").text, re.MULTILINE)[0])) <= 10
    with Watcher(hosted_matches[0]) as watcher:
        watcher.wait_for("match")
        for hosted in hosted_matches:
            assert hosted.play("c3")["ply"] == 1
        assert watcher.wait_for("action")["version"] == 1
        for hosted in hosted_matches:
            assert hosted.play("e5")["ply"] == 2
        assert watcher.wait_for("action")["version"] == 2, "a match that is watched is not forgotten"


def test_a_watcher_who_takes_time_to_say_hello_is_not_forgotten(serve: Serve) -> None:
    """Its room may have been dropped meanwhile."""
    client = serve(most_rooms=2)
    hosted = client.new_match("duel", TWO_PEOPLE)
    with open_socket(hosted.socket) as slow:
        for _ in range(6):
            client.new_match("duel", TWO_PEOPLE)
        slow.send('{"type": "hello"}')
        assert json.loads(slow.recv(timeout=LIMIT_SECONDS))["type"] == "match"
        hosted.play("c3")
        while (message := json.loads(slow.recv(timeout=LIMIT_SECONDS)))["type"] != "action":
            pass
        assert message["version"] == 1


# A graceful shutdown.


def is_listening(server: ServerProcess) -> bool:
    host, port = server.address.removeprefix("http://").split(":")
    try:
        socket.create_connection((host, int(port)), timeout=LIMIT_SECONDS).close()
    except ConnectionRefusedError:
        return False
    return True


def test_the_shutdown_waits_for_a_move_in_flight(start_server: StartServer, connect: Connect, tmp_path: Path) -> None:
    """The answer is in the database when the process is gone: nobody has to think again."""
    server = start_server(hold_ai=True)
    hosted = connect(server).new_match("duel", [PERSON, ai("medium")])
    hosted.play("c3")
    server.ask_to_end()
    wait_until(lambda: not is_listening(server))
    server.release_ai_players()
    assert server.ended() in (0, -signal.SIGTERM)
    with closing(sqlite3.connect(tmp_path / "matches.db")) as connection:
        seats = [json.loads(body)["seat"] for (body,) in connection.execute("SELECT body FROM actions ORDER BY number")]
    assert seats == [1, 2]
    assert not [line for line in server.log if "Traceback" in line or "error" in line.lower()]


def test_the_shutdown_is_quick_whatever_is_running(start_server: StartServer, connect: Connect) -> None:
    """With AI matches, watchers, and an analysis that would take minutes."""
    server = start_server()
    client = connect(server)
    shows = [client.new_match("pushmine", [ai("hard"), ai("hard")])]
    long = client.new_match("mosaic", TWO_PEOPLE)
    long.play_on(30)
    if long.match()["status"] == "playing":
        long.act("resign")
    assert client.post(f"{long.path}/analysis").status_code == 202
    with Watcher(shows[0]) as watcher, client.http.stream("GET", f"{shows[0].path}/events"):
        watcher.wait_for("match")
        assert server.terminate() in (0, -signal.SIGTERM)
        closed = watcher.until_closed()
    assert closed is not None, "watchers are closed properly, and come back"
    assert not [line for line in server.log if "Traceback" in line]
    server.start()
    again = connect(server)
    for show in shows:
        show.client = again
        ply = show.match()["ply"]
        wait_until(lambda: show.match()["ply"] > ply)  # noqa: B023
        show.act("stop", 0)
