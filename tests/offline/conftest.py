"""The site on a web space: quickly built, or as it is put there."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.support.servers import webspace
from tests.support.tools import tool

COMPILED_GAME = "duel"
"""In `make test` the other games run in plain Python, in the browser: their boards are small, and their levels easy."""


@pytest.fixture(scope="session")
def quick_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site that is built in seconds."""
    folder = tmp_path_factory.mktemp("web") / "site"
    tool("build_site").build(folder, (COMPILED_GAME,))
    with webspace.serve(folder) as address:
        yield address


@pytest.fixture(scope="session")
def whole_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("web") / "whole"
    tool("build_site").build(folder)
    return folder


@pytest.fixture
def whole_site(whole_folder: Path) -> Iterator[str]:
    """The address of the site as it is put on a web space."""
    with webspace.serve(whole_folder) as address:
        yield address


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    yield context
    context.close()
