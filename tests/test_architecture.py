"""Who may import whom, and where things are: what import-linter (pyproject.toml) cannot say about every game."""

import re
from pathlib import Path

import grimp
import pytest

import quincunx.games
from quincunx.engine import registry


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("quincunx")


def folders() -> list[str]:
    return [path.name for path in Path(quincunx.games.__file__).parent.iterdir() if (path / "game.py").exists()]


def test_every_folder_of_games_is_a_registered_game() -> None:
    assert set(folders()) <= set(registry.slugs())


@pytest.mark.parametrize("slug", folders())
def test_no_game_knows_another_game(graph: grimp.ImportGraph, slug: str) -> None:
    here = {f"quincunx.games.{slug}"} | graph.find_descendants(f"quincunx.games.{slug}")
    others = tuple(f"quincunx.games.{other}" for other in folders() if other != slug)
    imported = {name for module in here for name in graph.find_modules_directly_imported_by(module)}
    assert not [name for name in imported if name.startswith(others)]


@pytest.mark.parametrize("slug", folders())
def test_rules_know_nothing_of_people(graph: grimp.ImportGraph, slug: str) -> None:
    """`rules.py` stands on bits, moves, random numbers and the generic functions, and on nothing that talks."""
    upstream = graph.find_upstream_modules(f"quincunx.games.{slug}.rules")
    assert not {name for name in upstream if name.rpartition(".")[2] in ("game", "events", "errors", "match", "record")}


ROOT = Path(__file__).resolve().parent.parent
TREES = ("src/quincunx", "web/src")
"""Trees of which docs/architecture.md lists the folders with code in them."""
FURTHER_TREES = ("tests", "benchmarks", "tools")
MOST_MODULES = 15


def code_folders(tree: str) -> set[str]:
    """The folders of a tree that hold source files or templates, as `docs/architecture.md` writes them."""
    kinds = (".py", ".ts", ".svelte", ".html", ".txt")
    built = ROOT / "src/quincunx/server/pages"
    files = (path for path in (ROOT / tree).rglob("*") if path.suffix in kinds and built not in path.parents)
    return {f"{path.parent.relative_to(ROOT).as_posix()}/" for path in files}


def listed_folders() -> list[str]:
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    block = text.split("## Folders", 1)[1].split("```", 2)[1]
    return re.findall(r"^(\S+/)\s", block, re.MULTILINE)


def test_the_page_about_the_architecture_lists_every_folder_once_and_no_other() -> None:
    listed = listed_folders()
    assert len(listed) == len(set(listed))
    missing = set().union(*map(code_folders, TREES)) - set(listed)
    # Folders of one game, one page or one kind of fixture are described by the folder around them.
    missing = {folder for folder in missing if not folder.startswith(("web/src/games/", "web/src/pages/"))}
    assert not missing
    assert not [folder for folder in listed if not (ROOT / folder).is_dir()]


def test_no_folder_has_more_modules_than_one_can_survey() -> None:
    crowded = {}
    for folder in set().union(*map(code_folders, TREES + FURTHER_TREES)):
        modules = [
            path.name
            for path in (ROOT / folder).iterdir()
            if path.suffix in (".py", ".ts", ".svelte") and path.name != "__init__.py" and ".test." not in path.name
        ]
        if len(modules) > MOST_MODULES:
            crowded[folder] = len(modules)
    assert not crowded


def test_every_folder_says_what_belongs_there() -> None:
    """A docstring in Python, a README on the pages and in a tree that is no package; folders within such a tree are
    described by it."""
    python = set().union(*map(code_folders, ("src/quincunx", *FURTHER_TREES)))
    packages = [ROOT / folder / "__init__.py" for folder in python]
    silent = [path for path in packages if path.is_file() and not path.read_text(encoding="utf-8").startswith('"""')]
    pages = [ROOT / folder / "README.md" for folder in code_folders("web/src") if folder != "web/src/"]
    silent += [path for path in pages if not path.is_file() and "fixtures" not in path.parts]
    plain = [ROOT / tree / "README.md" for tree in FURTHER_TREES if not (ROOT / tree / "__init__.py").is_file()]
    silent += [path for path in plain if not path.is_file() or len(path.read_text(encoding="utf-8").split()) < 10]
    assert not silent
