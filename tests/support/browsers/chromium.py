"""The browser of this machine: a real Chromium, if there is one."""

import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page, sync_playwright

SHELLS = ("chromium-headless-shell", "chrome-headless-shell")
"""The same browser without windows: it opens a page with a third of the work."""
WHOLE = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
MISSING = "Chromium is not installed (QUINCUNX_CHROMIUM can name it)"


def path(names: Iterable[str] = SHELLS + WHOLE) -> str | None:
    """What `QUINCUNX_CHROMIUM` names, or the first of these that is on the PATH."""
    return os.environ.get("QUINCUNX_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


@contextmanager
def launch(names: Iterable[str] = SHELLS + WHOLE) -> Iterator[Browser]:
    executable = path(names)
    if executable is None:
        raise SystemExit(MISSING)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=list(FLAGS))
        yield browser
        browser.close()


EMPTY = "/theme.js"
"""The smallest thing a server has. As a page it does nothing, and still belongs to the server's pages."""
FORGET = """() => {
  localStorage.clear();
  sessionStorage.clear();
  return [Date, setTimeout, requestAnimationFrame, WebSocket, fetch].every((own) => /native code/.test(String(own)));
}"""
"""Forget what the pages have kept; whether time and network are still the browser's own: a test can replace them."""
MEDIA = {"color_scheme": "light", "reduced_motion": "no-preference"}
VIEWPORT = {"width": 1280, "height": 800}


class Contexts:
    """Browser contexts that are emptied and lent again.

    A new context starts processes, fetches everything and compiles it: a page that was open before opens with half of
    the work. Nothing that a person did is left for the next one; what stays is the cache of files and compiled code.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._idle: dict[str, list[BrowserContext]] = {}
        self._kinds: dict[BrowserContext, str] = {}
        """Those that may be lent again, by server and options."""

    def lend(self, address: str, fresh: bool = False, **options: Any) -> tuple[BrowserContext, Page]:
        """A context with one empty page; a `fresh` one has never been used, nor will it be."""
        media = {name: options.pop(name, usual) for name, usual in MEDIA.items()}
        viewport = options.pop("viewport", VIEWPORT)
        kind = repr((address, sorted(options.items())))
        idle = self._idle.setdefault(kind, [])
        if fresh or not idle:
            context = self._browser.new_context(
                **{"base_url": address, "service_workers": "block", "viewport": viewport} | media | options
            )
            page = context.new_page()
        else:
            context = idle.pop()
            [page] = context.pages
            page.emulate_media(**media)
            page.set_viewport_size(viewport)
        if not fresh:
            self._kinds[context] = kind
        return context, page

    def keep_from_others(self, context: BrowserContext) -> None:
        """Close this context in the end, instead of lending it again."""
        self._kinds.pop(context, None)

    def take_back(self, context: BrowserContext) -> None:
        kind = self._kinds.pop(context, None)
        if kind is not None and _is_empty(context):
            self._idle[kind].append(context)
        else:
            context.close()


def _is_empty(context: BrowserContext) -> bool:
    """Leave everything behind; whether that worked."""
    page, *others = context.pages
    for other in others:
        other.close()
    try:
        page.goto(EMPTY)
        context.clear_cookies()
        return bool(page.evaluate(FORGET))
    except Error:  # its server may be gone
        return False
