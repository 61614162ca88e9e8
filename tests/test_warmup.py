"""Compiling ahead of time, once."""

import os
import shutil
import subprocess
import sys
import uuid
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numba
import pytest

from quincunx.catalogue import all_games
from quincunx.engine.kernels import cache
from quincunx.warmup import Warmed, cold, done_in_turn, warm_game
from tests.sixth import page

compiled_only = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="plain Python compiles nothing")


WARM = """
from quincunx.warmup import cold, warm_game
print("{slug}" in cold(), end=" ")
warm_game("{slug}")
print("{slug}" in cold())
"""


def run(code: str, cache: Path, search_path: str) -> str:
    environment = os.environ | {"QUINCUNX_CACHE": str(cache), "PYTHONPATH": search_path}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout.strip()


def warm(slug: str, cache: Path, search_path: str) -> tuple[str, dict[str, int]]:
    """Whether a game is cold before and after it is warmed in a process of its own, and the files of its kernels."""
    answers = run(WARM.format(slug=slug), cache, search_path)
    return answers, {path.name: path.stat().st_ino for path in cache.glob("*.nbc")}


@compiled_only
@pytest.mark.parametrize(
    "slug",
    [page.PACKAGE, *(pytest.param(slug, marks=pytest.mark.long) for slug in (page.PACKAGE, "duel"))],
    ids=["known", page.PACKAGE, "duel"],
)
def test_a_game_is_cold_until_it_is_warmed_and_then_nothing_is_compiled_again(
    slug: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """The game of docs/add-a-game.md is small, and installed as any other package's game is. Its kernels may be known
    from earlier runs of the tests; the long tests compile everything."""
    folder, search_path = tmp_path / "cache", page.search_path(page.install(tmp_path))
    if request.node.callspec.id == "known":
        borrow_kernels(folder)
    first, kernels = warm(slug, folder, search_path)
    assert (first, bool(kernels)) == ("True False", True)
    assert warm(slug, folder, search_path) == ("False False", kernels), "no file is written again"
    give_kernels(folder)


def borrow_kernels(folder: Path) -> None:
    """Links to what has been compiled already, without the marks that say so."""
    folder.mkdir()
    for kernel in cache.folder().glob("*.nbc"):
        (folder / kernel.name).symlink_to(kernel)


def give_kernels(folder: Path) -> None:
    """What was compiled here need not be compiled again."""
    cache.folder().mkdir(parents=True, exist_ok=True)
    for kernel in folder.glob("*.nbc"):
        if not kernel.is_symlink():
            whole = Path(shutil.copy(kernel, cache.folder() / f"{kernel.name}.{uuid.uuid4().hex}"))
            whole.replace(cache.folder() / kernel.name)


TO_THE_END = """
from numba.core import event
from quincunx import Match, game
from quincunx.puzzles.answers import judge
from quincunx.puzzles.collection import shipped
from quincunx.search.chooser import choose_in
from quincunx.warmup import warm_game

warm_game("{slug}")
one_of_each_kind = {{puzzle.kind: puzzle for puzzle in reversed(shipped(game("{slug}")))}}.values()
with event.install_recorder("numba:compile") as compiled:
    for preset in game("{slug}").presets:
        for level in game("{slug}").levels:
            match = Match("{slug}", preset, 1, salt="0123456789abcdef" * 2 if game("{slug}").secret else None)
            while match.end is None and len(match.moves) < 100:
                match.play(match.game.write_move(match.position, choose_in(match, level, 2).move))
    for puzzle in one_of_each_kind:
        judge(puzzle, puzzle.answers[:1])
        judge(puzzle, [next(move for move in puzzle.match().legal() if move not in puzzle.answers)])
print(*sorted({{one.data["dispatcher"].py_func.__name__ for _, one in compiled.buffer}}))
"""


@pytest.mark.long
@compiled_only
@pytest.mark.parametrize("slug", [game.slug for game in all_games()])
def test_nobody_waits_for_the_compiler_in_a_match_or_at_a_puzzle(slug: str, tmp_path: Path) -> None:
    assert run(TO_THE_END.format(slug=slug), tmp_path, page.search_path(tmp_path)) == ""


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


def test_a_game_that_somebody_waits_for_comes_next() -> None:
    wanted: list[str] = []

    def work(slug: str) -> Warmed:
        if slug == "cascade":
            wanted.extend(["pushmine", "cascade", "mosaic"])  # asked for while others are compiled
        return Warmed(slug, 1.0)

    with ThreadPoolExecutor(1) as pool:
        slugs = ["cascade", "duel", "flood", "mosaic", "pushmine"]
        order = [done.slug for done in done_in_turn(pool, 1, work, slugs, lambda: wanted)]
    assert order == ["cascade", "pushmine", "mosaic", "duel", "flood"]
