"""A built-in game is complete. This is the one place that says what that means.

The files are also listed in docs/add-a-game.md, and the two lists are compared here.
"""

from pathlib import Path

import pytest

from quincunx.engine.game import AnyGame
from quincunx.measure.gauge import gauge_of
from quincunx.measure.sheet import measure_common
from quincunx.server.http.lessons import lessons_of
from tests.conformance import table
from tests.docs.pages import code, links
from tests.docs.pages import table as table_of_page
from tests.perft import counts
from tests.suite.games import GAMES, every_game
from tests.suite.variants import OPTIONS

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "add-a-game.md"
DESIGNED = {"mosaic", "cascade", "duel", "pushmine", "flood"}
SHARED_FOLDERS = {"match3"}
"""Folders beside the games that hold what several of them share."""

FILES = (
    "src/quincunx/games/<slug>/rules.py",
    "src/quincunx/games/<slug>/game.py",
    "src/quincunx/games/<slug>/players.py",
    "src/quincunx/games/<slug>/metrics.py",
    "src/quincunx/games/<slug>/rules.md",
    "src/quincunx/games/<slug>/lessons.json",
    "web/src/games/<slug>/index.ts",
    "tests/naive/<slug>.py",
    "tests/perft/<slug>.txt",
    "tests/golden/<slug>-<preset>.txt",
    "tests/conformance/specification/<slug>.toml",
    "tests/conformance/test_<slug>.py",
    "docs/games/<slug>.md",
    "docs/playtests/<slug>.md",
)
FEWEST_LESSONS = 3


def test_the_five_games_are_registered() -> None:
    assert {game.slug for game in GAMES} >= DESIGNED


def test_every_folder_of_the_games_is_a_registered_game() -> None:
    home = ROOT / "src" / "quincunx" / "games"
    folders = {path.parent.name for path in home.glob("*/__init__.py")}
    assert folders - SHARED_FOLDERS == {game.slug for game in GAMES}


def test_the_page_about_adding_a_game_lists_every_file() -> None:
    assert [code(row["file"]) for row in table_of_page(PAGE, "file")] == list(FILES)


@every_game
@pytest.mark.parametrize("place", FILES)
def test_it_has_every_file(game: AnyGame, place: str) -> None:
    presets = game.presets if "<preset>" in place else [""]
    for preset in presets:
        path = ROOT / place.replace("<slug>", game.slug).replace("<preset>", preset)
        assert path.exists()
        assert path.read_text(encoding="utf-8").strip()


@every_game
def test_its_perft_file_has_counts(game: AnyGame) -> None:
    assert list(counts.read_lines(game)), "run python -m tests.perft.update"


@every_game
def test_its_options_are_written_out_for_the_tests(game: AnyGame) -> None:
    assert set(OPTIONS.get(game.slug, {})) == set(game.variant_class.model_fields)


@every_game
def test_its_tutorial_has_lessons(game: AnyGame) -> None:
    assert len(lessons_of(game)) >= FEWEST_LESSONS


@every_game
def test_it_explains_itself_in_a_few_sentences(game: AnyGame) -> None:
    assert game.how_to_play.endswith(".")
    assert game.notation.endswith(".")


@every_game
def test_it_has_levels(game: AnyGame) -> None:
    assert game.levels


@every_game
def test_the_lab_measures_it_and_asks_questions_of_its_own(game: AnyGame) -> None:
    gauge = gauge_of(game)
    assert gauge.own
    assert gauge.questions
    assert gauge.measure is not measure_common


@every_game
def test_the_conformance_table_has_its_chapter(game: AnyGame) -> None:
    assert table.GAMES[game.slug] == game.name


@every_game
@pytest.mark.parametrize("index", ["docs/games/README.md", "docs/playtests/README.md"])
def test_the_indexes_lead_to_its_pages(game: AnyGame, index: str) -> None:
    assert f"{game.slug}.md" in links(ROOT / index)
