"""Judging moves, and hints."""

import pytest

import quincunx
from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.search.analysis import (
    Judgement,
    accuracies,
    accuracy,
    analyse,
    expectation,
    forced_plies,
    label,
    losses_by_seat,
)
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


@pytest.fixture
def whole() -> quincunx.Match:
    """A match in which both sides had four choices."""
    match = quincunx.Match("duel", {"size": 3})
    for text in ("a1", "a3", "a2", "b3", "b1", "c3", "c1", "b2", "c2"):
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


def judged(match: quincunx.Match, losses: dict[int, float]) -> list[Judgement]:
    """All moves of a match as if they had been judged; those that are not named lost nothing."""
    return [
        Judgement(ply, turn.seat, turn.text, turn.text, "", 0.5, losses.get(ply, 0.0), "")
        for ply, turn in enumerate(match.history)
    ]


def test_the_only_legal_move_counts_for_no_accuracy(whole: quincunx.Match) -> None:
    assert forced_plies(whole) == {8}, "for Red's last tile one cell is left"
    red, green = accuracies(whole, judged(whole, {0: 0.4, 1: 0.2}))
    assert red == accuracy(whole.game, [0.4, 0.0, 0.0, 0.0])
    assert green == accuracy(whole.game, [0.2, 0.0, 0.0, 0.0])


def test_fewer_than_four_choices_give_no_accuracy(whole: quincunx.Match) -> None:
    for plies, expected in ((6, (None, None)), (7, (100.0, None)), (8, (100.0, 100.0))):
        match = quincunx.Match("duel", {"size": 3})
        for text in whole.moves[:plies]:
            match.play(text)
        assert accuracies(match, judged(match, {})) == expected


def test_the_filling_counts_for_no_accuracy() -> None:
    match = quincunx.Match("duel", {"size": 3}, setup={"cells": ["RR.", "G.G", "..."], "turn": 2})
    match.play("c1")
    while legal := match.legal():
        match.play(legal[-1])
    assert forced_plies(match) == set(range(1, len(match.history))), "Red is closed in; Green fills where it likes"
    assert losses_by_seat(match, judged(match, {0: 0.3, 2: 0.4})) == [[], [0.3]]


@pytest.mark.skipif(not COMPILED, reason="plain Python would search for minutes")
def test_every_move_is_judged_and_each_side_has_an_accuracy(whole: quincunx.Match) -> None:
    progress: list[tuple[int, int]] = []
    analysis = analyse(whole, LEVEL, lambda done, total: progress.append((done, total)))
    assert [one.move for one in analysis.judgements] == list(whole.moves)
    assert [one.seat for one in analysis.judgements] == [1, 2, 1, 2, 1, 2, 1, 2, 1]
    assert len(analysis.accuracy) == 2
    assert all(value is not None and 0 <= value <= 100 for value in analysis.accuracy)
    assert progress[-1] == (9, 9)
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
