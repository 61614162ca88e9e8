"""Somebody at a browser of their own, and everything that goes wrong there: no page may complain, not even quietly."""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from playwright.sync_api import (
    BrowserContext,
    CDPSession,
    ConsoleMessage,
    Error,
    Page,
    Request,
    Response,
    ViewportSize,
    expect,
)

from quincunx.catalogue import all_games
from tests.support.browsers.chromium import Contexts
from tests.support.servers.client import HostedMatch, Json, ServerClient
from tests.support.waiting import LIMIT_SECONDS

STILL: Json = {"speed": 0}
"""Settings without animations: a test then waits for nothing but the server. What else would move, does not either."""
PHONE: Json = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
UPRIGHT: ViewportSize = {"width": 390, "height": 664}
"""A phone with the bars of its browser."""
ON_ITS_SIDE: ViewportSize = {"width": 844, "height": 390}
FITS = """([width, height]) => innerHeight === height
  && document.body.scrollWidth === width && document.body.scrollHeight === height"""
"""Whether a screen of this size shows a whole page, and nothing can be scrolled."""
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
        page.on("pageerror", self._error)
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)

    def leave(self, page: Page) -> None:
        page.remove_listener("console", self._console)
        page.remove_listener("pageerror", self._error)
        page.remove_listener("requestfailed", self._failed)
        page.remove_listener("response", self._answered)

    def expect(self, *patterns: str) -> None:
        """Faults like these are what the test is about."""
        self._expected += [re.compile(pattern) for pattern in patterns]

    @property
    def unexpected(self) -> list[str]:
        return [fault for fault in self._found if not any(one.search(fault) for one in self._expected)]

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and message.text != OF_PLAYWRIGHT:
            self._found.append(f"{message.type}: {message.text}")

    def _error(self, error: Error) -> None:
        self._found.append(f"error: {error}")

    def _failed(self, request: Request) -> None:
        if request.failure != ABORTED:
            self._found.append(f"failed: {request.method} {request.url} ({request.failure})")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self._found.append(f"answer {response.status}: {response.request.method} {response.url}")


class Person:
    """One browser context with one page in front. `settings` are the page's own, as the settings sheet keeps them."""

    def __init__(
        self, contexts: Contexts, client: ServerClient, settings: Json = STILL, newcomer: bool = False, **options: Any
    ) -> None:
        self.client = client
        self.faults = Faults()
        self._contexts = contexts
        motion = "reduce" if settings["speed"] == 0 else "no-preference"
        self._context, self.page = contexts.lend(client.address, **{"reduced_motion": motion} | options)
        self._context.set_default_timeout(1000 * LIMIT_SECONDS)
        self._scripts = ExitStack()
        self.run_first(REPORT_CSP)
        self.keep("settings", settings)
        if not newcomer:  # who has been offered the lessons of every game
            self.keep("offered", [game.slug for game in all_games()])
        self.faults.watch(self.page)

    @property
    def context(self) -> BrowserContext:
        """For what its pages cannot do. Who takes hold of it may change it, so nobody gets it afterwards."""
        self._contexts.keep_from_others(self._context)
        return self._context

    def new_page(self) -> Page:
        page = self._context.new_page()
        self.faults.watch(page)
        return page

    @contextmanager
    def devtools(self) -> Iterator[CDPSession]:
        """The browser's own protocol, for input that Playwright does not have."""
        session = self._context.new_cdp_session(self.page)
        yield session
        session.detach()

    def run_first(self, script: str) -> None:
        """Run a script on every page that is opened from now on, before the page's own."""
        self._scripts.enter_context(self._context.add_init_script(script))

    def keep(self, key: str, value: Any) -> None:
        """Something that this browser remembers, unless it has come to remember something else."""
        given = json.dumps([f"quincunx.{key}", json.dumps(value)])
        self.run_first(f"({KEEP})({given})")

    def remembered(self, key: str) -> Any:
        return json.loads(self.page.evaluate("key => localStorage.getItem(key) ?? 'null'", f"quincunx.{key}"))

    def forget(self, key: str) -> None:
        """Something that this browser remembers. What `keep` gave it comes back with the next page that is loaded."""
        self.page.evaluate("key => localStorage.removeItem(key)", f"quincunx.{key}")

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
        self.faults.leave(self.page)
        self._scripts.close()
        self._contexts.take_back(self._context)
