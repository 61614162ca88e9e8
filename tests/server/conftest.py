"""Servers and databases for the tests."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.postgres import Cluster, cluster
from tests.server.running import ServerProcess, ServerThread
from tests.server.table import House


def sqlite_url(folder: Path, name: str = "matches") -> str:
    return f"sqlite:///{folder / name}.db"


@pytest.fixture(scope="session")
def cluster_or_none() -> Iterator[Cluster | None]:
    with cluster() as found:
        yield found


@pytest.fixture
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


@pytest.fixture
def launch(tmp_path: Path) -> Iterator[Callable[..., ServerProcess]]:
    """Launches server processes, which end with the test."""
    launched: list[ServerProcess] = []

    def go(database: str | None = None, port: str = "0", **settings: Any) -> ServerProcess:
        server = ServerProcess(database or sqlite_url(tmp_path), tmp_path, **settings)
        launched.append(server)
        server.launch(port)
        return server

    yield go
    for server in launched:
        server.close()


@pytest.fixture
def process(launch: Callable[..., ServerProcess]) -> Callable[..., ServerProcess]:
    """Starts server processes, and waits until they can be talked to."""

    def start(database: str | None = None, **settings: Any) -> ServerProcess:
        server = launch(database, **settings)
        server.wait_until_ready()
        return server

    return start


@pytest.fixture
def visit() -> Iterator[Callable[[ServerProcess], House]]:
    """Goes to a server's house, and leaves with the test."""
    visited: list[House] = []

    def enter(server: ServerProcess) -> House:
        visited.append(House(server.address))
        return visited[-1]

    yield enter
    for house in visited:
        house.close()


@pytest.fixture
def thread(tmp_path: Path) -> Iterator[Callable[..., House]]:
    """Starts servers in threads of this process, with settings of their own; the house that each one is."""
    started: list[tuple[ServerThread, House]] = []

    def start(database: str | None = None, headers: dict[str, str] | None = None, **settings: Any) -> House:
        url = database or sqlite_url(tmp_path, f"matches{len(started)}")
        server = ServerThread(url, tmp_path, **settings).__enter__()
        house = House(server.address, **headers or {})
        house.server = server
        started.append((server, house))
        return house

    yield start
    for server, house in started:
        house.close()
        server.__exit__(None, None, None)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that the tests of a module share."""
    folder = tmp_path_factory.mktemp("house")
    with ServerThread(sqlite_url(folder), folder) as server:
        shared = House(server.address)
        shared.server = server
        yield shared
        shared.close()
