"""The browser of this machine: a real Chromium, if there is one."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
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


def path() -> str | None:
    """What `QUINCUNX_CHROMIUM` names, or what is on the PATH."""
    return os.environ.get("QUINCUNX_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def launch() -> Iterator[Browser]:
    executable = path()
    if executable is None:
        raise SystemExit(MISSING)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=list(FLAGS))
        yield browser
        browser.close()
