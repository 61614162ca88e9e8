"""The documentation is true: its examples run, its tables say what the code says.

What is fenced in a page, by the word after the fence:

    python  doctest: `>>>` lines and what they print; the blocks of a page share their names
    gtp     `> command`, then the answer without the empty line after it; options: game, variant, seed
    moves   boards with moves between them (see `boards.py`); options: variant, seed, and fields of the position
    steps   the same, with one move and the events that it gives
    sh      commands: each must be there with the options that it names
    text    shown only

A table is known by its first column: option, preset, field, setup field, code, event, why, command, parameter, key.
"""

import dataclasses
import doctest
import json
import random
import re
import typing
from pathlib import Path
from typing import Any

import pytest
import typer.main

from quincunx.catalogue import game
from quincunx.cli import app
from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.events import Ended, Event, Passed, Result
from quincunx.engine.game import AnyGame
from quincunx.engine.match import Match, replay
from quincunx.engine.record import EndedBy, Record
from quincunx.engine.variants import Variant, allowed_values
from quincunx.gtp import Session
from quincunx.server_errors import ServerErrorCode
from tests.docs.boards import read_story
from tests.docs.pages import DOCS, Block, anchor, blocks, code, codes, headings, links, pages, table, text_of
from tests.suite.applier import Applier
from tests.suite.games import built_in_games

GAMES = [listed.slug for listed in built_in_games()]
RANDOM_PLIES = 60
GUIDES = [DOCS / "add-a-game.md", DOCS / "game-reference.md", DOCS / "random-numbers.md"]
"""Pages whose examples have tests of their own."""

each_game = pytest.mark.parametrize("slug", GAMES)
each_page = pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(DOCS)))


def page_of(slug: str) -> Path:
    return DOCS / "games" / f"{slug}.md"


def each_block(kind: str) -> pytest.MarkDecorator:
    chosen = [block for page in pages() if playable(page) for block in blocks(page, kind)]
    return pytest.mark.parametrize("block", chosen, ids=lambda block: block.name)


def shell_blocks() -> list[Block]:
    return [block for page in [*pages(), *GUIDES] for block in blocks(page, "sh")]


def playable(page: Path) -> bool:
    """Whether the examples of a page can run: the page of a game needs its game."""
    return page.parent.name != "games" or page.stem in ("README", *GAMES)


# Examples.


@pytest.mark.parametrize("page", [page for page in pages() if playable(page)], ids=lambda page: page.stem)
def test_what_python_prints_is_what_the_page_says(page: Path) -> None:
    names: dict[str, Any] = {}
    for block in blocks(page, "python"):
        examples = doctest.DocTestParser().get_doctest(block.text, names, block.name, str(page), block.line)
        assert examples.examples, f"{block.name} has no line with >>>"
        report: list[str] = []
        doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(
            examples, out=report.append, clear_globs=False
        )
        names = examples.globs
        assert not report, "".join(report)


