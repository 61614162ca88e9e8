"""The pages in a real browser, beside their targets:

    python -m benchmarks.pages [--times N] [--only NAME] [--json FILE]

Starts a server of its own and a Chromium, which draws without a graphics card where the machine has none. Every figure
is taken with an empty cache. The pages must have been built (`make pages`).
"""

import argparse
import itertools
import statistics
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page
from tests.support.browsers import chromium
from tests.support.browsers.visitor import BOARD, PLAYABLE, Fetched, against, visitor
from tests.support.servers.client import PERSON, TWO_PEOPLE, Json, ServerClient
from tests.support.servers.server import running_server, sqlite_url

from benchmarks.figures import Figure, load_of_the_machine, write

GAMES = ("mosaic", "cascade", "duel", "pushmine", "flood")
PARTNER = "[role=gridcell][aria-label*='Enter swaps']"
"""With what the chosen token can be swapped."""

LONG_CASCADES = {
    "mosaic": ("q1.mosaic.1.standard.391.c5c6", "c3", "ArrowDown", "9 waves, 34 tokens"),
    "cascade": ("q1.cascade.1.standard.552", "b4", "ArrowDown", "8 waves, 24 tokens"),
}
"""A match's id, the cell and the key that swap, and what the swap sets off."""


class Visit(NamedTuple):
    browser: Browser
    client: ServerClient
    times: int

    @property
    def address(self) -> str:
        return self.client.address


# From the navigation to a first page, and to a board that takes a move.


def loading(visit: Visit) -> Iterator[Figure]:
    yield _loaded("the first page, until its games can be played", [_menu_after(visit) for _ in range(visit.times)])
    for game in GAMES:
        taken = [_board_after(visit, game) for _ in range(visit.times)]
        yield _loaded(f"{game}: its address, until the board takes a move", taken)
    for game in GAMES:
        taken = [_board_after_play(visit, game) for _ in range(visit.times)]
        yield _loaded(f"{game}: “Play” on the menu, until the board takes a move", taken)


def _loaded(name: str, taken: list[float]) -> Figure:
    return Figure(name, statistics.median(taken), "ms", most=1000, note=f"worst {max(taken):.0f}")


def _menu_after(visit: Visit) -> float:
    with visitor(visit.browser) as page:
        page.goto(visit.address, wait_until="commit")
        page.get_by_test_id(f"game-{GAMES[-1]}").get_by_role("button", name="Play").wait_for()
        taken: float = page.evaluate("performance.now()")
    return taken


def _board_after(visit: Visit, game: str) -> float:
    match = visit.client.new_match(game, _seats(game))
    with visitor(visit.browser, [match]) as page:
        page.goto(f"{visit.address}/match/{match.id}", wait_until="commit")
        taken = _playable(page)
        _make_a_move(page, game)
    return taken


def _board_after_play(visit: Visit, game: str) -> float:
    with visitor(visit.browser) as page:
        page.goto(visit.address)
        button = page.get_by_test_id(f"game-{game}").get_by_role("button", name="Play")
        button.wait_for()
        began: float = page.evaluate("performance.now()")
        button.click()
        return _playable(page) - began


def _playable(page: Page) -> float:
    page.wait_for_selector("html[data-playable]")  # the policy of the pages allows no waiting for a function
    taken: float = page.evaluate("measured.playable")
    return taken


def _make_a_move(page: Page, game: str) -> None:
    """Make a move, which proves that the board takes one."""
    if game == "flood":
        page.keyboard.press("1")
        page.keyboard.press("2")  # one of the two is not the present colour
    else:
        page.locator(PLAYABLE).first.press("Enter")
    if game in LONG_CASCADES:
        page.locator(PARTNER).first.press("Enter")
    page.wait_for_selector(f"{BOARD}:not([data-ply='0'])", timeout=60_000)


# What is fetched.


def bytes_fetched(visit: Visit) -> Iterator[Figure]:
    with visitor(visit.browser) as page:
        fetched = _fetched(page, visit.address)
        yield _weight("the first page, in all", fetched, most=120)
    match = visit.client.new_match("mosaic", against("easy"))
    with visitor(visit.browser, [match]) as page:
        fetched = _fetched(page, f"{visit.address}/match/{match.id}")
        yield _weight("a board opened by its address, in all", fetched, most=160)


