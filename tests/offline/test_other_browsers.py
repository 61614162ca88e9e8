"""The built site in Firefox and WebKit: the same pages, the same kernels, another engine."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.offline.other_browsers import BROWSERS, OtherBrowser, missing
from tests.support.waiting import wait_until

pytestmark = pytest.mark.long

STATE = "document.querySelector('[data-testid=play] [data-testid=status]')?.className"
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
    for ply in range(60):
        wait_until(lambda: "over" in other.evaluate(STATE) or ("yours" in other.evaluate(STATE)) or None)
        if "over" in other.evaluate(STATE):
            break
        other.evaluate("(document.querySelectorAll('.colour:not(:disabled)')[0].click(), 1)")
        wait_until(lambda ply=ply: other.evaluate(PLY) > ply or None)
    assert "over" in other.evaluate(STATE)


def test_an_ai_player_answers(other: OtherBrowser, whole_site: str) -> None:
    begin(other, whole_site, "duel")
    other.evaluate(
        "(() => { const cell = document.querySelector('[role=gridcell][aria-label*=legal]'); cell.focus();"
        " cell.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })); return 1; })()"
    )
    wait_until(lambda: other.evaluate(PLY) == 2 or None)


def begin(other: OtherBrowser, site: str, game: str) -> None:
    """From the menu, by the button."""
    other.go(site)
    other.evaluate("(localStorage.setItem('quincunx.offered', JSON.stringify(['duel', 'flood'])), 1)")
    buttons = f"[...document.querySelectorAll('[data-testid=game-{game}] button')]"
    button = f"{buttons}.find((one) => one.innerText.trim() === 'Play')"
    wait_until(lambda: other.evaluate(f"Boolean({button})") or None)
    other.evaluate(f"({button}.click(), 1)")
    wait_until(lambda: "yours" in (other.evaluate(STATE) or "") or None)
