"""docs/lab.md says what the code says, and the playtests can be played again."""

import doctest
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer.main

from quincunx.catalogue import game as find_game
from quincunx.cli import app
from quincunx.lab.judge.aims import check_sweep_aim
from quincunx.lab.run.players import usual_player
from quincunx.lab.run.spec import make_spec
from quincunx.lab.search.space import settings
from tests.lab.tables import PAGE, rewritten
from tests.suite.games import GAMES
from tests.suite.scale import COMPILED

TEXT = PAGE.read_text(encoding="utf-8")
PLAYTESTS = PAGE.parent / "playtests"
COMMANDS: Any = typer.main.get_command(app)
each_playtest = pytest.mark.parametrize("slug", [game.slug for game in GAMES])


def command_lines(page: Path) -> list[str]:
    blocks = re.findall(r"```sh\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


def links(page: Path) -> list[str]:
    return re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8"))


def test_its_tables_are_those_of_the_code() -> None:
    assert rewritten(TEXT) == TEXT, "run python -m tests.lab.tables"


def test_its_commands_are_there_with_their_options() -> None:
    commands = COMMANDS.commands["lab"].commands
    assert command_lines(PAGE)
    for line in command_lines(PAGE):
        match = re.match(r"quincunx lab (\w+)(.*)", line)
        assert match is not None, line
        known = {option for parameter in commands[match[1]].params for option in parameter.opts}
        assert set(re.findall(r"(?<!\S)--[\w-]+", match[2])) <= known, line


@pytest.mark.skipif(not COMPILED, reason="it searches")
def test_its_example_runs() -> None:
    example = "".join(re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL))
    examples = doctest.DocTestParser().get_doctest(example, {}, "lab.md", str(PAGE), 0)
    assert doctest.DocTestRunner().run(examples).failed == 0


def test_its_links_lead_somewhere() -> None:
    for page in (PAGE, *PLAYTESTS.glob("*.md")):
        for link in links(page):
            assert "://" in link or (page.parent / link).exists(), f"{page.name}: {link}"


# The playtests.


@each_playtest
def test_every_game_has_a_playtest_with_findings_and_a_recommendation(slug: str) -> None:
    page = PLAYTESTS / f"{slug}.md"
    assert page.name in links(PLAYTESTS / "README.md")
    headings = re.findall(r"^## (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert headings[:3] == ["Findings", "What the lab recommends", "How to play it again"]
    assert "The report" in headings


@each_playtest
def test_the_commands_of_a_playtest_can_be_given_again(slug: str) -> None:
    """They are parsed as the command line parses them; what they would play is checked, but not played."""
    lines = command_lines(PLAYTESTS / f"{slug}.md")
    assert lines
    for line in lines:
        program, group, name, *words = shlex.split(line)
        assert (program, group) == ("quincunx", "lab"), line
        given = COMMANDS.commands["lab"].commands[name].make_context(name, words).params
        for order in ordered(name, given):
            players = given["players"].split(",") if given["players"] else [usual_player(find_game(slug))]
            spec = make_spec(*order, players, given["games"], given["seed"])
            assert spec.game == slug, line


def ordered(name: str, given: dict[str, Any]) -> list[tuple[str, Any]]:
    """The games and variants that a command plays."""
    if name == "compare":
        sides = (given["first"].split(":"), given["second"].split(":"))
        return [(side[0], side[1]) for side in sides if len(side) > 1]
    rules = make_spec(given["game"], given["variant"], ["random"], 1).variant
    if name != "sweep":
        return [(given["game"], rules)]
    check_sweep_aim(make_spec(given["game"], rules, ["random"], 1).chosen, given["aim"])
    return [(given["game"], rules | setting) for setting in settings(given["vary"])]
