"""The table is complete, names nothing that is not there, and the page printed from it is not stale."""

import pytest

from tests.conformance.table import CONCERNS, GAMES, HERE, PAGE, markers, page, shown, statements

each_game = pytest.mark.parametrize("slug", GAMES)


@each_game
def test_every_statement_has_a_number_of_its_own_and_a_known_concern(slug: str) -> None:
    listed = statements(slug)
    assert len({statement.number for statement in listed}) == len(listed)
    assert {statement.concern for statement in listed} <= set(CONCERNS)


@each_game
def test_every_statement_about_the_rules_is_shown(slug: str) -> None:
    tests = shown(slug)
    assert [s.number for s in statements(slug) if s.concern == "rules" and (slug, s.number) not in tests] == []


@each_game
def test_no_test_shows_a_statement_that_is_not_there(slug: str) -> None:
    known = {(slug, statement.number) for statement in statements(slug)}
    assert [marker for marker in markers(slug) if (marker.game, marker.number) not in known] == []


@each_game
def test_every_test_of_a_specification_shows_some_statement(slug: str) -> None:
    tests = [line[4:].split("(")[0] for line in _lines(slug) if line.startswith("def test_")]
    assert tests == list(dict.fromkeys(marker.test for marker in markers(slug)))


@each_game
def test_no_ruling_is_left_undecided(slug: str) -> None:
    assert [statement.number for statement in statements(slug) if "Open:" in statement.ruling] == []


def test_the_page_is_not_stale() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tests.conformance.update"


def _lines(slug: str) -> list[str]:
    return (HERE / f"test_{slug}.py").read_text(encoding="utf-8").splitlines()
