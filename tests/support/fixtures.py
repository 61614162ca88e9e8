"""Fixtures for all tests: databases, servers, clients of them, a browser and people."""

import asyncio
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from quincunx.server import wall_clock
from tests.support.browsers import chromium
from tests.support.browsers.chromium import Contexts
from tests.support.browsers.person import Person
from tests.support.servers.client import ServerClient
from tests.support.servers.postgres import Cluster, cluster
from tests.support.servers.server import ServerProcess, ServerThread, sqlite_url

StartServer = Callable[..., ServerProcess]
Serve = Callable[..., ServerClient]
Connect = Callable[[ServerProcess], ServerClient]
NewPerson = Callable[..., Person]
LetTimePass = Callable[[float], None]

# Databases.


@pytest.fixture(scope="session")
def cluster_or_none() -> Iterator[Cluster | None]:
    with cluster() as started:
        yield started


@pytest.fixture(scope="session")
def postgresql(cluster_or_none: Cluster | None) -> Cluster:
    if cluster_or_none is None:
        pytest.skip("PostgreSQL is not installed, and `make test` installs it only as root on Debian: see tools/")
    return cluster_or_none


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, of either kind."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path)
    postgresql: Cluster = request.getfixturevalue("postgresql")
    return postgresql.new_database()


# Servers.


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerClient]:
    """A client of a server that the tests of a module share, in a thread of this process."""
    folder = tmp_path_factory.mktemp("server")
    with ServerThread(sqlite_url(folder), folder) as server, ServerClient(server.address) as opened:
        opened.server = server
        yield opened


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Starts servers in threads of this process, with settings of their own; a client of each."""
    started: list[tuple[ServerThread, ServerClient]] = []

    def start(database: str | None = None, headers: dict[str, str] | None = None, **settings: Any) -> ServerClient:
        url = database or sqlite_url(tmp_path, f"matches{len(started)}")
        server = ServerThread(url, tmp_path, **settings).__enter__()
        client = ServerClient(server.address, headers)
        client.server = server
        started.append((server, client))
        return client

    yield start
    for server, client in started:
        client.close()
        server.close()


@pytest.fixture
def launch(tmp_path: Path) -> Iterator[StartServer]:
    """Launches server processes, which end with the test."""
    launched: list[ServerProcess] = []

    def go(
        database: str | None = None, port: str = "0", hold_ai: bool = False, forked: bool = True, **settings: Any
    ) -> ServerProcess:
        server = ServerProcess(database or sqlite_url(tmp_path), tmp_path, hold_ai, forked, **settings)
        if hold_ai:
            server.hold_ai_players()
        launched.append(server)
        server.launch(port)
        return server

    yield go
    for server in launched:
        server.close()


@pytest.fixture
def start_server(launch: StartServer) -> StartServer:
    """Starts server processes, and waits until they answer."""

    def start(database: str | None = None, **settings: Any) -> ServerProcess:
        server = launch(database, **settings)
        server.wait_until_ready()
        return server

    return start


@pytest.fixture
def connect() -> Iterator[Connect]:
    """Makes clients of server processes, which are closed with the test."""
    opened: list[ServerClient] = []

    def open_client(server: ServerProcess) -> ServerClient:
        opened.append(ServerClient(server.address))
        return opened[-1]

    yield open_client
    for client in opened:
        client.close()


# Clocks and thoughts of servers in threads.


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> LetTimePass:
    """Lets the time of day pass, in milliseconds, for servers in threads."""
    real, passed = wall_clock.now_ms, [0.0]
    monkeypatch.setattr(wall_clock, "now_ms", lambda: real() + int(passed[0]))

    def let_pass(milliseconds: float) -> None:
        passed[0] += milliseconds

    return let_pass


@pytest.fixture
def refill(monkeypatch: pytest.MonkeyPatch) -> LetTimePass:
    """The clock of the rate limits stands still; this lets it go on, in seconds."""
    now = [1000.0]
    monkeypatch.setattr("quincunx.server.limits.monotonic", lambda: now[0])

    def let_pass(seconds: float) -> None:
        now[0] += seconds

    return let_pass


@pytest.fixture
def held_ai(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """AI players of servers in threads do not answer before this is set; it is set when the test ends."""
    released = threading.Event()

    async def sleep_while_held(seconds: float) -> None:
        while not released.is_set():
            await asyncio.sleep(0.01)

    monkeypatch.setattr("quincunx.server.live.ai_turns.sleep", sleep_while_held)
    yield released
    released.set()


# Browsers.


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One for all tests. While it is open, no test can run an event loop of its own in the main thread."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
        pytest.skip("the pages are tested with compiled rules: in plain Python the AI players think for too long")
    if chromium.path() is None:
        pytest.skip(f"{chromium.MISSING}, and `make test` installs it only as root on Debian: see tools/")
    with chromium.launch() as launched:
        yield launched


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerClient]:
    """A client of a server with its pages, in a process of its own, which all tests share."""
    folder = tmp_path_factory.mktemp("site")
    server = ServerProcess(sqlite_url(folder), folder)
    server.start()
    with ServerClient(server.address) as opened:
        yield opened
    server.close()


@pytest.fixture(scope="session")
def contexts(browser: Browser) -> Contexts:
    return Contexts(browser)


@pytest.fixture
def new_person(request: pytest.FixtureRequest, contexts: Contexts) -> Iterator[NewPerson]:
    """People with browsers of their own. The test fails if a page of theirs has complained."""
    people: list[Person] = []

    def come(client: ServerClient | None = None, fresh: bool = False, **options: Any) -> Person:
        if client is None:
            visited: ServerClient = request.getfixturevalue("site")
        else:  # a server that will be gone when others come
            visited, fresh = client, True
        people.append(Person(contexts, visited, fresh=fresh, **options))
        return people[-1]

    yield come
    faults = [fault for person in people for fault in person.faults.unexpected]
    for person in people:
        person.close()
    assert not faults, "the page complained:\n" + "\n".join(faults)


@pytest.fixture
def person(new_person: NewPerson) -> Person:
    return new_person()
