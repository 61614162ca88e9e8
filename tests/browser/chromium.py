"""The browser of this machine: a real Chromium, or none, and then the tests that need it are skipped."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
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


def path() -> str | None:
    """Where it is: where `QUINCUNX_CHROMIUM` says, or on the PATH."""
    return os.environ.get("QUINCUNX_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def launched() -> Iterator[Browser]:
    if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
        pytest.skip("the pages are tested with compiled rules: in plain Python our players think for too long")
    found = path()
    if found is None:
        pytest.skip(
            "Chromium is not installed (QUINCUNX_CHROMIUM can name it), and `make test` installs it only as root"
        )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        yield browser
        browser.close()
