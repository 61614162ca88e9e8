"""Whole games inside one kernel."""

import pytest

from quincunx.engine.game import AnyGame
from quincunx.engine.kernels.playouts import perft, playout, playouts
from quincunx.engine.kernels.randomness import below
from quincunx.engine.match import Match
from quincunx.engine.moves import count, numbers
from quincunx.engine.rules import PLAYING, moves, outcome, play
from tests.suite.games import every_game
from tests.suite.scale import scaled

PLIES = 400


def start(game: AnyGame, seed: int = 7) -> object:
    return Match(game, seed=seed).position


@every_game
def test_a_playout_is_the_same_every_time_and_ends(game: AnyGame) -> None:
    last = playout(start(game), 3, PLIES)
    assert game.describe(playout(start(game), 3, PLIES)) == game.describe(last)
    assert outcome(last) != PLAYING or last.ply == PLIES
    assert count(moves(last)) == 0 or last.ply == PLIES


@every_game
def test_a_playout_plays_the_moves_that_its_seed_says(game: AnyGame) -> None:
    position = start(game)
    for ply in range(12):
        choice = list(numbers(moves(position)))
        if not choice:
            break
        position = play(position, choice[below(len(choice), 5, 0, ply)])
        assert game.describe(playout(start(game), 5, ply + 1)) == game.describe(position)


@every_game
def test_other_seeds_play_other_games(game: AnyGame) -> None:
    ends = {str(game.describe(playout(start(game), seed, PLIES))) for seed in range(5)}
    assert len(ends) > 1


@every_game
def test_playouts_count_every_game_once(game: AnyGame) -> None:
    games = scaled(100, 5)
    done = playouts(start(game), 1, games, PLIES)
    assert done == playouts(start(game), 1, games, PLIES)
    assert done.games == games
    assert done.first + done.second + done.drawn + done.lost + done.unfinished == games
    assert 0 < done.moves <= games * PLIES
    assert done.signature != playouts(start(game), 2, games, PLIES).signature


@every_game
def test_playouts_that_may_not_move_are_unfinished(game: AnyGame) -> None:
    assert playouts(start(game), 1, 3, 0)[:7] == (3, 0, 0, 0, 0, 0, 3)


@every_game
def test_perft_counts_the_legal_moves_and_theirs(game: AnyGame) -> None:
    position = start(game)
    children = [play(position, move) for move in numbers(moves(position))]
    assert perft(position, 0) == 1
    assert perft(position, 1) == count(moves(position)) == len(game.legal_texts(position)) == len(children)
    assert perft(position, 2) == sum(perft(child, 1) for child in children)


@pytest.mark.parametrize("depth", [1, 2, 5])
@every_game
def test_a_match_that_is_over_has_no_games(game: AnyGame, depth: int) -> None:
    last = playout(start(game), 3, 5000)
    assert outcome(last) != PLAYING
    assert perft(last, depth) == 0
