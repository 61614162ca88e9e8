"""A browser, a server, and people who come to it: for the tests of the pages, wherever they are."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser import chromium
from tests.browser.people import Person
from tests.server.conftest import sqlite_url
from tests.server.running import ServerProcess
from tests.server.table import House

Newcomer = Callable[..., Person]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One for the tests of a folder: while it is open, nothing else in this process can have an event loop."""
    with chromium.launched() as launched:
        yield launched


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[House]:
    """A server as people start it, which the tests of a folder share. Without a browser there is no need of it."""
    folder = tmp_path_factory.mktemp("house")
    server = ServerProcess(sqlite_url(folder), folder)
    server.start()
    visited = House(server.address)
    yield visited
    visited.close()
    server.close()


@pytest.fixture
def newcomer(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Newcomer]:
    """People with browsers of their own. The test fails if the page of any of them has complained."""
    came: list[Person] = []

    def come(house: House | None = None, **options: Any) -> Person:
        came.append(Person(browser, house or request.getfixturevalue("house"), **options))
        return came[-1]

    yield come
    faults = [fault for person in came for fault in person.faults.unexpected]
    for person in came:
        person.close()
    assert not faults, "the page complained:\n" + "\n".join(faults)


@pytest.fixture
def person(newcomer: Newcomer) -> Person:
    return newcomer()
