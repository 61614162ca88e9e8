"""The clock of a page, once a test has taken it over: time passes there only as the test says."""

from contextlib import suppress

from playwright.sync_api import Error

from tests.support.browsers.boards import Board
from tests.support.browsers.person import Person

STEP = 20


def stop_the_clock(person: Person) -> None:
    """From now on the page's time passes only as the test says."""
    clock = person.page.clock
    # A time that has passed is refused, but the clock stands still from then on. So the second call cannot be too late,
    # however long the machine takes between asking for the time and naming it.
    with suppress(Error):
        clock.pause_at(page_seconds(person))
    clock.pause_at(page_seconds(person) + 0.001)


def page_seconds(person: Person) -> float:
    """The time by the page's clock."""
    return float(person.page.evaluate("Date.now() / 1000"))


def passes_until(board: Board, moving: bool, most: int = 10_000) -> int:
    """How many milliseconds of the page's own clock pass until the pieces move, or until they are at rest."""
    for passed in range(0, most, STEP):
        if (board.root.get_attribute("data-moving") == "true") == moving:
            return passed
        board.page.clock.run_for(STEP)
    raise AssertionError(f"still {'at rest' if moving else 'moving'} after {most} ms")
