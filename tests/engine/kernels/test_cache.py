"""Compiled kernels on disk: a changed rule is never answered from a stale one."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import quincunx
from quincunx.engine.kernels import cache, sources
from quincunx.engine.kernels.compiler import kernel
from tests.suite.scale import COMPILED

compiled_only = pytest.mark.skipif(not COMPILED, reason="nothing is compiled, so nothing is kept")

RULES = """
from typing import NamedTuple

from quincunx.engine.moves import Moves
from quincunx.engine.rules import moves, play
from {package}.sizes import BRANCHES


class Tiny(NamedTuple):
    left: int
    turn: int
    ply: int
    result: int


@moves.register(Tiny)
def tiny_moves(position):
    return Moves(0 if position.left == 0 else (1 << BRANCHES) - 1, 0)


@play.register(Tiny)
def tiny_play(position, move):
    return Tiny(position.left - 1, 3 - position.turn, position.ply + 1, 0)
"""
ASK = """
import importlib, json, sys

from quincunx.engine.kernels.playouts import perft

for package in sys.argv[1:]:
    position = importlib.import_module(f"{package}.rules").Tiny(4, 1, 0, 0)
    games = [perft(position, depth) for depth in range(6)]
    print(json.dumps([games, sum(perft.stats.cache_hits.values()) if hasattr(perft, "stats") else 0]))
