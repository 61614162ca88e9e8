"""Every page: axe finds no fault, light or dark; its content security policy holds; it fits the narrowest screen."""

from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests.suite.scale import every_game
from tests.support.browsers.boards import Board
from tests.support.browsers.person import Person
from tests.support.browsers.scenes import SCENES, reported, running
from tests.support.command import run
from tests.support.fixtures import NewPerson
from tests.support.servers.client import ServerClient

REPEATED = {
    f"{page} of {game}"
    for page in ("board", "end", "rules", "tutorial", "puzzle")
    for game in ("mosaic", "cascade", "pushmine")
}
"""Made of the same parts as these pages of duel, which has a canvas, and of flood, which has a board of its own."""
every_page = pytest.mark.parametrize(
    "scene", [pytest.param(scene, marks=pytest.mark.long if scene in REPEATED else ()) for scene in SCENES]
)
POLICY = {
    "default-src": "'self'",
    "frame-ancestors": "'none'",
    "base-uri": "'self'",
    "form-action": "'self'",
}

AXE = {"resultTypes": ["violations"], "iframes": False}
"""Only what is wrong. Frames are out of its reach: the one there is, a report, is looked at alone."""
COLOUR_RULES = ("color-contrast", "link-in-text-block")
"""Of all that axe looks at, a theme changes nothing but colours."""
PALETTES = ("red-green", "blue-yellow", "shades")
"""All but the standard one, in which every page is looked at."""
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
TOO_WIDE = """() => [document.documentElement, ...document.querySelectorAll('dialog, dialog .content')]
  .filter(part => part.scrollWidth > part.clientWidth + 1).map(part => part.tagName)"""


