"""The predicates of all principles, beside a second implementation with lists and loops."""

import pytest

from quincunx.catalogue import all_games
from quincunx.engine.game import AnyGame
from quincunx.engine.moves import PASS, numbers
from quincunx.engine.rules import moves
from quincunx.search.advice.principles import Principle
from quincunx.search.advice.prompt import guidance_of
from tests.search.advice.naive_principles import NAIVE
from tests.search.positions import middle
from tests.suite.scale import seeds

PROMPTED = [game for game in all_games() if game.guidance is not None]
PRINCIPLES = [
    pytest.param(game, principle, id=f"{game.slug}-{principle.name}")
    for game in PROMPTED
    for principle in guidance_of(game).principles
]
PLIES = {"duel": (3, 12, 25, 30), "mosaic": (2, 9), "cascade": (2, 9), "pushmine": (4, 12, 20)}


def test_every_game_for_two_has_principles_and_each_of_them_a_second_implementation() -> None:
    assert {game.slug for game in PROMPTED} == {game.slug for game in all_games() if game.seats == 2}
    for game in PROMPTED:
        assert len(guidance_of(game).principles) >= 5
        assert set(NAIVE[game.slug]) == set(guidance_of(game).by_name)


@seeds(2, 20, 2)
@pytest.mark.parametrize(("game", "principle"), PRINCIPLES)
def test_a_predicate_is_what_its_second_implementation_says(game: AnyGame, principle: Principle, seeds: range) -> None:
    held = set()
    for seed in seeds:
        for plies in PLIES[game.slug]:
            variant = {"truce": 4} if game.slug == "duel" and seed % 2 else None
            position = middle(game, seed, plies, variant)
            for move in numbers(moves(position)):
                text = game.write_move(position, move)
                if text != "pass":
                    expected = NAIVE[game.slug][principle.name](game, position, text)
                    assert principle.holds(position, move) == expected, f"{text} in {game.describe(position)}"
                    held.add(expected)
    assert held == {True, False}


@pytest.mark.parametrize(("game", "principle"), PRINCIPLES)
def test_a_pass_conforms_to_nothing(game: AnyGame, principle: Principle) -> None:
    if game.slug != "pushmine":  # which has no passes
        assert not principle.holds(middle(game, 1, 4), PASS)
