"""docs/add-a-game.md, followed step by step: the code on that page is a sixth game, and gets everything for nothing."""

import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from quincunx.engine import registry
from quincunx.engine.game import AnyGame
from quincunx.engine.kernels.playouts import perft, playouts
from quincunx.gtp import Session
from quincunx.testing import check_game

PAGE = Path(__file__).parents[2] / "docs" / "add-a-game.md"
FILE_BLOCK = re.compile(r"^```python (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty folder with the files that the page names."""
    root = tmp_path_factory.mktemp("sixth")
    for name, text in FILE_BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return root


@pytest.fixture(scope="module")
def sixth(folder: Path) -> Iterator[AnyGame]:
    sys.path.insert(0, str(folder))
    importlib.import_module("tictactoe.game")
    yield registry.find("tictactoe")
    registry.forget("tictactoe")
    sys.path.remove(str(folder))
    for name in [name for name in sys.modules if name.partition(".")[0] == "tictactoe"]:
        del sys.modules[name]


def test_the_page_names_the_files_of_the_game(folder: Path) -> None:
    assert {file.name for file in (folder / "tictactoe").iterdir()} >= {
        "__init__.py",
        "rules.py",
        "game.py",
        "try_it.py",
    }


def test_the_example_at_the_end_of_the_page_runs(folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tictactoe.try_it"], cwd=folder, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_it_keeps_every_law(sixth: AnyGame) -> None:
    check_game(sixth)


def test_its_games_are_counted(sixth: AnyGame) -> None:
    start = sixth.new(sixth.variant(), 0)
    assert perft(start, 9) == 127872, "games of tic-tac-toe that fill the board"
    assert perft(start, 5) == 15120


def test_its_random_games_are_won_as_often_as_they_are_known_to_be(sixth: AnyGame) -> None:
    done = playouts(sixth.new(sixth.variant(), 0), 7, 20_000, 9)
    assert done.first / done.games == pytest.approx(0.585, abs=0.015)
    assert done.second / done.games == pytest.approx(0.288, abs=0.015)
    assert done.drawn / done.games == pytest.approx(0.127, abs=0.015)


def test_it_speaks_gtp(sixth: AnyGame) -> None:
    session = Session(sixth)
    assert session.answer("play 1 b2") == "=\n\n"
    assert session.answer("q-legal_moves") == "= a1 a2 a3 b1 b3 c1 c2 c3\n\n"
    assert str(session.answer("7 play 2 b2")).startswith("?7 cell_occupied: b2 is taken")
    assert str(session.answer("genmove 2")).startswith("= ")
