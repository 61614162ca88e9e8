"""docs/lab.md says what the code says."""

import doctest
import re

import pytest
import typer.main

from quincunx.cli import app
from tests.lab.tables import PAGE, rewritten
from tests.suite.scale import COMPILED

TEXT = PAGE.read_text(encoding="utf-8")


def test_its_tables_are_those_of_the_code() -> None:
    assert rewritten(TEXT) == TEXT, "run python -m tests.lab.tables"


def test_its_commands_are_there_with_their_options() -> None:
    commands = typer.main.get_command(app).commands["lab"].commands  # type: ignore[attr-defined]
    lines = [line for block in re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL) for line in block.splitlines()]
    assert lines
    for line in lines:
        found = re.match(r"quincunx lab (\w+)(.*)", line)
        assert found is not None, line
        known = {option for parameter in commands[found[1]].params for option in parameter.opts}
        assert set(re.findall(r"(?<!\S)--[\w-]+", found[2])) <= known, line


@pytest.mark.skipif(not COMPILED, reason="it searches")
def test_its_example_runs() -> None:
    example = "".join(re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL))
    examples = doctest.DocTestParser().get_doctest(example, {}, "lab.md", str(PAGE), 0)
    assert doctest.DocTestRunner().run(examples).failed == 0


def test_its_links_lead_somewhere() -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", TEXT):
        assert "://" in link or (PAGE.parent / link).exists(), link
