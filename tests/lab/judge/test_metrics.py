"""Metrics by events and metrics by kernels are the same numbers, in every game."""

from typing import Any

import numpy as np
import pytest

from quincunx.engine.game import AnyGame
from quincunx.engine.match import Match
from quincunx.lab.judge.common_questions import questions_for
from quincunx.measure.gauge import gauge_of
from quincunx.measure.match_metrics import match_metrics, story_of
from quincunx.measure.question import DesignQuestion
from quincunx.measure.sheet import NOTHING, Sheets
from tests.suite.games import GAMES, every_game, every_preset, playable, random_match
from tests.suite.scale import scaled
from tests.suite.variants import random_options

MOST_PLIES = 300


def measured(match: Match) -> tuple[dict[str, int | None], Sheets]:
    """A match's metrics as the kernel counts them."""
    gauge = gauge_of(match.game)
    cells = match.describe()["cells"]
    sheets = gauge.sheets(1, MOST_PLIES, np.zeros((len(cells), len(cells[0])), np.int64))
    played = np.array([[turn.move for turn in match.history]], np.int64)
    gauge.measure(match.first, played, np.array([len(match.history)], np.int64), sheets)
    values: dict[str, int | None] = {}
    for slot, metric in enumerate(gauge.metrics):
        value = int(sheets.values[0, slot])
        values[metric.name] = None if value == NOTHING and metric.least >= 0 else value
    return values, sheets


def from_events(match: Match) -> dict[str, int | None]:
    """A match's metrics as its events give them."""
    story = story_of(match)
    return {metric.name: metric.value(story) for metric in gauge_of(match.game).metrics}


@every_preset
def test_kernels_and_events_count_the_same(game: AnyGame, preset: str) -> None:
    for seed in range(scaled(8, 1)):
        match = random_match(game, playable(game, preset), seed, scaled(MOST_PLIES, 25))
        assert measured(match)[0] == from_events(match)


@every_game
def test_kernels_and_events_count_the_same_in_random_variants(game: AnyGame) -> None:
    for seed in range(scaled(25, 2)):
        match = random_match(game, random_options(game, seed), seed, scaled(MOST_PLIES, 20))
        assert measured(match)[0] == from_events(match), match.record().as_text()


@every_game
def test_a_match_that_has_just_begun_can_be_measured(game: AnyGame) -> None:
    match = Match(game, playable(game, "standard"), 3)
    values = measured(match)[0]
    assert values == from_events(match)
    assert values["plies"] == 0
    assert values["result"] == 0


@every_game
def test_the_heat_map_holds_the_cells_that_were_covered(game: AnyGame) -> None:
    match = random_match(game, playable(game, "standard"), 5, 40)
    values, sheets = measured(match)
    touched = int((sheets.heat > 0).sum())
    assert touched == (values["absorbed"] if game.slug == "flood" else values["covered"])


@every_game
def test_every_metric_says_what_it_is(game: AnyGame) -> None:
    metrics = gauge_of(game).metrics
    names = [metric.name for metric in metrics]
    assert len(set(names)) == len(names)
    for metric in metrics:
        assert metric.name.isidentifier()
        assert metric.note
        assert metric.most is None or metric.least <= metric.most


@every_game
def test_values_stay_within_their_ranges(game: AnyGame) -> None:
    for seed in range(scaled(10, 1)):
        match = random_match(game, playable(game, "standard"), seed, scaled(MOST_PLIES, 30))
        for name, metric in match_metrics(match).items():
            least, most = metric["range"]
            value = metric["value"]
            assert value is None or least <= value <= (most if most is not None else value), name


def every_question() -> list[Any]:
    return [pytest.param(one, id=f"{game.slug}-{one.name}") for game in GAMES for one in questions_for(game)]


@pytest.mark.parametrize("question", every_question())
def test_every_question_has_zones_and_a_sentence_for_each_answer(question: DesignQuestion) -> None:
    limits = question.limits
    assert limits.keys() & {"good_least", "good_most"}
    assert limits.get("bearable_least", 0) <= limits.get("good_least", 0)
    assert limits.get("bearable_most", 0) >= limits.get("good_most", 0)
    assert bool(question.low) == ("good_least" in limits)
    assert bool(question.high) == ("good_most" in limits)
    assert set(question.notes) == set(limits) - {"good_least", "good_most", "bearable_least", "bearable_most"}
    for sentence in (question.good, question.low, question.high):
        assert not sentence or "7" in sentence.format(estimate=7, interval=7, n=7, **limits)


def test_the_common_metrics_serve_a_game_without_a_gauge() -> None:
    class Bare:
        gauge = None

    gauge = gauge_of(Bare())  # type: ignore[arg-type]
    match = random_match(GAMES[1], None, 2, 30)
    sheets = gauge.sheets(1, 100, np.zeros((7, 7), np.int64))
    played = np.array([[turn.move for turn in match.history]], np.int64)
    gauge.measure(match.first, played, np.array([played.size], np.int64), sheets)
    assert int(sheets.values[0, 0]) == played.size
    assert len(gauge.metrics) == sheets.values.shape[1]
