"""The notebooks of the docs run, and give the outputs that they show."""

from pathlib import Path
from typing import Any

import pytest

from tests.lab.notebooks import NOTEBOOKS, execute, has_budget, read
from tests.suite.scale import COMPILED

PATHS = sorted(NOTEBOOKS.glob("*.ipynb"))
every_notebook = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
same_everywhere = [path for path in PATHS if not has_budget(read(path))]
SMALL = {"lanes": 512, "rounds": 2, "matches": 40}
budgets = pytest.mark.parametrize("budget", [SMALL, pytest.param({}, marks=pytest.mark.long)], ids=["small", "whole"])


def test_there_are_notebooks() -> None:
    assert same_everywhere
    assert len(PATHS) > len(same_everywhere)


@pytest.mark.skipif(not COMPILED, reason="thousands of matches")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("path", same_everywhere, ids=lambda path: path.stem)
def test_it_runs_and_gives_what_it_shows(path: Path) -> None:
    notebook = read(path)
    shown = [cell["outputs"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert execute(notebook, {}) == shown, "run python -m tests.lab.notebooks, and read what has changed"


@pytest.mark.skipif(not COMPILED, reason="thousands of matches")
@budgets
def test_what_was_learned_in_a_minute_beats_easy(budget: dict[str, int]) -> None:
    names: dict[str, Any] = {}
    execute(read(NOTEBOOKS / "learn-duel.ipynb"), names, **budget)
    assert 0.5 < names["low"] < names["score"] <= names["high"]
    assert names["batch"].size == budget.get("lanes", names["lanes"])


@every_notebook
def test_it_names_no_machine(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "/tmp/" not in text
    assert "/home/" not in text