def faults(page: Page, *rules: str, within: str = "html") -> list[str]:
    """What axe finds there, by all its rules or by these, each with its element and a suggested fix."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(Axe().axe_script)
    options = AXE | ({"runOnly": {"type": "rule", "values": rules}} if rules else {})
    violations = page.evaluate(
        "([part, options]) => axe.run(part, options).then(({ violations }) => violations)", [within, options]
    )
    return [
        f"{one['id']}: {node['html'][:200]} {node['failureSummary'][:300]}"
        for one in violations
        for node in one["nodes"]
    ]


def show(page: Page, scheme: Literal["light", "dark"]) -> None:
    page.emulate_media(color_scheme=scheme)
    page.locator(f'html[data-theme="{scheme}"]').wait_for()


def darken(page: Page) -> None:
    show(page, "dark")


@every_page
def test_axe_finds_nothing_in_light_or_dark_and_nothing_is_wider_than_the_screen(
    new_person: NewPerson, client: ServerClient, scene: str
) -> None:
    person = new_person(color_scheme="light")
    SCENES[scene](person, client)
    problems = [f"light: {fault}" for fault in faults(person.page)]
    darken(person.page)
    problems += [f"dark: {fault}" for fault in faults(person.page, *COLOUR_RULES)]
    for width in (320, 2560):
        person.page.set_viewport_size({"width": width, "height": 700})
        person.page.wait_for_function(f"() => innerWidth === {width}")
        problems += [f"{width}: {name} is too wide" for name in person.page.evaluate(TOO_WIDE)]
    assert not problems, "\n".join(problems)


def choose_palette(page: Page, palette: str) -> None:
    """Through the settings, without opening the page again: they are kept."""
    page.get_by_test_id("control-settings").click()
    sheet = page.get_by_role("dialog", name="Settings")
    sheet.get_by_label("Colours of tokens").select_option(palette)
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


@every_game(["cascade", "flood"], later=["cascade"])
def test_axe_finds_nothing_on_a_board_and_its_end_in_any_palette(
    new_person: NewPerson, client: ServerClient, game: str
) -> None:
    """Of a game on a canvas, and of the one whose cells and buttons are coloured themselves."""
    problems = []
    for scene in (f"board of {game}", f"end of {game}"):
        person = new_person(color_scheme="light")
        SCENES[scene](person, client)
        for palette in PALETTES:
            choose_palette(person.page, palette)
            for scheme in SCHEMES:
                show(person.page, scheme)
                found = faults(person.page, *COLOUR_RULES, within="[data-testid=play]")
                problems += [f"{scene}, {palette}, {scheme}: {fault}" for fault in found]
    assert not problems, "\n".join(problems)


@pytest.mark.long
@every_page
def test_axe_finds_nothing_in_dark_by_any_rule(new_person: NewPerson, client: ServerClient, scene: str) -> None:
    person = new_person(color_scheme="dark")
    SCENES[scene](person, client)
    assert not faults(person.page)


@pytest.mark.parametrize(
    "path", ["/", "/match/x", "/match/x/history", "/rules/duel", "/learn/duel", "/lab", "/nowhere"]
)
def test_every_page_has_the_policy(client: ServerClient, path: str) -> None:
    """That the pages keep to it, every test in a browser shows: a page that did not would complain."""
    headers = client.get(path).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy | POLICY == policy
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


def test_the_policy_would_stop_a_script_and_the_test_would_notice(new_person: NewPerson, client: ServerClient) -> None:
    person = new_person()
    person.go("/")
    person.page.evaluate("document.body.append(Object.assign(document.createElement('script'), {text: 'var bad = 1'}))")
    assert person.page.evaluate("typeof bad") == "undefined"
    assert any("CSP: script-src" in fault or "Content Security Policy" in fault for fault in person.faults.unexpected)
    person.faults.expect("CSP", "Content Security Policy")


def test_a_report_is_shown_in_the_theme_of_the_page_around_it(new_person: NewPerson, client: ServerClient) -> None:
    person = new_person(color_scheme="light")
    SCENES["report"](person, client)
    shown = person.page.frame_locator("iframe")
    shown.locator('html[data-theme="light"]').wait_for()
    person.page.get_by_role("button", name="Dark theme").click()
    shown.locator('html[data-theme="dark"]').wait_for()


def test_axe_finds_nothing_in_a_report_that_is_opened_alone(new_person: NewPerson, client: ServerClient) -> None:
    page = new_person(color_scheme="light").page
    page.goto(f"/api/lab/reports/{reported(client)}")
    page.locator('html[data-theme="light"]').wait_for()
    page.locator(".plot .main-svg").first.wait_for()
    assert not faults(page)
    darken(page)
    assert not faults(page)


SMALL = ("--games", "12", "--cluster", "threads:1")


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(("compare", "duel:standard:random", "duel:truce:random"), marks=pytest.mark.long),
        ("sweep", "duel", "--vary", "truce=0,4", "--vary", "size=3,4", "--players", "random"),
        pytest.param(("tournament", "duel", "--players", "random,greedy"), marks=pytest.mark.long),
    ],
    ids=["compare", "sweep", "tournament"],
)
def test_axe_finds_nothing_in_what_the_lab_writes_about_several_runs(
    new_person: NewPerson, command: tuple[str, ...], tmp_path: Path
) -> None:
    assert run("lab", *command, *SMALL, "--out", str(tmp_path / "out")).returncode == 0
    page = new_person(color_scheme="dark").page
    page.goto((tmp_path / "out" / "report.html").as_uri())
    page.locator(".plot .main-svg").first.wait_for()
    assert not faults(page)


SHAPES = {"▲": "triangle", "■": "square", "◆": "diamond", "✚": "plus", "○": "ring", "◠": "dome"}


@pytest.mark.parametrize("game", ["mosaic", "cascade"])
def test_a_token_has_one_name_and_one_symbol_in_the_terminal_and_on_the_pages(
    person: Person, client: ServerClient, game: str
) -> None:
    hosted = running(client, game)
    person.open_match(hosted)
    board = Board(person)
    board.wait_for_turn()
    looks = client.get(f"/api/games/{game}").json()["looks"]
    for row, cells in enumerate(hosted.match()["view"]["cells"], start=1):
        for column, token in zip("abcdefg", cells, strict=False):
            if token == ".":
                continue
            called = (board.spot(f"{column}{row}").get_attribute("aria-label") or "").split(", ")[1]
            assert called == f"{looks[token]['name']} {SHAPES[looks[token]['symbol']]}"
