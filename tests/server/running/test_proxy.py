"""The documented nginx before a server: pages, WebSockets and events pass, and its clients are told apart."""

from pathlib import Path

import httpx
import pytest

from tests.support.client import TWO_PEOPLE, ServerClient
from tests.support.fixtures import LetTimePass, Serve
from tests.support.nginx import nginx, program
from tests.support.watcher import Watcher

PUBLIC = {"host": "play.example"}


@pytest.fixture(autouse=True)
def installed() -> None:
    if program() is None:
        pytest.skip("nginx is not installed, and `make test` installs it only as root on Debian: see tools/")


def test_a_server_behind_nginx_is_played_on(serve: Serve, tmp_path: Path) -> None:
    server = serve(public_url="https://play.example/", rate_limit="on")
    with nginx(tmp_path, server.address.removeprefix("http://")) as address, ServerClient(address) as client:
        hosted = client.new_match("duel", TWO_PEOPLE)
        with Watcher(hosted) as watcher:
            watcher.wait_for("match")
            hosted.play("c3")
            assert watcher.wait_for("action")["version"] == 1
        with client.http.stream("GET", f"{hosted.path}/events") as events:
            lines = events.iter_lines()
            assert next(lines).startswith("id: ")
        assert client.get("/", headers=PUBLIC).status_code == 200
        assert client.get("/api/games/duel", headers={"host": "evil.example"}).status_code == 421
        assert client.get("/metrics").status_code == 404
        assert client.http.post("/api/replay", content=b"x" * 70_000).status_code == 413
        assert client.get("/readyz", headers={"x-long": "y" * 40_000}).status_code in (400, 431)


def test_nginx_says_who_its_clients_are(serve: Serve, tmp_path: Path, refill: LetTimePass) -> None:
    """What a client says about its own address is not believed."""
    server = serve(rate_limit="on", matches_per_minute=2)

    def make(address: str, claimed: str) -> int:
        asked = {"x-forwarded-for": claimed}
        return httpx.post(f"{address}/api/matches", json={"game": "duel"}, headers=asked).status_code

    with nginx(tmp_path, server.address.removeprefix("http://")) as address:
        assert [make(address, f"192.0.2.{number}") for number in range(3)] == [201, 201, 429]
