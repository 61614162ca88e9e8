"""docs/learning.md, carried out: the sixth game learns an evaluation by one command, and plays by it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sixth import page


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return page.install(tmp_path_factory.mktemp("learning"), page.files_that_learn())


def quincunx(site: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """A command in a process of its own, where the package is installed."""
    return subprocess.run(
        [sys.executable, "-m", "quincunx", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        cwd=site,
        env=os.environ | {"PYTHONPATH": page.search_path(site)},
    )


def test_a_level_that_plays_by_a_table_says_how_to_make_it(site: Path) -> None:
    untrained = quincunx(site, "hint", "q1.tictactoe.1.standard.0.a1")
    assert untrained.returncode == 2
    assert untrained.stderr.startswith("quincunx: not_ready: ")
    assert untrained.stderr.endswith("there is no such table yet; train the network with 'quincunx train'\n")
    assert untrained.stderr.count("\n") == 1


@pytest.mark.long
def test_the_sixth_game_learns_by_one_command_and_plays_by_what_it_learned(site: Path) -> None:
    """Compiles everything that learning needs; in every run `tests/learning` trains a game whose kernels are known."""
    done = quincunx(site, "train", "tictactoe", "--games", "300", "--search-games", "10", "--json")
    assert done.returncode == 0, done.stderr
    account = json.loads(done.stdout)
    assert account == json.loads((site / "tictactoe" / "tuples.json").read_text())
    assert (account["schedule"]["games"], account["schedule"]["search_games"]) == (300, 10)
    assert not (site / "tictactoe" / "tuples.partial").exists()

    commands = "play 1 a1\nplay 2 b1\nplay 1 a2\ngenmove 2\n"
    answers = quincunx(site, "gtp", "--game", "tictactoe", "--level", "learned", typed=commands)
    assert answers.stdout.split() == ["=", "=", "=", "=", "a3"], answers.stderr
