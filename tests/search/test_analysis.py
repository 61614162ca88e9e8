"""Judging moves, and hints."""

import pytest

import quincunx
from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.search.analysis import analyse, expectation, label
from quincunx.search.hints import hint
from quincunx.search.hooks import WIN
from tests.suite.scale import COMPILED

LEVEL = "hard" if COMPILED else "easy"


@pytest.fixture
def match() -> quincunx.Match:
    match = quincunx.Match("duel", {"size": 3})
    for text in ("b2", "b1", "a1", "a2"):
        match.play(text)
    return match


def test_a_score_becomes_an_expected_result() -> None:
    assert expectation(0, 10) == 0.5
    assert expectation(WIN - 3, 10) == 1.0
    assert expectation(5 - WIN, 10) == 0.0
    assert 0.5 < expectation(5, 10) < expectation(20, 10) < 1.0


@pytest.mark.parametrize(
    ("loss", "word"), [(0.0, "best"), (0.04, "good"), (0.09, "inaccuracy"), (0.19, "mistake"), (0.6, "blunder")]
)
def test_a_loss_has_a_label(loss: float, word: str) -> None:
    assert label(loss) == word


@pytest.mark.skipif(not COMPILED, reason="plain Python would search for minutes")
def test_every_move_is_judged_and_each_side_has_an_accuracy(match: quincunx.Match) -> None:
    progress: list[tuple[int, int]] = []
    analysis = analyse(match, LEVEL, lambda done, total: progress.append((done, total)))
    assert [one.move for one in analysis.judgements] == list(match.moves)
    assert [one.seat for one in analysis.judgements] == [1, 2, 1, 2]
    assert len(analysis.accuracy) == 2
    assert all(0 <= accuracy <= 100 for accuracy in analysis.accuracy)
    assert progress[-1] == (4, 4)
    for one in analysis.judgements:
        assert one.loss == 0 or one.move != one.best


def test_an_analysis_can_be_cancelled(match: quincunx.Match) -> None:
    with pytest.raises(Refusal) as refusal:
        analyse(match, LEVEL, cancelled=lambda: True)
    assert refusal.value.errorCode == ErrorCode.CANCELLED


@pytest.mark.skipif(not COMPILED, reason="plain Python would search for minutes")
def test_a_hint_is_a_legal_move_with_a_reason_and_leaves_the_match_alone(match: quincunx.Match) -> None:
    assert not match.assisted
    advice = hint(match)
    assert advice.move in match.legal()
    assert advice.reason
    assert advice.sure == "proven", "five cells are left"
    assert not match.assisted, "marking it is the caller's business"
