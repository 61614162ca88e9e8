"""Compiling ahead of time, once."""

import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from quincunx.warmup import cold, warm_game
from tests.sixth import page

compiled_only = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="plain Python compiles nothing")


WARM = """
from quincunx.warmup import cold, warm_game
print("{slug}" in cold(), end=" ")
warm_game("{slug}")
print("{slug}" in cold())
"""


def warm(slug: str, cache: Path, search_path: str) -> tuple[str, dict[str, int]]:
    """Whether a game is cold before and after it is warmed in a process of its own, and the files of its kernels."""
    environment = os.environ | {"QUINCUNX_CACHE": str(cache), "PYTHONPATH": search_path}
    command = [sys.executable, "-c", WARM.format(slug=slug)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    return done.stdout.strip(), {path.name: path.stat().st_ino for path in cache.glob("*.nbc")}


@compiled_only
@pytest.mark.parametrize("slug", [page.PACKAGE, pytest.param("duel", marks=pytest.mark.long)])
def test_a_game_is_cold_until_it_is_warmed_and_then_nothing_is_compiled_again(slug: str, tmp_path: Path) -> None:
    """The game of docs/add-a-game.md is small, and installed as any other package's game is."""
    cache, search_path = tmp_path / "cache", page.search_path(page.install(tmp_path))
    first, kernels = warm(slug, cache, search_path)
    assert (first, bool(kernels)) == ("True False", True)
    assert warm(slug, cache, search_path) == ("False False", kernels), "no file is written again"


def test_plain_python_has_nothing_to_warm() -> None:
    code = "from quincunx.warmup import cold; print(cold())"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
    )
    assert done.stdout.strip() == "[]"


def test_warming_reports_the_game_and_its_time() -> None:
    warmed = warm_game("duel")
    assert warmed.slug == "duel"
    assert warmed.seconds > 0
    assert "duel" not in cold()
