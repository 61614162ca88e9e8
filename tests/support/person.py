"""Somebody at a browser of their own, and everything that goes wrong there: no page may complain, not even quietly."""

import json
import re
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Response, expect

from quincunx.catalogue import all_games
from tests.support.client import HostedMatch, Json, ServerClient
from tests.support.waiting import LIMIT_SECONDS

STILL: Json = {"speed": 0}
"""Settings without animations: a test then waits for nothing but the server."""
PHONE: Json = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
expect.set_options(timeout=1000 * LIMIT_SECONDS)

KEEP = """([key, value]) => {
  try { if (localStorage.getItem(key) === null) localStorage.setItem(key, value); } catch { /* no storage here */ }
}"""
REPORT_CSP = """document.addEventListener('securitypolicyviolation',
  (event) => console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`));"""

OF_PLAYWRIGHT = "Service Worker registration blocked by Playwright"
ABORTED = "net::ERR_ABORTED"
"""A request that the page itself gave up, because somebody pointed elsewhere or left."""


class Faults:
    """What a page complained about, or did that no page should."""

    def __init__(self) -> None:
        self._found: list[str] = []
        self._expected: list[re.Pattern[str]] = []

    def watch(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", lambda error: self._found.append(f"error: {error}"))
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)

    def expect(self, *patterns: str) -> None:
        """Faults like these are what the test is about."""
        self._expected += [re.compile(pattern) for pattern in patterns]

    @property
    def unexpected(self) -> list[str]:
        return [fault for fault in self._found if not any(one.search(fault) for one in self._expected)]

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and message.text != OF_PLAYWRIGHT:
            self._found.append(f"{message.type}: {message.text}")

    def _failed(self, request: Request) -> None:
        if request.failure != ABORTED:
            self._found.append(f"failed: {request.method} {request.url} ({request.failure})")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self._found.append(f"answer {response.status}: {response.request.method} {response.url}")


class Person:
    """One browser context with one page in front. `settings` are the page's own, as the settings sheet keeps them."""

    def __init__(
        self, browser: Browser, client: ServerClient, settings: Json = STILL, newcomer: bool = False, **options: Any
    ) -> None:
        self.client = client
        self.faults = Faults()
        given = {
            "service_workers": "block",
            "viewport": {"width": 1280, "height": 800},
            "reduced_motion": "no-preference",
        }
        self.context: BrowserContext = browser.new_context(base_url=client.address, **given | options)
        self.context.set_default_timeout(1000 * LIMIT_SECONDS)
        self.context.add_init_script(REPORT_CSP)
        self.keep("settings", settings)
        if not newcomer:  # who has been offered the lessons of every game
            self.keep("offered", [game.slug for game in all_games()])
        self.page = self.new_page()

    def new_page(self) -> Page:
        page = self.context.new_page()
        self.faults.watch(page)
        return page

    def keep(self, key: str, value: Any) -> None:
        """Something that this browser remembers, unless it has come to remember something else."""
        given = json.dumps([f"quincunx.{key}", json.dumps(value)])
        self.context.add_init_script(f"({KEEP})({given})")

    def remembered(self, key: str) -> Any:
        return json.loads(self.page.evaluate("key => localStorage.getItem(key) ?? 'null'", f"quincunx.{key}"))

    def open_match(self, hosted: HostedMatch, *seats: int) -> None:
        """Open a match that the test made, with the tokens of these seats, or of all."""
        self.keep("matches", [hosted.remembered(*seats)])
        self.go(f"/match/{hosted.id}")

    def go(self, path: str) -> None:
        self.page.goto(path)

    @property
    def path(self) -> str:
        return self.page.evaluate("location.pathname") or ""

    def close(self) -> None:
        self.context.close()
