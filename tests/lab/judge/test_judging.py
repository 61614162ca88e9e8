"""Verdicts: lights, sentences, thresholds; and findings that the lab must reproduce."""

from pathlib import Path

import polars as pl
import pytest

from quincunx.catalogue import game
from quincunx.engine.errors import Refusal
from quincunx.engine.match import Match
from quincunx.lab.judge.statistics import Estimate
from quincunx.lab.judge.summary import summarise
from quincunx.lab.judge.verdicts import (
    AMBER,
    GREEN,
    GREY,
    RED,
    Verdict,
    copies,
    judge,
    light_of,
    quantity,
    thresholds_from,
)
from tests.lab.judge.test_metrics import measured
from tests.lab.runs import play, small_spec
from tests.suite.games import random_match
from tests.suite.scale import COMPILED

FAIR = {"good_least": 0.47, "good_most": 0.53, "bearable_least": 0.45, "bearable_most": 0.55}


@pytest.mark.parametrize(
    ("low", "high", "light"),
    [
        (0.48, 0.52, GREEN),
        (0.535, 0.545, AMBER),
        (0.535, 0.60, AMBER),
        (0.56, 0.60, RED),
        (0.10, 0.44, RED),
        (0.46, 0.50, GREY),
        (0.30, 0.70, GREY),
    ],
)
def test_a_light_shows_the_zone_of_the_whole_interval(low: float, high: float, light: str) -> None:
    assert light_of(Estimate((low + high) / 2, low, high, 1000), FAIR) == light


def test_a_handful_of_matches_decides_nothing() -> None:
    assert light_of(Estimate(0.5, 0.49, 0.51, 5), FAIR) == GREY


