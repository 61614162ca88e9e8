"""A browser with an empty cache that holds seats in given matches: to measure the pages, and to take pictures."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page

from quincunx.catalogue import all_games
from tests.support.servers.client import PERSON, HostedMatch, Json, ai

DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
BOARD = "[data-testid=play]"

PLAYABLE = "[role=gridcell][aria-label*='legal'], .colour:not(:disabled)"
"""There when the board takes a move: a cell or an arrow that is legal, a colour that can be chosen."""

WATCH = (
    """
const measured = (window.measured = { playable: 0, shift: 0, frames: [] });
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) measured.shift += entry.value;
}).observe({ type: 'layout-shift', buffered: true });
const look = (now) => {
  if (!measured.playable && document.querySelector(PLAYABLE)) {
    measured.playable = performance.now();
    document.documentElement.toggleAttribute('data-playable', true);
  }
  if (document.querySelector('[data-moving=true]')) measured.frames.push(now);
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""
).replace("PLAYABLE", json.dumps(PLAYABLE))
"""When the board took a move, milliseconds after the navigation; how much the page jumped; when frames were drawn while
pieces moved."""


@contextmanager
def visitor(browser: Browser, matches: Sequence[HostedMatch] = (), **options: Any) -> Iterator[Page]:
    """A page of a browser that has been nowhere before, and holds seats in these matches."""
    settings = options.pop("settings", {})
    context = browser.new_context(**{"viewport": DESKTOP, "locale": "en-GB"} | options)
    kept = {
        "matches": [match.remembered() for match in matches],
        "settings": settings,
        "offered": [game.slug for game in all_games()],
    }
    lines = [f"localStorage.setItem('quincunx.{key}', {json.dumps(json.dumps(value))});" for key, value in kept.items()]
    context.add_init_script("if (!localStorage.getItem('quincunx.matches')) {" + "".join(lines) + "}" + WATCH)
    yield context.new_page()
    context.close()


class Fetched:
    """What a page fetches from now on."""

    def __init__(self, page: Page) -> None:
        self.addresses: list[str] = []
        self.sizes: list[int] = []
        """Bytes on the wire, headers included, of each answer."""
        network = page.context.new_cdp_session(page)
        network.send("Network.enable")
        network.on("Network.requestWillBeSent", lambda event: self.addresses.append(event["request"]["url"]))
        network.on("Network.loadingFinished", lambda event: self.sizes.append(int(event["encodedDataLength"])))

    @property
    def kilobytes(self) -> float:
        return sum(self.sizes) / 1000


def against(level: str, seat: int = 1) -> list[Json]:
    """Seats of a person (here) against an AI player."""
    return [PERSON, ai(level)] if seat == 1 else [ai(level), PERSON]
