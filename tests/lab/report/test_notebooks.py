"""The notebooks of the docs run, and give the outputs that they show."""

from pathlib import Path

import pytest

from tests.lab.notebooks import NOTEBOOKS, execute, read
from tests.suite.scale import COMPILED

every_notebook = pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda path: path.stem)


def test_there_is_a_notebook() -> None:
    assert list(NOTEBOOKS.glob("*.ipynb"))


@pytest.mark.skipif(not COMPILED, reason="thousands of matches")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@every_notebook
def test_it_runs_and_gives_what_it_shows(path: Path) -> None:
    notebook = read(path)
    shown = [cell["outputs"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert execute(notebook) == shown, "run python -m tests.lab.notebooks, and read what has changed"


@every_notebook
def test_it_names_no_machine(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "/tmp/" not in text
    assert "/home/" not in text
