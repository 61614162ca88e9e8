"""docs/game-reference.md names everything that a game may give, and nothing else."""

import ast
import dataclasses
import inspect
import re
from typing import Any

import pytest

from quincunx.engine import rules
from quincunx.engine.events import Event
from quincunx.engine.game import Game, Position
from quincunx.engine.kernels.compiler import Generic
from quincunx.engine.player import Choice, Level, MoveRequest
from quincunx.measure.gauge import Gauge
from quincunx.search import hooks
from quincunx.server.http.lessons import Lesson
from tests.docs.pages import DOCS, blocks, code, section, table_in

PAGE = DOCS / "game-reference.md"


def names_under(heading: str, column: str) -> list[str]:
    """The names in the first column of a section's tables, without what stands in brackets."""
    return [code(row[column]).partition("(")[0] for row in table_in(section(PAGE, heading), column)]


def signatures_under(heading: str, column: str) -> list[str]:
    return [code(row[column]) for row in table_in(section(PAGE, heading), column)]


def annotated_class() -> ast.ClassDef:
    (block,) = blocks(PAGE, "python")
    (shown,) = ast.parse(block.text).body
    assert isinstance(shown, ast.ClassDef)
    return shown


def annotated_names() -> list[str]:
    """The attributes and methods of the annotated class, in order."""
    names = []
    for part in annotated_class().body:
        if isinstance(part, ast.Assign):
            names += [target.id for target in part.targets if isinstance(target, ast.Name)]
        elif isinstance(part, ast.FunctionDef):
            names.append(part.name)
    return names


def given_by_the_base_class() -> list[str]:
    return names_under("The game object", "method")


def public(kind: type) -> set[str]:
    own = {*vars(kind), *inspect.get_annotations(kind)}
    return {name for name in own if not name.startswith("_")}


def test_the_game_object_is_complete() -> None:
    assert len(annotated_names()) == len(set(annotated_names()))
    assert {*annotated_names(), *given_by_the_base_class()} == public(Game)
    assert not {*annotated_names()} & {*given_by_the_base_class()}


def test_what_is_required_is_marked() -> None:
    (block,) = blocks(PAGE, "python")
    marked = set(re.findall(r"^    (?:def )?(\w+).*# required", block.text, re.MULTILINE))
    without_default = {name for name in inspect.get_annotations(Game) if not hasattr(Game, name)}
    assert marked == without_default | Game.__abstractmethods__


def test_the_methods_have_their_parameters() -> None:
    for part in annotated_class().body:
        if isinstance(part, ast.FunctionDef) and not part.decorator_list:
            expected = list(inspect.signature(getattr(Game, part.name)).parameters)
            assert [argument.arg for argument in part.args.args] == expected, part.name


def generic_functions(module: Any) -> dict[str, Generic[..., Any]]:
    functions = {name: value for name, value in vars(module).items() if isinstance(value, Generic)}
    return {name: function for name, function in functions.items() if function.__module__ == module.__name__}


def written(function: Generic[..., Any]) -> str:
    return f"{function.__name__}({', '.join(inspect.signature(function).parameters)})"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("heading", "column", "module"), [("The rules", "function", rules), ("Search hooks", "hook", hooks)]
)
def test_the_functions_are_all_there(heading: str, column: str, module: Any) -> None:
    assert signatures_under(heading, column) == [written(function) for function in generic_functions(module).values()]


def test_the_rules_without_a_default_are_those_that_every_game_registers() -> None:
    rows = table_in(section(PAGE, "The rules"), "function")
    without = [code(row["function"]).partition("(")[0] for row in rows if not row["default"]]
    assert without == [name for name, one in generic_functions(rules).items() if not one.knows(object)]


def test_the_fields_of_the_small_types() -> None:
    shown = names_under("AI players", "field")
    assert shown == [*Level._fields, *(field.name for field in dataclasses.fields(MoveRequest)), *Choice._fields]
    assert names_under("The position", "field") == public_in_order(Position)
    assert names_under("The gauge", "field") == [field.name for field in dataclasses.fields(Gauge)]
    assert names_under("Texts for people", "lesson field") == list(Lesson.model_fields)
    assert names_under("Events", "member") == public_in_order(Event)


def public_in_order(kind: type) -> list[str]:
    return [name for name in vars(kind) if not name.startswith("_")]


INTERFACE = re.compile(r"^export interface GamePage \{\n(.*?)^\}", re.MULTILINE | re.DOTALL)


def test_the_fields_of_a_page_are_those_of_its_type() -> None:
    declared = INTERFACE.search((DOCS.parent / "web" / "src" / "board" / "gamePage.ts").read_text(encoding="utf-8"))
    assert declared is not None
    fields = re.findall(r"^  (\w+)\??:", declared[1], re.MULTILINE)
    assert names_under("The pages", "page field") == fields
