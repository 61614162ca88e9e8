"""The built site in Firefox and WebKit: the same pages, the same kernels, another engine."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.offline.other_browsers import BROWSERS, OtherBrowser, missing
from tests.support.waiting import wait_until

pytestmark = pytest.mark.long

STATE = "document.querySelector('[data-testid=play] [data-testid=status]')?.className"
MOST_MOVES = 400
START_SECONDS = 300
"""Until the games are there: WebKit compiles CPython for half a minute on a slow machine."""
PLY = "Number(document.querySelector('[data-testid=play]')?.dataset.ply)"


@pytest.fixture(params=list(BROWSERS))
def other(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OtherBrowser]:
    reason = missing(request.param)
    if reason:
        pytest.skip(reason)
    with BROWSERS[request.param](tmp_path) as browser:
        yield browser


def test_a_match_of_flood_is_played_to_its_end(other: OtherBrowser, whole_site: str) -> None:
    begin(other, whole_site, "flood")
    for ply in range(1, MOST_MOVES):
        other.evaluate("(document.querySelector('.colour:not(:disabled)').click(), 1)")
        wait_until(partial(has_come, other, ply))
        if "over" in other.evaluate(STATE):
            return
    raise AssertionError("the match has no end")


def test_an_ai_player_answers(other: OtherBrowser, whole_site: str) -> None:
    begin(other, whole_site, "duel")
    other.evaluate(
        "(() => { const cell = document.querySelector('[role=gridcell][aria-label*=legal]'); cell.focus();"
        " cell.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })); return 1; })()"
    )
    wait_until(lambda: other.evaluate(PLY) == 2 or None)


def has_come(other: OtherBrowser, ply: int) -> bool:
    """Whether the board shows this ply, and takes a move or has ended."""
    is_settled = any(word in other.evaluate(STATE) for word in ("yours", "over"))
    return is_settled and other.evaluate(PLY) == ply


def begin(other: OtherBrowser, site: str, game: str) -> None:
    """From the menu, by the button."""
    other.go(site)
    other.evaluate("(localStorage.setItem('quincunx.offered', JSON.stringify(['duel', 'flood'])), 1)")
    buttons = f"[...document.querySelectorAll('[data-testid=game-{game}] button')]"
    button = f"{buttons}.find((one) => one.innerText.trim() === 'Play')"
    wait_until(lambda: other.evaluate(f"Boolean({button})") or None)
    other.evaluate(f"({button}.click(), 1)")
    wait_until(lambda: "yours" in (other.evaluate(STATE) or "") or None, START_SECONDS)
