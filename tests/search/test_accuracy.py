"""Accuracy on an honest scale: 100 is best play, about 40 random play. Checked on stored matches."""

import json
from statistics import fmean
from typing import Any

import pytest
from benchmarks.players import accuracy as benchmark

from quincunx import replay
from quincunx.engine.game import AnyGame
from quincunx.lab.run.players import RANDOM
from quincunx.search.analysis import accuracy
from tests.suite.games import GAMES, every_game
from tests.suite.scale import COMPILED

ROWS = [json.loads(line) for line in benchmark.LINES.read_text(encoding="utf-8").splitlines()]

LONG_ANALYSES = ("duel", "pushmine")
"""Their hints search deep at every ply."""


def rows(game: AnyGame, player: str) -> list[dict[str, Any]]:
    return [row for row in ROWS if (row["game"], row["player"]) == (game.slug, player)]


@every_game
def test_best_play_is_100_and_the_usual_random_move_40(game: AnyGame) -> None:
    assert accuracy(game, [0.0, 0.0]) == 100
    assert accuracy(game, [game.random_loss]) == 40
    assert accuracy(game, [0.0, 2 * game.random_loss]) == 40, "it is the mean of all moves that counts"
    assert accuracy(game, [1.0]) < 40


@every_game
def test_the_measure_is_what_random_play_loses(game: AnyGame) -> None:
    lost = [fmean(seat) for seat in benchmark.seat_losses(rows(game, RANDOM))]
    assert game.random_loss == pytest.approx(fmean(lost), rel=0.02)


@every_game
@pytest.mark.parametrize("player", list(benchmark.BANDS))
def test_random_play_and_medium_are_where_people_expect_them(game: AnyGame, player: str) -> None:
    played = rows(game, player)
    assert len(played) >= 200
    seats = benchmark.seat_losses(played)
    least, most = benchmark.BANDS[player]
    assert least <= fmean(accuracy(game, seat) for seat in seats) <= most


@pytest.mark.skipif(not COMPILED, reason="plain Python would search for minutes")
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.long if game.slug in LONG_ANALYSES else ()) for game in GAMES]
)
def test_a_stored_match_is_judged_as_it_was(game: AnyGame) -> None:
    row = next(row for row in rows(game, RANDOM) if "record" in row)
    match = replay(row["record"])
    assert benchmark.losses(match, benchmark.analysed(match)) == row["losses"]