"""
TWO_BRANCHES = [1, 2, 4, 8, 16, 0]
THREE_BRANCHES = [1, 3, 9, 27, 81, 0]


class Workshop:
    """A folder with tiny games that end after four plies, each with a given number of branches.

    It has a cache of its own, and starts processes that count those games."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cache = folder / "cache"

    def write(self, package: str = "tiny", branches: int = 2, rules: str = RULES) -> None:
        home = self.folder / package
        home.mkdir(exist_ok=True)
        (home / "__init__.py").touch()
        (home / "sizes.py").write_text(f"BRANCHES = {branches}\n")
        (home / "rules.py").write_text(rules.format(package=package))

    def start(self, *packages: str) -> subprocess.Popen[str]:
        paths = os.pathsep.join([str(self.folder), str(Path(quincunx.__file__).parents[1])])
        own = {"PYTHONPATH": paths, cache.CACHE_VARIABLE: str(self.cache), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-W", "error", "-c", ASK, *packages]
        return subprocess.Popen(command, env=os.environ | own, stdout=subprocess.PIPE, text=True)

    def ask(self, *packages: str) -> list[list[int]]:
        """How many matches of 0 to 5 plies each of these games has, counted by a process of its own."""
        return [answer for answer, _ in counts_of(self.start(*packages or ("tiny",)))]

    def kernels(self) -> set[str]:
        return {path.name for path in self.cache.iterdir()}


def counts_of(process: subprocess.Popen[str]) -> list[list[Any]]:
    """For every game how many matches it has, and how many kernels came from disk."""
    output, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    return [json.loads(line) for line in output.splitlines()]


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    """The tiny game with two branches, compiled by two processes at once. Not to be changed: `workshop` is a copy."""
    made = Workshop(tmp_path_factory.mktemp("compiled"))
    made.write()
    processes = [made.start("tiny") for _ in range(2)]
    assert [counts_of(process)[0][0] for process in processes] == [TWO_BRANCHES] * 2
    return made


@pytest.fixture
def workshop(compiled: Workshop, tmp_path: Path) -> Workshop:
    """The tiny game with two branches, and a cache that holds its kernel."""
    shutil.copytree(compiled.folder, tmp_path, dirs_exist_ok=True)
    return Workshop(tmp_path)


def test_a_changed_rule_gives_the_new_answer_at_once(workshop: Workshop) -> None:
    workshop.write(rules=RULES.replace("position.left - 1", "position.left - 2"))
    assert workshop.ask() == [[1, 2, 4, 0, 0, 0]]


def test_a_changed_constant_in_a_module_that_the_rules_import_gives_the_new_answer(workshop: Workshop) -> None:
    workshop.write(branches=3)
    assert workshop.ask() == [THREE_BRANCHES]


def test_a_changed_file_that_a_module_takes_numbers_from_gives_the_new_answer(workshop: Workshop) -> None:
    numbers = workshop.folder / "branches.txt"
    workshop.write()
    (workshop.folder / "tiny" / "sizes.py").write_text(
        "from pathlib import Path\n"
        "from quincunx.engine.kernels.sources import note_file\n"
        f"FILE = Path({str(numbers)!r})\n"
        "note_file(__name__, FILE)\n"
        "BRANCHES = int(FILE.read_text())\n"
    )
    for branches, games in ((2, TWO_BRANCHES), (3, THREE_BRANCHES)):
        numbers.write_text(str(branches))
        assert workshop.ask() == [games]


@compiled_only
def test_processes_that_compile_at_once_do_each_other_no_harm_and_then_every_kernel_comes_from_disk(
    workshop: Workshop,
) -> None:
    (kept,) = workshop.kernels()
    assert kept.endswith(".nbc")
    os.utime(workshop.cache / kept, (0, 0))
    assert counts_of(workshop.start("tiny")) == [[TWO_BRANCHES, 1]]
    assert workshop.kernels() == {kept}
    assert (workshop.cache / kept).stat().st_mtime > 0, "a kernel that is loaded is marked as used"


def test_classes_of_one_name_in_two_packages_keep_their_own_rules(workshop: Workshop) -> None:
    workshop.write("other", branches=3)
    assert workshop.ask("tiny", "other") == [TWO_BRANCHES, THREE_BRANCHES]
    assert workshop.ask("other") == [THREE_BRANCHES], "whichever is there first has the short name"


@compiled_only
def test_a_damaged_kernel_is_compiled_again(workshop: Workshop) -> None:
    for name in workshop.kernels():
        path = workshop.cache / name
        path.write_bytes(path.read_bytes()[:100])
    assert counts_of(workshop.start("tiny")) == [[TWO_BRANCHES, 0]]
    assert counts_of(workshop.start("tiny")) == [[TWO_BRANCHES, 1]]


def test_a_folder_that_cannot_be_written_costs_only_time(workshop: Workshop) -> None:
    shutil.rmtree(workshop.cache, ignore_errors=True)
    workshop.cache.write_text("a file where the folder should be")
    assert workshop.ask() == [TWO_BRANCHES]
    assert workshop.cache.read_text() == "a file where the folder should be"


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only to the superuser")
def test_a_read_only_folder_costs_only_time(workshop: Workshop) -> None:
    shutil.rmtree(workshop.cache, ignore_errors=True)
    workshop.cache.mkdir(mode=0o500)
    assert workshop.ask() == [TWO_BRANCHES]
    assert workshop.kernels() == set()


def package(folder: Path, name: str, **modules: str) -> None:
    (folder / name).mkdir()
    (folder / name / "__init__.py").touch()
    for module, text in modules.items():
        (folder / name / f"{module}.py").write_text(text)


def test_the_digest_holds_all_that_is_imported_however_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    package(
        tmp_path,
        "digested",
        rules="import digested.plain\nfrom . import relative\nfrom .named import NAME\nimport json\n",
        plain="from digested import deeper as alias\n",
        relative="def late():\n    from quincunx.engine.kernels import bits\n",
        named="NAME = 1\n",
        deeper="import digested.rules\n",
        unused="",
    )
    closure = sources._closure(["digested.rules"])
    assert {f"digested.{name}" for name in ("rules", "plain", "relative", "named", "deeper")} <= closure
    assert {
        "quincunx.engine.kernels.bits",
        "quincunx.engine.kernels.compiler",
        "quincunx.engine.kernels.native",
        "quincunx.engine.kernels.cache",
    } <= closure
    assert not {"digested.unused", "json"} & closure


def test_the_digest_is_of_the_text_and_the_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    package(tmp_path, "texts", one="A = 1\n", same="A = 1\n", other="A = 2\n")
    digests = {sources.sources_digest([f"texts.{name}"]) for name in ("one", "same", "other")}
    assert len(digests) == 3
    assert sources.sources_digest(["texts.one"]) in digests


@compiled_only
def test_what_a_closure_holds_is_never_taken_from_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.CACHE_VARIABLE, str(tmp_path))

    def adding(amount: int) -> int:
        @kernel
        def add(number: int) -> int:
            return number + amount

        return add(1)

    assert [adding(1), adding(2)] == [2, 3]
    assert list(tmp_path.iterdir()) == []


def test_kernels_that_nothing_has_loaded_for_a_month_are_swept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.CACHE_VARIABLE, str(tmp_path))
    old, fresh, foreign = tmp_path / "a-1.nbc", tmp_path / "b-2.nbc", tmp_path / "notes.txt"
    for path in (old, fresh, foreign):
        path.touch()
    long_ago = time.time() - (cache.DAYS_KEPT + 1) * 24 * 3600
    os.utime(old, (long_ago, long_ago))
    os.utime(foreign, (long_ago, long_ago))
    assert cache.sweep() == 1
    assert {path.name for path in tmp_path.iterdir()} == {"b-2.nbc", "notes.txt"}


def test_the_folder_is_the_user_s_unless_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.CACHE_VARIABLE, str(tmp_path))
    assert cache.folder() == tmp_path
    monkeypatch.delenv(cache.CACHE_VARIABLE)
    assert "quincunx" in cache.folder().parts


def test_sweeping_a_missing_folder_does_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.CACHE_VARIABLE, str(tmp_path / "not" / "there"))
    assert cache.sweep() == 0
