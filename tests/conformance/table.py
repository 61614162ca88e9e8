"""The conformance table: every statement of the specifications, and the tests that show it.

Statements are in `specification/<slug>.toml`, in the order of the specification. A test says which of them it shows by
`@pytest.mark.statement(slug, number)`; the markers are read from the source, without running it. What one game's
rules and players do is shown in `test_<slug>.py`; what the server and the lab do for several games at once, in modules
of their own; what the pages do, in `pages/`. A statement about time also names a benchmark: a figure in a file of
`benchmarks/results`.
"""

import ast
import json
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from benchmarks.figures import Figure

HERE = Path(__file__).parent
PROJECT = HERE.parent.parent
PAGE = PROJECT / "docs" / "conformance.md"
RESULTS = PROJECT / "benchmarks" / "results"
GAMES = {
    "mosaic": "Stack Swap Mosaic",
    "cascade": "Color Cascade Grid",
    "duel": "Infinity Grid Duel",
    "pushmine": "Pushmine",
    "flood": "Flood-It",
}
CONCERNS = ("rules", "opponents", "server", "pages", "lab")
"""What a statement is about."""

INTRODUCTION = """\
# Conformance

Every statement of the five specifications, in their order, and the test that shows it. Where the letter of a statement
was not kept, or left a gap, the ruling says what holds instead; the rule books are in `docs/games/`. How long something
takes is not asserted in a test: the test shows the cause, and the benchmark named beside it shows the time.

This page is written by `python -m tests.conformance.update`; the tests fail when it is stale.
"""


class Statement(NamedTuple):
    game: str
    number: str
    section: str
    text: str
    concern: str
    ruling: str
    benchmarks: tuple["Benchmark", ...]


class Benchmark(NamedTuple):
    """A figure in a result file of the benchmarks."""

    file: str
    figure: str

    def measured(self) -> Figure:
        figures = json.loads((RESULTS / self.file).read_text(encoding="utf-8"))["figures"]
        return next(Figure(**one) for one in figures if one["name"] == self.figure)


class Marker(NamedTuple):
    """That a test of a module shows a statement."""

    module: str
    test: str
    game: str
    number: str


Shown = Mapping[tuple[str, str], Sequence[Marker]]
"""The tests that show a statement, by game and number."""


def statements(slug: str) -> list[Statement]:
    catalogue = tomllib.loads((HERE / "specification" / f"{slug}.toml").read_text(encoding="utf-8"))
    return [
        Statement(
            slug,
            entry["id"],
            entry["section"],
            entry["text"],
            entry["concern"],
            entry.get("ruling", ""),
            tuple(Benchmark(*one) for one in entry.get("benchmarks", ())),
        )
        for entry in catalogue["statement"]
    ]


def modules() -> list[str]:
    """The modules whose tests show statements: those of the games, then those of the other parts."""
    others = sorted(path.relative_to(HERE).with_suffix("").as_posix() for path in HERE.rglob("test_*.py"))
    first = [f"test_{slug}" for slug in GAMES]
    return first + [name for name in others if name not in first and name != "test_table"]


@lru_cache
def all_markers() -> tuple[Marker, ...]:
    """Every marker, in the order of the files."""
    return tuple(
        Marker(module, test.name, game, number)
        for module in modules()
        for test in ast.parse((HERE / f"{module}.py").read_text(encoding="utf-8")).body
        if isinstance(test, ast.FunctionDef)
        for game, number in _statements_of(test)
    )


def markers(slug: str) -> list[Marker]:
    return [marker for marker in all_markers() if marker.game == slug]


def shown(slug: str) -> Shown:
    tests: dict[tuple[str, str], list[Marker]] = defaultdict(list)
    for marker in markers(slug):
        tests[marker.game, marker.number].append(marker)
    return tests


def page() -> str:
    """`docs/conformance.md`, as it should be."""
    return "\n".join([INTRODUCTION, *_summary(), *(line for slug in GAMES for line in _chapter(slug))])


def _statements_of(test: ast.FunctionDef) -> Iterator[tuple[str, str]]:
    for decorator in test.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.statement":
            game, number = (ast.literal_eval(argument) for argument in decorator.args)
            yield game, number


def _summary() -> Iterator[str]:
    yield "| game | statements | tests | benchmarks |"
    yield "|---|---:|---:|---:|"
    for slug, name in GAMES.items():
        listed = statements(slug)
        tests = {(marker.module, marker.test) for marker in markers(slug)}
        figures = {benchmark for statement in listed for benchmark in statement.benchmarks}
        yield f"| [{name}](#{name.lower().replace(' ', '-')}) | {len(listed)} | {len(tests)} | {len(figures)} |"
    yield ""


def _chapter(slug: str) -> Iterator[str]:
    tests = shown(slug)
    yield f"## {GAMES[slug]}"
    yield ""
    yield "| number | statement | concern | shown by | ruling |"
    yield "|---|---|---|---|---|"
    section = ""
    for statement in statements(slug):
        if statement.section != section:
            section = statement.section
            yield f"| | **{_cell(section)}** | | | |"
        yield _row(statement, tests.get((slug, statement.number), ()))
    yield ""


def _row(statement: Statement, tests: Sequence[Marker]) -> str:
    links = [f"[{one.test}](../tests/conformance/{one.module}.py)" for one in tests]
    links += [f"benchmark: [{one.figure}](../benchmarks/results/{one.file})" for one in statement.benchmarks]
    columns = (statement.number, statement.text, statement.concern, "<br>".join(links), statement.ruling)
    return "| " + " | ".join(_cell(column) for column in columns) + " |"


def _cell(text: str) -> str:
    """A text that cannot break out of its cell."""
    return text.replace("|", "\\|").replace("\n", " ")
