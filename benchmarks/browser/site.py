"""The site itself: how large it is, and how long somebody waits for it in Chromium."""

import gzip
import json
import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page
from tests.support.browsers import chromium
from tests.support.servers import webspace

from benchmarks.figures import Figure, load_of_the_machine
from quincunx.engine.kernels import wasm_file
from quincunx.offline.compiler.command import kernels_of

SITE = Path(__file__).parents[2] / "dist" / "site"
TIMES = 5
MOVES = 8
GAME = "pushmine"
"""In which a person's moves are timed."""

WATCH = """
addEventListener('pointerdown', () => { window.began = performance.now(); window.seen = null; }, true);
new MutationObserver((changes) => {
  const isShown = ({ target: { dataset } }) => dataset.moving === 'true' || dataset.testid === 'play';
  if (window.seen === null && changes.some(isShown))
    requestAnimationFrame(() => (window.seen ??= performance.now() - window.began));
}).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-moving', 'data-ply'] });
"""
PAINTED = """() => {
  const painted = performance.getEntriesByName('first-contentful-paint')[0].startTime;
  const loaded = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    .filter(({ responseStart }) => responseStart <= painted);
  return [painted, loaded.reduce((sum, { transferSize }) => sum + transferSize, 0)];
}"""
READY = '[data-testid="status"].yours'


def sizes() -> Iterator[Figure]:
    code = wasm_file.read(kernels_of().read_bytes()).module
    yield Figure("all kernels, gzipped", len(gzip.compress(code, 9)) / 1000, "kB", most=150)
    whole = len(gzip.compress(kernels_of().read_bytes(), 9)) / 1000
    yield Figure("all kernels with the tables that players have learned, gzipped", whole, "kB")
    runtime = json.loads((SITE / "runtime" / "files.json").read_text())["files"]
    for name, file in runtime.items():
        yield Figure(f"{name}, gzipped", file["bytes"] / 1e6, "MB")
    others = [file for file in SITE.rglob("*") if file.is_file() and file.suffix != ".gz"]
    pages = sum(len(gzip.compress(file.read_bytes(), 9)) for file in others)
    total = pages + sum(file["bytes"] for file in runtime.values())
    yield Figure("everything, for playing offline", total / 1e6, "MB", most=9, note=f"pages {pages / 1e6:.2f}")


def times() -> Iterator[Figure]:
    with chromium.launch() as browser, webspace.serve(SITE, compresses=True) as address:
        paints, cold, warm = [], [], []
        for _ in range(TIMES):
            with visit(browser) as context:
                page = context.new_page()
                cold.append(until_first_move(page, address))
                paints.append(page.evaluate(PAINTED))
                page.close()
                warm.append(until_first_move(context.new_page(), address))
        note = load_of_the_machine()
        yield Figure("first paint", statistics.median(time for time, _ in paints), "ms", most=1000, note=note)
        yield Figure("loaded before the first paint", max(size for _, size in paints) / 1000, "kB", most=120)
        yield _waited("first move possible, on a first visit", cold, 5, note)
        yield _waited("first move possible, on another visit", warm, 3, note)
        with visit(browser) as context:
            shown = until_moves_are_seen(context, address)
        note = f"an AI player thinks after each; median {statistics.median(shown):.0f}; {note}"
        yield Figure(f"{GAME}: a person's move is on the screen", max(shown), "ms", most=50, note=note)


def _waited(name: str, taken: list[float], most: float, note: str) -> Figure:
    return Figure(name, statistics.median(taken) / 1000, "s", most=most, note=f"best {min(taken) / 1000:.1f}; {note}")


@contextmanager
def visit(browser: Browser) -> Iterator[BrowserContext]:
    """Somebody who was never here, and has been offered all lessons."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(120_000)
    offered = json.dumps(["mosaic", "cascade", "duel", "pushmine", "flood"])
    context.add_init_script(f"localStorage['quincunx.offered'] = {json.dumps(offered)}")
    yield context
    context.close()


def until_first_move(page: Page, address: str) -> float:
    """Milliseconds from the navigation until a board takes a move; "Play" is pressed as soon as it is there."""
    page.goto(address, wait_until="commit")
    page.get_by_test_id("game-duel").get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector(READY)
    return float(page.evaluate("performance.now()"))


def until_moves_are_seen(context: BrowserContext, address: str) -> list[float]:
    """Milliseconds between clicks and the frames that show what they did."""
    page = context.new_page()
    page.add_init_script(WATCH)
    page.goto(address)
    page.get_by_test_id(f"game-{GAME}").get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector(READY)
    taken = []
    for number in range(MOVES):
        spot = page.locator(f'[data-spot="{number % 5 + 1}>"]').bounding_box()
        assert spot is not None
        page.mouse.click(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
        page.wait_for_function("window.seen")
        taken.append(float(page.evaluate("window.seen")))
        page.wait_for_selector('[data-testid="status"]:is(.yours, .over)')
        if page.locator('[data-testid="status"].over').count():
            break
    return taken
