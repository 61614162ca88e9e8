"""The public names, by list."""

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import quincunx

PUBLIC = """
    ErrorCode Event Game Match Moves Narration Playouts Position Record Refusal Seat Turn Variant __version__ all_games
    below evaluate game hash legal moves observe outcome perft play playout playouts read_record recur
    register replay word
""".split()


def test_the_public_names_are_these_and_no_others() -> None:
    assert sorted(PUBLIC) == sorted(dir(quincunx)) == sorted(vars(quincunx)["__all__"])


def test_every_public_name_is_there() -> None:
    for name in PUBLIC:
        assert getattr(quincunx, name) is not None


def test_type_checkers_read_the_same_names_from_the_same_modules() -> None:
    seen = {
        alias.asname: getattr(import_module(str(line.module)), alias.name)
        for line in ast.walk(ast.parse(Path(str(quincunx.__file__)).read_text(encoding="utf-8")))
        if isinstance(line, ast.ImportFrom) and str(line.module).startswith("quincunx.")
        for alias in line.names
    }
    assert seen == {name: getattr(quincunx, name) for name in PUBLIC if name != "__version__"}


def test_an_unknown_name_is_an_attribute_error() -> None:
    assert not hasattr(quincunx, "nonsense")


def test_importing_the_package_loads_no_compiler() -> None:
    code = "import sys, quincunx, quincunx.cli; sys.exit('numba' in sys.modules or 'rich' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_match_in_five_lines() -> None:
    match = quincunx.Match("pushmine", "blitz")
    match.play("3>")
    match.play("bv")
    assert match.moves == ("3>", "bv")
    assert quincunx.replay(match.record().as_text()).position == match.position
