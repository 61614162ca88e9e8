"""What is drawn at random is the same in every run of a test, so that it passes or fails for everybody alike."""

import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from quincunx.engine.kernels.randomness import SEED_LIMIT
from tests.support.draws import repeat_draws
from tests.support.fixtures import Connect, Serve, StartServer
from tests.support.servers.client import ServerClient
from tests.support.servers.server import sqlite_url

pytestmark = pytest.mark.skipif(
    os.environ.get("HYPOTHESIS_PROFILE") == "search", reason="every run is wanted to draw other boards"
)


def draws(make: Callable[[], Any]) -> list[Any]:
    return [make() for _ in range(3)]


def test_each_test_has_draws_of_its_own() -> None:
    of_test = []
    for name in ("one", "one", "another"):
        repeat_draws(name)
        of_test.append(draws(lambda: secrets.randbelow(SEED_LIMIT)))
    assert of_test[0] == of_test[1] != of_test[2]
    assert len(set(of_test[0])) == 3


def test_a_server_draws_the_same_boards_again(
    serve: Serve, start_server: StartServer, connect: Connect, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """One in a thread, and one in a process of its own."""

    def boards(client: ServerClient) -> list[Any]:
        return draws(lambda: client.new_match("mosaic").match()["view"]["cells"])

    in_a_thread = boards(serve())
    repeat_draws(request.node.nodeid)
    assert boards(serve()) == in_a_thread
    in_processes = [boards(connect(start_server(sqlite_url(tmp_path, name)))) for name in ("one", "another")]
    assert in_processes[0] == in_processes[1]
