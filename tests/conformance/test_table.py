"""The table is complete, names nothing that is not there, and the page printed from it is not stale."""

import pytest

from tests.conformance.table import CONCERNS, GAMES, HERE, PAGE, all_markers, modules, page, shown, statements

each_game = pytest.mark.parametrize("slug", GAMES)


@each_game
def test_every_statement_has_a_number_of_its_own_and_a_known_concern(slug: str) -> None:
    listed = statements(slug)
    assert len({statement.number for statement in listed}) == len(listed)
    assert {statement.concern for statement in listed} <= set(CONCERNS)


@each_game
def test_every_statement_is_shown_by_a_test_or_a_benchmark(slug: str) -> None:
    tests = shown(slug)
    assert [s.number for s in statements(slug) if (slug, s.number) not in tests and not s.benchmarks] == []


@each_game
def test_every_benchmark_has_its_figure_and_a_ruling_admits_a_target_that_is_missed(slug: str) -> None:
    for statement in statements(slug):
        missed = [benchmark for benchmark in statement.benchmarks if not benchmark.measured().met]
        assert not missed or "missed" in statement.ruling.lower(), (statement.number, missed)


def test_no_test_shows_a_statement_that_is_not_there() -> None:
    known = {(slug, statement.number) for slug in GAMES for statement in statements(slug)}
    assert [marker for marker in all_markers() if (marker.game, marker.number) not in known] == []


@pytest.mark.parametrize("module", modules())
def test_every_test_of_a_specification_shows_some_statement(module: str) -> None:
    lines = (HERE / f"{module}.py").read_text(encoding="utf-8").splitlines()
    tests = [line[4:].split("(")[0] for line in lines if line.startswith("def test_")]
    assert tests == list(dict.fromkeys(marker.test for marker in all_markers() if marker.module == module))


@each_game
def test_no_ruling_is_left_undecided(slug: str) -> None:
    assert [statement.number for statement in statements(slug) if "Open:" in statement.ruling] == []


def test_the_page_is_not_stale() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tests.conformance.update"
