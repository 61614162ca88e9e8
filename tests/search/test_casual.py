"""The player that overlooks moves: what it notices it judges soundly, and its oversights are its seed's."""

import numpy as np
import pytest

import quincunx
from quincunx.engine.moves import numbers
from quincunx.engine.player import MoveRequest
from quincunx.engine.rules import legal, play
from quincunx.search.casual import CasualPlayer
from quincunx.search.hooks import candidates
from tests.search.positions import duellers, middle
from tests.search.test_negamax import minimax


def asked(slug: str, seed: int, plies: int = 6) -> MoveRequest:
    game = quincunx.game(slug)
    return MoveRequest(game, middle(game, seed, plies), seed)


@pytest.mark.parametrize("slug", duellers())
def test_a_player_that_overlooks_nothing_plays_a_best_move_of_its_depth(slug: str) -> None:
    for seed in range(5):
        request = asked(slug, seed)
        choice = CasualPlayer(2, 0).choose(request)
        after = play(request.position, choice.move)
        scores = []
        for move in numbers(candidates(request.position, 0)):
            position = play(request.position, move)
            score = minimax(position, 1, 1)
            scores.append(score if position.turn == request.position.turn else -score)
        assert choice.score == max(scores)
        score = minimax(after, 1, 1)
        assert choice.score == (score if after.turn == request.position.turn else -score)


@pytest.mark.parametrize("slug", duellers())
def test_what_it_overlooks_depends_on_its_seed_alone(slug: str) -> None:
    game = quincunx.game(slug)
    position = middle(game, 3, 6)
    player = CasualPlayer(1, 80)
    choices = [player.choose(MoveRequest(game, position, seed)).move for seed in range(40)]
    assert choices == [player.choose(MoveRequest(game, position, seed)).move for seed in range(40)]
    assert all(legal(position, move) for move in choices)
    assert len(set(choices)) > 2


@pytest.mark.parametrize("slug", duellers())
def test_the_more_it_overlooks_the_worse_it_plays(slug: str) -> None:
    requests = [asked(slug, seed, 4 + seed % 9) for seed in range(60)]

    def total(overlooks: int) -> int:
        return sum(CasualPlayer(1, overlooks).choose(request).score or 0 for request in requests)

    assert total(0) > total(60) > total(100)


def test_a_player_whose_time_is_up_still_gives_a_legal_move() -> None:
    request = asked("pushmine", 1)
    stopped = MoveRequest(request.game, request.position, 1, stop=np.ones(1, np.int64))
    choice = CasualPlayer(4, 0).choose(stopped)
    assert choice.cut_short
    assert legal(request.position, choice.move)
