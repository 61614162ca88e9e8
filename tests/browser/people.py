"""Somebody at a browser of their own, and everything that goes wrong there: no page may complain, not even quietly."""

import json
import re
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Response, expect

from tests.server.table import House, Json, Table

STILL: Json = {"speed": 0}
"""Settings of who does not care for motion: a test waits for nothing then but the server."""
PHONE: Json = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LATE_SECONDS = 20
expect.set_options(timeout=1000 * LATE_SECONDS)

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

    def __init__(self, browser: Browser, house: House, settings: Json = STILL, **options: Any) -> None:
        self.house = house
        self.faults = Faults()
        given = {
            "service_workers": "block",
            "viewport": {"width": 1280, "height": 800},
            "reduced_motion": "no-preference",
        }
        self.context: BrowserContext = browser.new_context(base_url=house.address, **given | options)
        self.context.set_default_timeout(1000 * LATE_SECONDS)
        self.context.add_init_script(REPORT_CSP)
        self.keep("settings", settings)
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

    def sit_down(self, table: Table, *seats: int) -> None:
        """Come to a match that the test made: with the secrets of these seats, or all there are."""
        tokens = {str(seat): token for seat, token in table.tokens.items() if not seats or seat in seats}
        match = table.made["match"]
        entry = {"id": table.id, "game": match["game"], "tokens": tokens, "invites": {}, "mode": match["mode"]}
        entry |= {"ply": 0, "over": False, "yourTurn": False, "ending": None, "daily": None, "seenAt": 1}
        self.keep("matches", [entry])
        self.go(f"/match/{table.id}")

    def go(self, path: str) -> None:
        self.page.goto(path)

    @property
    def path(self) -> str:
        return self.page.evaluate("location.pathname") or ""

    def close(self) -> None:
        self.context.close()
