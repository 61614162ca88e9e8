"""Every law can be broken: for each there is a copy of the game that breaks it, and `check_game` names the law."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from quincunx.engine.game import AnyGame
from quincunx.testing import LAWS, BrokenLaw, check_game
from tests.sixth import broken

OF_THE_ENGINE = {
    "undo_goes_back_exactly",
    "records_replay",
    "observations_show_what_is_shown",
    "observations_foretell_truly",
    "kernels_count_what_the_rules_list",
}
"""Laws about the engine, or about games with secrets: no single fault of this game breaks them first."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, tictactoe: AnyGame) -> Iterator[Path]:
    root = tmp_path_factory.mktemp("broken")
    sys.path.insert(0, str(root))
    yield root
    sys.path.remove(str(root))


@pytest.mark.parametrize("copy", broken.COPIES, ids=lambda copy: copy.name)
def test_a_broken_copy_is_refused_by_the_name_of_its_law(copy: broken.Copy, folder: Path) -> None:
    with pytest.raises(BrokenLaw) as refused:
        check_game(broken.make(copy, folder), seeds=range(10))
    assert refused.value.law == copy.law, str(refused.value)
    assert copy.law in str(refused.value)
    assert refused.value.seen


def test_every_law_is_broken_by_some_copy() -> None:
    assert {law.name for law in LAWS} - {copy.law for copy in broken.COPIES} == OF_THE_ENGINE


def test_every_law_has_a_statement() -> None:
    assert [law.name for law in LAWS if not law.statement.endswith(".")] == []
