"""Players by name, and budgets."""

from fractions import Fraction

import numpy as np
import pytest

from quincunx.catalogue import game
from quincunx.engine.errors import Refusal
from quincunx.engine.game import AnyGame
from quincunx.lab.run.lab_match import LabMatch, random_games
from quincunx.lab.run.players import UniformPlayer, find_player, scaled_name
from tests.suite.games import every_game
from tests.suite.scale import scaled as scaled_number


@every_game
def test_every_level_is_a_player(game: AnyGame) -> None:
    for level in game.levels:
        assert find_player(game, level) is game.levels[level].player


@every_game
def test_a_hard_player_has_a_budget_that_can_be_doubled(game: AnyGame) -> None:
    hard = game.levels["hard"].player
    doubled = find_player(game, "hard*2")
    assert doubled.budget == 2 * hard.budget > 0
    assert doubled.scaled(Fraction(1, 2)) == hard


def test_a_player_that_stops_at_a_depth_has_no_budget_to_double() -> None:
    medium, easy = (game("pushmine").levels[name].player for name in ("medium", "easy"))
    assert medium.budget > easy.budget == 0
    for player in (medium, easy, game("duel").levels["easy"].player):
        assert player.scaled(Fraction(2)) is None


@pytest.mark.parametrize("name", ["easy/4", "medium*2", "hard*0", "hard/0", "random*2"])
def test_a_budget_that_cannot_be_scaled_is_refused(name: str) -> None:
    with pytest.raises(Refusal, match="has no search budget to scale"):
        find_player(game("pushmine"), name)


@pytest.mark.parametrize(
    ("factor", "name"), [(Fraction(1), "hard"), (Fraction(2), "hard*2"), (Fraction(1, 8), "hard/8")]
)
def test_budgets_have_names(factor: Fraction, name: str) -> None:
    assert scaled_name("hard", factor) == name


@every_game
def test_the_kernel_plays_at_random_as_the_player_does(game: AnyGame) -> None:
    for seed in range(scaled_number(5, 1)):
        first = game.new(game.variant(), seed)
        most = scaled_number(200, 20)
        played, lengths = np.zeros((1, most), np.int64), np.zeros(1, np.int64)
        random_games(first, np.array([seed], np.int64), played, lengths)
        slowly = LabMatch(game, first, seed, (UniformPlayer(), UniformPlayer())).play_on(most, 0)
        assert played[0, : lengths[0]].tolist() == slowly.moves
