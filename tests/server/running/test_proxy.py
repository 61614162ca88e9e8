"""The documented nginx and Caddy before a server: pages, WebSockets and events pass, and clients are told apart."""

from pathlib import Path

import httpx
import pytest

from tests.support.fixtures import LetTimePass, Serve
from tests.support.servers.client import TWO_PEOPLE, ServerClient
from tests.support.servers.reverse_proxy import CADDY, NGINX, ReverseProxy
from tests.support.servers.watcher import Watcher
from tests.support.waiting import LIMIT_SECONDS

PUBLIC = {"host": "play.example"}
each_proxy = pytest.mark.parametrize(
    "reverse_proxy", [NGINX, pytest.param(CADDY, marks=pytest.mark.long)], ids=lambda proxy: proxy.name, indirect=True
)


@pytest.fixture
def reverse_proxy(request: pytest.FixtureRequest) -> ReverseProxy:
    proxy: ReverseProxy = request.param
    if proxy.program() is None:
        pytest.skip(f"{proxy.name} is not installed; on Debian: apt-get install {proxy.name}")
    return proxy


@each_proxy
def test_a_server_behind_a_proxy_is_played_on(serve: Serve, tmp_path: Path, reverse_proxy: ReverseProxy) -> None:
    server = serve(public_url="https://play.example/", rate_limit="on")
    between = reverse_proxy.before(server.address.removeprefix("http://"), tmp_path)
    with between as address, ServerClient(address) as client:
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


@each_proxy
def test_a_proxy_says_who_its_clients_are(
    serve: Serve, tmp_path: Path, refill: LetTimePass, reverse_proxy: ReverseProxy
) -> None:
    """What a client says about its own address is not believed."""
    server = serve(rate_limit="on", matches_per_minute=2)

    def make(address: str, claimed: str) -> int:
        asked = {"x-forwarded-for": claimed}
        made = httpx.post(f"{address}/api/matches", json={"game": "duel"}, headers=asked, timeout=LIMIT_SECONDS)
        return made.status_code

    with reverse_proxy.before(server.address.removeprefix("http://"), tmp_path) as address:
        assert [make(address, f"192.0.2.{number}") for number in range(3)] == [201, 201, 429]
