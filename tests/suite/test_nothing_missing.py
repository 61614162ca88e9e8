"""A game of the house is complete: nothing registers without its twin, its counts, its playthroughs and its pages."""

import importlib.util
from pathlib import Path

import pytest

from quincunx.engine import rules
from quincunx.engine.game import AnyGame
from quincunx.engine.kernels.compiler import Generic
from tests.golden import playthrough
from tests.perft import counts
from tests.suite.games import GAMES, every_game, every_preset
from tests.suite.variants import OPTIONS

ROOT = Path(__file__).parents[2]
DESIGNED = {"mosaic", "cascade", "duel", "pushmine", "flood"}


def test_the_five_games_are_registered() -> None:
    assert {game.slug for game in GAMES} >= DESIGNED


def test_every_folder_of_the_games_is_a_registered_game() -> None:
    home = ROOT / "src" / "quincunx" / "games"
    folders = {path.parent.name for path in home.glob("*/__init__.py")}
    assert folders == {game.slug for game in GAMES}


@every_game
def test_it_has_a_naive_twin(game: AnyGame) -> None:
    assert importlib.util.find_spec(f"tests.naive.{game.slug}") is not None


@every_game
def test_it_has_a_perft_file_with_counts(game: AnyGame) -> None:
    assert counts.path_of(game).exists(), "run python -m tests.perft.update"
    assert list(counts.read_lines(game))


@every_preset
def test_it_has_a_golden_playthrough_of_every_preset(game: AnyGame, preset: str) -> None:
    assert playthrough.path_of(game, preset).exists(), "run python -m tests.golden.update"


@every_game
@pytest.mark.parametrize(
    "place", ["docs/games/{}.md", "tests/conformance/specification/{}.toml", "tests/conformance/test_{}.py"]
)
def test_it_has_its_pages_and_its_specification(game: AnyGame, place: str) -> None:
    path = ROOT / place.format(game.slug)
    assert path.exists()
    assert path.read_text().strip()


@every_game
def test_its_options_are_written_out_for_the_tests(game: AnyGame) -> None:
    assert set(OPTIONS.get(game.slug, {})) == set(game.variant_class.model_fields)


@every_game
def test_it_answers_every_generic_function(game: AnyGame) -> None:
    asked = {name: value for name, value in vars(rules).items() if isinstance(value, Generic)}
    assert len(asked) >= 8
    assert [name for name, function in asked.items() if not function.knows(game.position_class)] == []


@every_game
def test_it_says_what_it_is(game: AnyGame) -> None:
    assert game.slug.isidentifier()
    assert game.slug.islower()
    assert game.name
    assert game.tagline.endswith(".")
    assert game.version >= 1
    assert game.seats in (1, 2)
    assert len(game.seat_names) == game.seats
    assert game.restart_when in ("any_time", "when_over")
    assert "standard" in game.presets


@every_game
def test_each_character_of_its_board_has_a_look_of_its_own(game: AnyGame) -> None:
    assert all(len(character) == 1 and look.style for character, look in game.looks.items())
    assert len({look.symbol for look in game.looks.values()}) == len(game.looks)
