"""Who may import whom: import-linter holds the layers (pyproject.toml); here is what it cannot say of every game."""

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
