"""Takes the pictures of the README, in docs/pictures:

    python -m tools.pictures [NAME]

A server of its own, a Chromium, a match in the middle of each game (the same one every time, by its id), a report of
the lab, light and dark, on a desktop and on a phone. Nothing moves while a picture is taken.
"""

import io
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image
from playwright.sync_api import Browser, Page
from tests.support.browsers import chromium
from tests.support.browsers.visitor import BOARD, PHONE, against, visitor
from tests.support.servers.client import PERSON, HostedMatch, Json, ServerClient
from tests.support.servers.server import running_server, sqlite_url

from quincunx.lab.report.files import HTML
from quincunx.lab.report.report import write_report
from quincunx.lab.run.runner import play_here
from quincunx.lab.run.spec import make_spec

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
THEMES = ("light", "dark")
WIDE = {"viewport": {"width": 1280, "height": 800}}
LOW = {"viewport": {"width": 1280, "height": 704}}
"""As far as the cards go: below them are boards of the day."""
TALL = {"viewport": PHONE, "is_mobile": True, "has_touch": True, "device_scale_factor": 1.5}
STILL = {"speed": 0, "reduceMotion": True}
MOST_BYTES = 200_000
REPORT = "report"

MATCHES = {
    "mosaic": "q1.mosaic.1.standard.7.d3d4-d5e5-d3e3-c3d3-b5c5-d2e2-c3d3-e3e4-c6d6-f3f4-c5c6-b4c4",
    "cascade": "q1.cascade.1.standard.28.d4e4-f3g3-e2e3-b5c5",
    "duel": "q1.duel.1.standard.307.f3-d2-f4-d3-f5-d4-e5-c2-f6-e2-e3-d1-e1-b2-c3-e4-e6-b3-f1-d5",
    "pushmine": "q1.pushmine.1.standard.893.5l-4l-bu-cd-2l-cd-3l-4r-cd-ad-dd-2r-ad-mc5-dd-au-au-4r-mb2-2r",
    "flood": "q1.flood.1.standard.4.blue-green-blue-yellow-red-green-yellow-green-blue",
}


def point(label: str) -> Callable[[Page], None]:
    """The pointer on a place of the board, so that it shows what a move there would do."""

    def show(page: Page) -> None:
        box = page.locator(f"[role=gridcell][aria-label^='{label}']").bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.3)

    return show


def ask(page: Page) -> None:
    """A hint."""
    page.get_by_test_id("control-hint").click()
    page.get_by_test_id("hint").wait_for()


def nothing(_page: Page) -> None: ...


SHOWN: dict[str, Callable[[Page], None]] = {
    "mosaic": point("c3,"),
    "cascade": point("d5,"),
    "duel": point("d6,"),
    "pushmine": point("push row 2 right"),
    "flood": ask,
}


class Picture(NamedTuple):
    name: str
    game: str | None
    options: Json
    show: Callable[[Page], None] = nothing


def pictures() -> Iterator[Picture]:
    yield Picture("menu", None, LOW)
    for game, show in SHOWN.items():
        yield Picture(game, game, WIDE, show)
    yield Picture("menu-phone", None, TALL)
    yield Picture("mosaic-phone", "mosaic", TALL)
    yield Picture("flood-phone", "flood", TALL, ask)


def main(wanted: list[str]) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(sqlite_url(Path(folder)), Path(folder)) as server,
        ServerClient(server.address) as client,
        chromium.launch(chromium.WHOLE + chromium.SHELLS) as browser,
    ):
        for picture in pictures():
            if not wanted or picture.name in wanted:
                for theme in THEMES:
                    take(browser, client, picture, theme)
        if not wanted or REPORT in wanted:
            take_report(browser, Path(folder) / REPORT)


def take(browser: Browser, client: ServerClient, picture: Picture, theme: str) -> None:
    matches = [begun(client, picture.game)] if picture.game else []
    options: dict[str, Any] = {"settings": STILL, "color_scheme": theme, "reduced_motion": "reduce"}
    with visitor(browser, matches, **options, **picture.options) as page:
        page.goto(client.address, wait_until="networkidle")  # the font is there from now on
        if matches:
            page.goto(f"{client.address}/match/{matches[0].id}", wait_until="networkidle")
            page.wait_for_selector(BOARD)
        else:
            page.evaluate("localStorage.removeItem('quincunx.matches')")
            page.reload(wait_until="networkidle")
        picture.show(page)
        page.evaluate("scrollTo(0, 0)")
        page.wait_for_timeout(800)
        keep(page, f"{picture.name}-{theme}.png")


def take_report(browser: Browser, path: Path) -> None:
    """The first page of a report of the lab."""
    folder = play_here(make_spec("pushmine", None, ("easy",), 400, simple=40, ladder=12), path)
    write_report(folder)
    for theme in THEMES:
        with visitor(browser, [], **WIDE) as page:
            page.goto(f"{(folder.path / HTML).as_uri()}#{theme}")
            page.wait_for_selector(".plot .main-svg")
            keep(page, f"{REPORT}-{theme}.png")


def keep(page: Page, name: str) -> None:
    file = PICTURES / name
    shrunk(page.screenshot()).save(file, optimize=True)
    size = file.stat().st_size
    print(f"{file.name}: {size / 1000:.0f} kB" + (" (too large)" if size > MOST_BYTES else ""), flush=True)


def shrunk(png: bytes) -> Image.Image:
    """256 colours: a third of the bytes, and hardly a difference to be seen."""
    return Image.open(io.BytesIO(png)).convert("RGB").quantize(kmeans=1)


def begun(client: ServerClient, game: str) -> HostedMatch:
    """The game's match with a person to move."""
    record = MATCHES[game]
    if game == "flood":
        return client.new_match(game, [PERSON], record=record)
    plies = len(record.rsplit(".", 1)[1].split("-"))
    return client.new_match(game, against("medium", 1 + plies % 2), record=record)


if __name__ == "__main__":
    main(sys.argv[1:])
