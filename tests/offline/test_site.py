"""The built site in a real browser, from a plain web space under a path of its own."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.offline import webspace
from tests.offline.visitor import Visitor
from tests.support.boards import GAMES, Board, at_random, by_clicks, by_palette, by_signs
from tests.support.client import Json, ai
from tests.support.games import SMALL
from tests.test_build import tool

NewVisitor = Callable[..., Visitor]
COMPILED_GAME = "duel"
"""In `make test` the other games run in plain Python, in the browser: their boards are small, and their levels easy."""


@pytest.fixture(scope="module")
def quick_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site that is built in seconds."""
    folder = tmp_path_factory.mktemp("web") / "site"
    tool("build_site").build(folder, (COMPILED_GAME,))
    with webspace.serve(folder) as address:
        yield address


@pytest.fixture(scope="module")
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


def small(game: str, level: str = "easy") -> Json:
    seats = [{"kind": "person"}] if game == "flood" else [{"kind": "person"}, ai(level)]
    return {"game": game, "seats": seats, "variant": SMALL[game], "seed": 7}


def play_to_the_end(visitor: Visitor, match_id: str, seed: int = 1) -> Json:
    board = Board(visitor)
    match = visitor.get(f"/api/matches/{match_id}").json()
    way = by_palette if match["game"] == "flood" else by_signs if match["game"] == "mosaic" else by_clicks
    return board.play_on([way], at_random(seed))


def test_every_game_is_played_to_its_end_without_a_server(context: BrowserContext, quick_site: str) -> None:
    visitor = Visitor(context, quick_site)
    made = visitor.keep_matches(*map(small, GAMES))
    visitor.go(f"/match/{made[0]}")
    for game, match_id in zip(GAMES, made, strict=True):
        visitor.go_within(f"/match/{match_id}")
        expect(visitor.page.get_by_test_id("play")).to_have_attribute("data-game", game)
        match = play_to_the_end(visitor, match_id)
        assert match["result"] is not None
        expect(visitor.page.get_by_test_id("again")).to_be_visible()
    assert visitor.faults.unexpected == []