@each_block("gtp")
def test_what_gtp_answers_is_what_the_page_says(block: Block) -> None:
    game_name = block.options.get("game", block.page.stem)
    session = Session(game(game_name), block.options.get("variant"), block.options.get("seed", 12345))
    for part in re.split(r"^> ", block.text, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        assert trimmed(session.answer(command) or "") == trimmed(expected), f"{block.name}: {command}"


@each_block("moves")
def test_moves_lead_from_board_to_board(block: Block) -> None:
    story = read_story(block.text)
    match = set_up(block, story.boards[0])
    for text, board in zip(story.tokens, story.boards[1:], strict=True):
        match.play(text)
        assert match.describe()["cells"] == board, f"{block.name}: {text}"
    view = match.describe()
    assert {name: view[name] for name in story.fields} == story.fields


@each_block("steps")
def test_events_lead_from_board_to_board(block: Block) -> None:
    story = read_story(block.text)
    match = set_up(block, story.boards[0])
    text, *kinds = story.tokens
    events = match.play(text)
    assert kinds == [step_text(event) for event in events[1:] if not isinstance(event, Ended)]
    board = Applier(match.game, match.game.describe(match.first))
    for event, expected in zip(events, story.boards[1:], strict=False):
        board.apply([event])
        assert board.cells == expected, f"{block.name}: {event}"
    view = match.describe()
    assert view["cells"] == board.cells
    assert {name: view[name] for name in story.fields} == story.fields


@pytest.mark.parametrize("block", shell_blocks(), ids=lambda block: block.name)
def test_commands_are_there_with_their_options(block: Block) -> None:
    for line in re.findall(r"\bquincunx ([^|\n]*)", block.text):
        options = {option for parameter in command_of(line.split()).params for option in parameter.opts}
        assert set(re.findall(r"(?<!\S)--\w+", line)) <= options


def command_of(words: list[str]) -> Any:
    """The command that these words begin with; a group such as `lab` has commands of its own."""
    command: Any = typer.main.get_command(app)
    while hasattr(command, "commands"):
        command = command.commands[words[0]]
        words = words[1:]
    return command


# What a page must have.


@each_game
def test_every_game_has_a_page_that_the_index_names(slug: str) -> None:
    assert page_of(slug).exists()
    assert f"{slug}.md" in links(DOCS / "games" / "README.md")


@pytest.mark.parametrize("page", [*pages(), *GUIDES], ids=lambda page: str(page.relative_to(DOCS)))
def test_links_lead_somewhere(page: Path) -> None:
    for link in links(page):
        if "://" in link:
            continue
        path, _, place = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        if place:
            assert place in map(anchor, headings(target)), link


@each_page
def test_no_page_needs_what_is_not_in_the_project(page: Path) -> None:
    assert not re.search(r"/work\b|\.\./shared|RULINGS|DESIGN\.md|https?://(?!127\.0\.0\.1)", text_of(page))


@each_game
def test_rules_are_numbered_without_a_gap_and_the_code_cites_those_that_are_there(slug: str) -> None:
    numbers = [int(rule[1]) for heading in headings(page_of(slug)) if (rule := re.match(r"Rule (\d+)\.", heading))]
    assert numbers == list(range(1, len(numbers) + 1))
    assert cited_rules(slug) <= set(numbers)


def cited_rules(slug: str) -> set[int]:
    folder = DOCS.parent / "src" / "quincunx" / "games" / slug
    source = "".join(file.read_text(encoding="utf-8") for file in folder.rglob("*.py"))
    return {
        int(number) for cited in re.findall(r"[Rr]ules? ([\d, and]*\d)", source) for number in re.findall(r"\d+", cited)
    }


@each_game
def test_a_page_is_about_the_rules_of_this_version(slug: str) -> None:
    assert f"This is version {game(slug).version} of the rules." in text_of(page_of(slug))


def test_the_index_names_the_games_as_they_call_themselves() -> None:
    rows = table(DOCS / "games" / "README.md", "game")
    names = {row["game"].split("]")[0][1:]: row["name"] for row in rows}
    assert {slug: names[slug] for slug in GAMES} == {slug: game(slug).name for slug in GAMES}


# Commands and records.


def test_the_commands_are_those_that_gtp_lists() -> None:
    listed = (Session(game(GAMES[0])).answer("list_commands") or "").split()[1:]
    assert [code(row["command"]).split()[0] for row in table(DOCS / "gtp.md", "command")] == listed


def test_the_parameters_of_gtp_are_those_of_the_command_line() -> None:
    command = typer.main.get_command(app).commands["gtp"]  # type: ignore[attr-defined]
    options = [option for parameter in command.params for option in parameter.opts]
    assert [code(row["parameter"]) for row in table(DOCS / "gtp.md", "parameter")] == options


def test_the_keys_are_those_of_a_record() -> None:
    rows = {code(row["key"]): row["value"] for row in table(DOCS / "notation-and-records.md", "key")}
    assert list(rows) == list(Record.model_fields)
    assert codes(rows["result"]) == list(typing.get_args(Result))
    assert codes(rows["ended_by"]) == list(typing.get_args(EndedBy))


def test_the_record_shown_is_one() -> None:
    (shown,) = blocks(DOCS / "notation-and-records.md", "json")
    assert replay(shown.text).record().as_json() == json.loads(shown.text)


# Options and presets.


@each_game
def test_the_options_are_those_of_the_variant(slug: str) -> None:
    rows = table(page_of(slug), "option")
    fields = game(slug).variant_class.model_fields
    assert [code(row["option"]) for row in rows] == list(fields)
    for row, field in zip(rows, fields.values(), strict=True):
        assert plain(row["default"]) == value_text(field.get_default(call_default_factory=True))
        assert all(row.values())


@each_game
def test_the_ranges_are_those_of_the_variant(slug: str) -> None:
    fields = game(slug).variant_class.model_fields
    for row in table(page_of(slug), "option"):
        field = fields[code(row["option"])]
        allowed, stated = allowed_values(field), plain(row["range"])
        simple = re.fullmatch(r"a whole number from (\d+) to (\d+)", allowed)
        if simple:
            assert stated == f"{simple[1]}..{simple[2]}"
        elif allowed.startswith("one of "):
            assert stated == allowed.removeprefix("one of ")
        elif field.annotation is bool:
            assert stated == "true, false"
        else:  # in words of its own: at least the numbers are the same
            assert set(re.findall(r"\d+", allowed)) <= set(re.findall(r"\d+", stated)), (stated, allowed)


@each_game
def test_the_presets_are_those_of_the_game(slug: str) -> None:
    listed = game(slug)
    rows = table(page_of(slug), "preset")
    assert [code(row["preset"]) for row in rows] == list(listed.presets)
    for row in rows:
        stated = dict(re.findall(r"`(\w+)` (\[[^\]]*\]|`?[\w.]+`?)", row["options"]))
        assert {name: plain(value) for name, value in stated.items()} == departures(listed, code(row["preset"]))


def departures(listed: AnyGame, preset: str) -> dict[str, str]:
    """The options in which a preset differs from the defaults."""
    variant: Variant = listed.presets[preset]
    default = listed.variant_class()
    return {name: value_text(value) for name, value in variant.model_dump().items() if value != getattr(default, name)}


def value_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(list(value) if isinstance(value, tuple) else value)


def plain(cell: str) -> str:
    return cell.replace("`", "")


# Fields, refusals, events.


@each_game
def test_the_fields_are_those_of_a_described_position(slug: str) -> None:
    listed = game(slug)
    described = {name for match in first_matches(slug) for name in match.describe()}
    fields = {code(row["field"]) for row in table(page_of(slug), "field")}
    assert fields == described
    added = {code(row["setup field"]) for row in table(page_of(slug), "setup field")}
    assert fields | added == known_to_setup(listed)


def known_to_setup(listed: AnyGame) -> set[str]:
    """The fields that a position may have, as the refusal of an unknown one names them."""
    with pytest.raises(Refusal) as refusal:
        listed.place(listed.variant(), 1, {"unknown": 0})
    return set(refusal.value.message.partition("it has ")[2].split(", "))


@each_game
def test_every_refusal_on_a_page_is_shown_there(slug: str) -> None:
    listed = [code(row["code"]) for row in table(page_of(slug), "code")]
    shown = {
        shown_code
        for block in blocks(page_of(slug), "gtp")
        for shown_code in re.findall(r"^\?\d* (\w+):", block.text, re.M)
    }
    assert shown == set(listed)
    assert len(set(listed)) == len(listed)


def every_code() -> set[str]:
    return {*ErrorCode, *ServerErrorCode, *(error for slug in GAMES for error in game(slug).errors)}


def test_the_table_of_errors_is_complete() -> None:
    assert {code(row["code"]) for row in table(DOCS / "notation-and-records.md", "code")} == every_code()


@each_page
def test_every_error_code_on_a_page_is_there(page: Path) -> None:
    stated = {code(row["code"]) for row in table(page, "code")}
    stated |= set(re.findall(r"^\?\d* (\w+):", text_of(page), re.MULTILINE))
    stated |= set(re.findall(r"(?:refused with|refused:|refusal) `(\w+)`", text_of(page)))
    stated |= {word for word in codes(text_of(page)) if re.fullmatch(r"(?:bad|not|no|unknown|too|cell|same)_\w+", word)}
    assert stated - {"no_moves"} <= every_code()


@each_game
def test_the_events_are_those_that_matches_give(slug: str) -> None:
    rows = table(page_of(slug), "event")
    known: tuple[type[Event], ...] = (Passed, Ended, *game(slug).events)
    shapes = {
        event_kind(shape): [field.name for field in dataclasses.fields(shape) if field.name != "kind"]
        for shape in known
    }
    for row in rows:
        assert codes(row["fields"]) == shapes[code(row["event"])]
    given = some_events(slug)
    assert {event.kind for event in given} == {code(row["event"]) for row in rows}
    reasons = {event.why for event in given if isinstance(event, Ended)}
    assert reasons == {code(row["why"]) for row in table(page_of(slug), "why")}


def event_kind(shape: type) -> str:
    return str(next(field.default for field in dataclasses.fields(shape) if field.name == "kind"))


def some_events(slug: str) -> list[Event]:
    """What the page's own examples give, and random matches of every preset."""
    events: list[Event] = []
    for block in [*blocks(page_of(slug), "moves"), *blocks(page_of(slug), "steps")]:
        story = read_story(block.text)
        match = set_up(block, story.boards[0])
        for text in story.tokens if block.kind == "moves" else story.tokens[:1]:
            events += match.play(text)
    for match in first_matches(slug):
        events += random_events(match)
    return events


def random_events(match: Match) -> list[Event]:
    choice = random.Random(1)
    events: list[Event] = []
    for _ in range(RANDOM_PLIES):
        if not match.end:
            events += match.play(choice.choice(match.legal()))
    return events


# How an example is set up.


def set_up(block: Block, cells: list[str]) -> Match:
    """The match in which an example begins: the game of its page, the first board, the options after the fence."""
    fields = dict(block.options)
    variant, seed = fields.pop("variant", None), fields.pop("seed", 12345)
    slug = fields.pop("game", block.page.stem)
    return Match(slug, variant, seed, setup={"cells": cells} | fields)


def step_text(event: Event) -> str:
    points = getattr(event, "points", 0)
    return f"{event.kind} {points}" if points else event.kind


def first_matches(slug: str) -> list[Match]:
    """A match of every preset whose beginning needs no solver (which is slow in plain Python)."""
    presets = [
        preset for preset, variant in game(slug).presets.items() if getattr(variant, "limit_rule", "") != "optimum"
    ]
    return [Match(slug, preset) for preset in presets]


def trimmed(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.rstrip().splitlines())
