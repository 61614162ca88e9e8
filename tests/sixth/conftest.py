"""The game of docs/add-a-game.md: installed for other processes, and imported into this one."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from quincunx.engine import registry
from quincunx.engine.game import AnyGame
from tests.sixth import page


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the installed package."""
    return page.install(tmp_path_factory.mktemp("sixth"))


@pytest.fixture(scope="session")
def tictactoe(installed: Path) -> AnyGame:
    """The game, imported; registered only while `sixth` is in use, and found by no other test."""
    sys.path.insert(0, str(installed))
    importlib.import_module(f"{page.PACKAGE}.game")
    sys.path.remove(str(installed))
    game = registry.find(page.PACKAGE)
    registry.forget(page.PACKAGE)
    return game


@pytest.fixture
def sixth(tictactoe: AnyGame) -> Iterator[AnyGame]:
    registry.register(tictactoe)
    yield tictactoe
    registry.forget(page.PACKAGE)
