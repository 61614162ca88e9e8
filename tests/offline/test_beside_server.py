"""A server that has the site, too: its pages lead there, and when it is gone the browser plays on."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.support.servers.server import ServerProcess, sqlite_url
from tests.support.waiting import LIMIT_SECONDS

pytestmark = pytest.mark.long

PREFIX = "/games"


@pytest.fixture
def server(tmp_path: Path, whole_folder: Path) -> Iterator[ServerProcess]:
    started = ServerProcess(sqlite_url(tmp_path), tmp_path, offline_folder=whole_folder, root_path=PREFIX)
    started.start()
    yield started
    started.close()


@pytest.fixture
def page(context: BrowserContext, server: ServerProcess) -> Page:
    context.set_default_timeout(1000 * LIMIT_SECONDS)
    return context.new_page()


def prefer_local_play(page: Page, address: str) -> None:
    """By the setting, which says first how much has to be loaded."""
    page.goto(address)
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_text("Loads the games into this browser once")).to_contain_text("MB")
    page.get_by_role("switch", name="Play without the server").click()
    page.wait_for_url(f"{address}offline/**")


def play_flood(page: Page) -> None:
    page.get_by_test_id("game-flood").get_by_role("button", name="Play", exact=True).click()
    page.locator('[data-testid="status"].yours').wait_for()
    page.locator(".colour:not(:disabled)").first.click()
    expect(page.get_by_test_id("play")).to_have_attribute("data-ply", "1")


def test_a_setting_prefers_local_play_and_leads_back(page: Page, server: ServerProcess) -> None:
    address = f"{server.address}/"
    prefer_local_play(page, address)
    play_flood(page)
    page.goto(address)
    page.wait_for_url(f"{address}offline/**")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("switch", name="Play without the server").click()
    page.wait_for_url(address)
    expect(page.get_by_test_id("game-flood")).to_be_visible()


def test_when_the_server_is_gone_the_menu_and_its_address_offer_to_play_here(
    page: Page, server: ServerProcess, context: BrowserContext
) -> None:
    address = f"{server.address}/"
    prefer_local_play(page, address)
    play_flood(page)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.evaluate("localStorage.setItem('quincunx.settings', '{}')")  # on the server again
    page.goto(address)
    page.get_by_test_id("game-duel").get_by_role("button", name="Play", exact=True).wait_for()
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    server.close()
    page.get_by_test_id("game-duel").get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("link", name="Play here, offline").click()
    page.wait_for_url(f"{address}offline/**")
    play_flood(page)
    again = context.new_page()
    again.goto(address)
    again.get_by_role("link", name="Play here, offline").click()
    again.wait_for_url(f"{address}offline/**")
    play_flood(again)