def _fetched(page: Page, address: str) -> Fetched:
    """Everything that the page requested."""
    fetched = Fetched(page)
    page.goto(address, wait_until="networkidle")
    page.wait_for_timeout(1000)
    return fetched


def _weight(name: str, fetched: Fetched, most: int) -> Figure:
    return Figure(name, fetched.kilobytes, "kB", most=most, note=f"{len(fetched.sizes)} answers")


# How smoothly pieces move.


def smoothness(visit: Visit) -> Iterator[Figure]:
    for game, (record, cell, key, what) in LONG_CASCADES.items():
        runs = [_frames(visit, game, record, cell, key) for _ in range(max(1, visit.times // 2))]
        rate = statistics.median(rate for rate, _ in runs)
        slowest = max(longest for _, longest in runs)
        further = f"60 where there is a graphics card; longest frame {slowest:.0f} ms"
        yield Figure(f"{game}: {what}", rate, "frames per second", least=30, note=further)


def _frames(visit: Visit, game: str, record: str, cell: str, key: str) -> tuple[float, float]:
    """Frames per second while pieces moved, and the longest of them in milliseconds."""
    match = visit.client.new_match(game, TWO_PEOPLE, record=record)
    with visitor(visit.browser, [match]) as page:
        page.goto(f"{visit.address}/match/{match.id}")
        page.locator(f"[role=gridcell][aria-label^='{cell},']").focus()
        page.wait_for_timeout(1000)
        page.keyboard.press(f"Shift+{key}")
        page.wait_for_selector("[data-moving=true]")
        page.wait_for_selector("[data-moving=false]")
        drawn: list[float] = page.evaluate("measured.frames")
    gaps = [later - earlier for earlier, later in itertools.pairwise(drawn)]
    return 1000 * len(gaps) / sum(gaps), max(gaps)


# How much a page jumps.


def stillness(visit: Visit) -> Iterator[Figure]:
    for path in ("/", "/lab", "/rules/mosaic", "/learn/pushmine"):
        with visitor(visit.browser) as page:
            page.goto(visit.address + path, wait_until="networkidle")
            yield Figure(f"layout shift of {path}", _shift(page), "", most=0.01)
    for game in GAMES:
        match = visit.client.new_match(game, _seats(game))
        with visitor(visit.browser, [match]) as page:
            page.goto(f"{visit.address}/match/{match.id}", wait_until="networkidle")
            opened = _shift(page)
            _make_a_move(page, game)
            page.wait_for_timeout(2500)
            further = f"{_shift(page):.4f} after a move and its answer"
            yield Figure(f"layout shift of a board of {game}", opened, "", most=0.01, note=further)


def _shift(page: Page) -> float:
    page.wait_for_timeout(500)
    moved: float = page.evaluate("measured.shift")
    return moved


def _seats(game: str) -> list[Json]:
    return [PERSON] if game == "flood" else against("easy")


MEASURES: dict[str, Callable[[Visit], Iterator[Figure]]] = {
    "loading": loading,
    "bytes": bytes_fetched,
    "frames": smoothness,
    "shift": stillness,
}


def main() -> None:
    parser = argparse.ArgumentParser(description="The pages in a real browser.")
    parser.add_argument("--times", type=int, default=9, help="how often each board is opened")
    parser.add_argument("--only", choices=MEASURES, help="one measure")
    parser.add_argument("--json", type=Path, help="a file to write the figures to")
    options = parser.parse_args()
    measured: list[Figure] = []
    with tempfile.TemporaryDirectory() as folder:
        database = sqlite_url(Path(folder))
        with (
            running_server(database, Path(folder)) as server,
            ServerClient(server.address) as client,
            chromium.launch(chromium.WHOLE + chromium.SHELLS) as browser,
        ):
            print(load_of_the_machine(), flush=True)
            visit = Visit(browser, client, options.times)
            for name, measure in MEASURES.items():
                if options.only in (None, name):
                    for figure in measure(visit):
                        measured.append(figure)
                        print(figure, flush=True)
            print(load_of_the_machine())
    if options.json:
        write(options.json, measured)


if __name__ == "__main__":
    main()
