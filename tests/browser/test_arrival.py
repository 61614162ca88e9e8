"""How a page arrives: with few bytes, and nothing that is seen jumps when the rest comes."""

import pytest
from playwright.sync_api import expect

from tests.support.browsers.person import Person
from tests.support.browsers.visitor import Fetched
from tests.support.fixtures import NewPerson
from tests.support.servers.client import PERSON, Json, ServerClient, ai

MOST_KILOBYTES = 120
MOST_JUMPED = 0.01
"""The part of the screen that moved, times how far, as browsers measure it: a tenth of what they call good."""

NOTE_JUMPS = """
window.jumps = [];
const rectangle = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
const told = ({ node, previousRect, currentRect }) =>
  `${node?.parentElement?.className} > ${node?.nodeName}: ${rectangle(previousRect)} to ${rectangle(currentRect)}`;
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries()) jumps.push({ value, what: sources.map(told) });
}).observe({ type: 'layout-shift', buffered: true });
"""
SLOW = {"offline": False, "latency": 100, "downloadThroughput": -1, "uploadThroughput": -1}
"""Whatever is asked for late arrives after what was asked for early has been painted."""


def test_the_first_page_needs_few_bytes(new_person: NewPerson) -> None:
    """With an empty cache, until the last picture is there. How long that takes, `benchmarks.pages` measures."""
    person = new_person(fresh=True)
    fetched = Fetched(person.page)
    person.page.goto("/", wait_until="networkidle")
    expect(person.page.get_by_test_id("daily").locator("canvas")).to_have_count(5)
    assert 0 < fetched.kilobytes <= MOST_KILOBYTES


@pytest.mark.parametrize("path", ["/", "/lab", "/rules/mosaic", "/learn/pushmine"])
def test_nothing_jumps_while_a_page_arrives(new_person: NewPerson, path: str) -> None:
    jumps = jumps_of(new_person(), path)
    assert sum(jump["value"] for jump in jumps) <= MOST_JUMPED, jumps


@pytest.mark.parametrize("game", ["cascade", "flood"])
def test_nothing_jumps_while_a_board_arrives(new_person: NewPerson, client: ServerClient, game: str) -> None:
    """A board on a canvas, and one that comes as a component, with a table of best scores beside it."""
    hosted = client.new_match(game, [PERSON] if game == "flood" else [PERSON, ai("easy")])
    person = new_person()
    person.keep("matches", [hosted.remembered()])
    jumps = jumps_of(person, f"/match/{hosted.id}")
    assert sum(jump["value"] for jump in jumps) <= MOST_JUMPED, jumps


def jumps_of(person: Person, path: str) -> list[Json]:
    person.run_first(NOTE_JUMPS)
    with person.devtools() as network:
        network.send("Network.enable")
        network.send("Network.emulateNetworkConditions", SLOW)
        person.page.goto(path, wait_until="networkidle")
    jumps: list[Json] = person.page.evaluate("jumps")
    return jumps


@pytest.mark.parametrize("path", ["/match/nothing-here", "/match/nothing-here/history", "/join/nothing-here#invite"])
def test_a_match_that_there_is_not_is_said_once(person: Person, path: str) -> None:
    person.faults.expect("404", "WebSocket")
    person.go(path)
    expect(person.page.get_by_role("heading", name="There is no such match.")).to_be_visible()
    expect(person.page.get_by_role("alert")).to_have_text("Check the link, or start a new one.")
