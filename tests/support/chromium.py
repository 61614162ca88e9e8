"""The browser of this machine: a real Chromium, if there is one."""

import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

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