def table(outcomes: list[str], **columns: list[int]) -> pl.DataFrame:
    """Matches of duel with these results."""
    rows = len(outcomes)
    numbers = dict.fromkeys(
        ("swing", "margin", "choices", "covered", "behind", "settled", "repeats", "decision_moves", "decision_good"),
        [1] * rows,
    )
    frame = {"pairing": ["main"] * rows, "number": list(range(rows)), "pair": list(range(rows)), "swapped": [0] * rows}
    frame |= {"outcome": outcomes, "plies": [36] * rows, "leads": [[row % 250, row // 250] for row in range(rows)]}
    return pl.DataFrame(frame | numbers | columns, strict=False)


def verdict_on(name: str, games: pl.DataFrame, **thresholds: dict[str, float]) -> Verdict:
    verdicts = {verdict.name: verdict for verdict in judge(game("duel"), games, thresholds)}
    return verdicts[name]


def test_an_even_game_is_fair_and_a_lopsided_one_is_not() -> None:
    assert verdict_on("fair", table(["1", "2"] * 3000)).light == GREEN
    lost = verdict_on("fair", table(["2"] * 60 + ["1"] * 20))
    assert lost.light == RED
    assert "second side is better off" in lost.sentence
    assert "25.0 %" in lost.sentence
    assert "first side is better off" in verdict_on("fair", table(["1"] * 60 + ["2"] * 20)).sentence


def test_the_ladder_shows_whether_it_is_fair_between_stronger_players() -> None:
    """Its players swap seats, so that the stronger one does not bias the result."""
    main, ladder = table(["1", "2"] * 3000), table(["1"] * 60 + ["2"] * 20).with_columns(pairing=pl.lit("ladder-0"))
    assert verdict_on("fair", pl.concat([main, ladder])).light == GREEN
    verdict = verdict_on("fair_strong", pl.concat([main, ladder]))
    assert (verdict.light, verdict.estimate.value, verdict.estimate.n) == (RED, 0.75, 80)
    with pytest.raises(KeyError):
        verdict_on("fair_strong", main)


def test_not_enough_games_to_tell_is_a_verdict() -> None:
    unsure = verdict_on("fair", table(["1", "2"] * 20))
    assert unsure.light == GREY
    assert unsure.sentence.startswith("Not enough games to tell")
    assert unsure.estimate.n == 40
    assert unsure.estimate.low < 0.5 < unsure.estimate.high


def test_draws_have_no_winner() -> None:
    assert verdict_on("decisive", table(["draw"] * 50 + ["1", "2"] * 25)).light == RED
    assert verdict_on("decisive", table(["1", "2"] * 200)).light == GREEN


def test_players_who_always_play_the_same_are_detected() -> None:
    games = table(["1"] * 50).with_columns(leads=pl.Series([[1, 2, 3]] * 50))
    verdict = verdict_on("varied", games)
    assert verdict.light == RED
    assert "repeat themselves" in verdict.sentence


def test_a_match_on_a_mirrored_board_is_the_same_match() -> None:
    first = random_match(game("duel"), None, 7, 30)
    mirrored, other = Match("duel"), random_match(game("duel"), None, 8, 30)
    for text in first.moves:
        mirrored.play(text if text == "pass" else "fedcba"["abcdef".index(text[0])] + text[1:])
    measurements = [measured(match) for match in (first, mirrored, other)]
    leads = [sheets.leads[0, : len(first.moves)].tolist() for _, sheets in measurements]
    games = table(["1"] * 3, choices=[values["choices"] or 0 for values, _ in measurements]).with_columns(
        leads=pl.Series(leads)
    )
    assert copies(games).tolist() == [2, 2, 1]


def test_thresholds_can_be_changed_by_name() -> None:
    games = table(["1"] * 330 + ["2"] * 270)
    assert verdict_on("fair", games).light == GREY
    loose = verdict_on("fair", games, fair={"good_least": 0.3, "good_most": 0.7})
    assert loose.light == GREEN
    assert loose.limits["good_most"] == 0.7


@pytest.mark.parametrize("thresholds", [{"niceness": {"good_most": 1.0}}, {"fair": {"plies": 60.0}}])
def test_an_unknown_threshold_is_refused(thresholds: dict[str, dict[str, float]]) -> None:
    with pytest.raises(Refusal):
        judge(game("duel"), table(["1"] * 20), thresholds)


def test_thresholds_are_read_as_people_write_them() -> None:
    assert thresholds_from(["fair.good_most=0.6", "fair.good_least=.4"]) == {
        "fair": {"good_most": 0.6, "good_least": 0.4}
    }
    for text in ("fair", "fair=1", "fair.good_most=much", "fair.good_most=nan"):
        with pytest.raises(Refusal):
            thresholds_from([text])


def test_numbers_are_written_with_their_units() -> None:
    assert quantity(0.123, "share") == "12.3 %"
    assert quantity(12.34, "minutes") == "12.3 minutes"
    assert quantity(-0.5, "points") == "-0.50 points"


# What exhaustive search knows, and what simulation has shown.


@pytest.mark.parametrize("size", [3, pytest.param(4, marks=pytest.mark.long)])
def test_it_finds_that_duel_belongs_to_the_second_side(size: int, tmp_path: Path) -> None:
    spec = small_spec(variant={"size": size}, players=("hard",), games=16 if COMPILED else 10)
    summary = summarise(play(spec, tmp_path))
    fair = next(verdict for verdict in summary.verdicts if verdict.name == "fair")
    assert fair.light == RED
    assert fair.estimate.value == 0
    assert "second side is better off" in fair.sentence
    if size == 3:
        assert summary.known[0].startswith("Solved: with best play seat 2 (Green) wins")


@pytest.mark.long
def test_it_finds_that_cascade_with_equal_tokens_draws_too_often(tmp_path: Path) -> None:
    spec = small_spec("cascade", {"tokens": [12, 12, 12, 13]}, ("medium",), 80)
    draws = {v.name: v for v in judge(game("cascade"), play(spec, tmp_path).games())}["decisive"]
    assert draws.light in (AMBER, RED)
    assert "no winner" in draws.sentence
