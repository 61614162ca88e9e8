"""The built site in a real browser, from a plain web space under a path of its own."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from quincunx.catalogue import all_games
from tests.offline import webspace
from tests.test_build import tool

pytestmark = pytest.mark.long

PATIENCE = 60_000
FLOOD_KEYS = "1234"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("web") / "site"
    tool("build_site").build(folder)
    with webspace.serve(folder) as address:
        yield address


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda problem: faults.append(str(problem)))
    yield page
    assert not faults


def play(page: Page, address: str, slug: str) -> None:
    """Begin a match from the menu, and wait for the board."""
    page.goto(address)
    name = next(game.name for game in all_games() if game.slug == slug)
    card = page.locator("article, section, li").filter(has=page.get_by_role("heading", name=name, exact=True)).last
    card.get_by_role("button", name="Play", exact=False).first.click()
    page.wait_for_url("**/?/match/*")
    expect(page.get_by_role("button", name="Hint")).to_be_visible(timeout=PATIENCE)


@pytest.mark.parametrize("slug", [game.slug for game in all_games()])
def test_a_match_begins_without_a_server(page: Page, address: str, slug: str) -> None:
    play(page, address, slug)
    expect(page.get_by_text("The match is being loaded.")).to_have_count(0)


def test_a_match_goes_on_after_a_reload(page: Page, address: str) -> None:
    play(page, address, "flood")
    for key in FLOOD_KEYS:
        page.keyboard.press(key)
    expect(page.get_by_text("0/ 25 moves")).to_have_count(0)
    page.wait_for_timeout(1000)
    before = page.locator("main").inner_text()
    page.reload()
    expect(page.get_by_role("button", name="Hint")).to_be_visible()
    assert "0/ 25" not in page.locator("main").inner_text()
    assert before


def test_everything_works_without_a_network_after_the_first_visit(
    page: Page, context: BrowserContext, address: str
) -> None:
    page.goto(address)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    context.set_offline(True)
    play(page, address, "flood")


def test_where_storage_is_denied_one_plays_all_the_same(page: Page, context: BrowserContext, address: str) -> None:
    context.add_init_script("Object.defineProperty(self, 'indexedDB', { value: undefined })")
    play(page, address, "flood")


def test_a_browser_without_webassembly_says_so(page: Page, context: BrowserContext, address: str) -> None:
    context.add_init_script("delete self.WebAssembly")
    page.goto(address)
    expect(page.get_by_role("alert")).to_contain_text("cannot run the games")
