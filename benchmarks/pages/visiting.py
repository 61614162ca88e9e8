"""Somebody at a browser with an empty cache, and matches made for them: to measure the pages, and to take pictures."""

import json
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.chromium import FLAGS, path

Json = dict[str, Any]

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
def chromium() -> Iterator[Browser]:
    found = path()
    if found is None:
        raise SystemExit("there is no Chromium here; install one, or name it in QUINCUNX_CHROMIUM")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        yield browser
        browser.close()


@contextmanager
def visitor(browser: Browser, matches: Sequence[Json] = (), **options: Any) -> Iterator[Page]:
    """A page of somebody who has been nowhere before, and holds seats in these matches."""
    settings = options.pop("settings", {})
    context = browser.new_context(**{"viewport": DESKTOP, "locale": "en-GB"} | options)
    kept = {"matches": list(matches), "settings": settings}
    lines = [f"localStorage.setItem('quincunx.{key}', {json.dumps(json.dumps(value))});" for key, value in kept.items()]
    context.add_init_script("if (!localStorage.getItem('quincunx.matches')) {" + "".join(lines) + "}" + WATCH)
    yield context.new_page()
    context.close()


def new_match(address: str, game: str, seats: Sequence[Json], **further: Any) -> Json:
    """A match with these seats, as the browser of whoever made it remembers it."""
    body = json.dumps({"game": game, "seats": list(seats), **further}).encode()
    asked = urllib.request.Request(f"{address}/api/matches", body, {"content-type": "application/json"})
    with urllib.request.urlopen(asked) as answer:
        made = json.load(answer)
    match = made["match"]
    return {
        "id": match["id"],
        "game": game,
        "tokens": {str(one["seat"]): one["token"] for one in made["seats"] if one["token"]},
        "invites": {},
        "mode": match["mode"],
        "ply": match["ply"],
        "over": False,
        "yourTurn": True,
        "ending": None,
        "daily": None,
        "seenAt": 1,
    }


def against(level: str, seat: int = 1) -> list[Json]:
    """Seats of a person (here) against one of our players."""
    seats: list[Json] = [{"kind": "person"}, {"kind": "level", "level": level}]
    return seats if seat == 1 else seats[::-1]
