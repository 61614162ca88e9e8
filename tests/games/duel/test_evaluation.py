"""How the search rates positions: sizes, bounds and symmetries."""

import pytest

from quincunx.engine.kernels.bits import popcount
from quincunx.engine.moves import PASS, numbers
from quincunx.engine.rules import moves, play
from quincunx.games.duel.evaluation import TILE, TO_MOVE, WON, margin_of, margin_score
from quincunx.games.duel.rules import Duel, empty
from quincunx.search.hooks import CERTAIN, promise, rate, reward
from quincunx.search.iterative_deepening import deepen
from tests.games.duel.boards import DUEL, random_position, set_up, turned, turned_cell
from tests.search.positions import fresh_memory
from tests.suite.scale import scaled

SEEDS = range(scaled(40, 10))
WAYS = range(8)
VARIANTS = [{}, {"truce": 4}, {"size": 7}, {"size": 3}, {"reentry": False}]

each_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


def positions(variant: dict[str, int]) -> list[Duel]:
    size = variant.get("size", 6)
    return [random_position(seed, 1 + seed % (size * size), variant) for seed in SEEDS]


@each_variant
def test_a_turned_board_is_worth_the_same(variant: dict[str, int]) -> None:
    for position in positions(variant):
        assert {rate(turned(position, way), 0) for way in WAYS} == {rate(position, 0)}


@each_variant
def test_what_is_good_for_one_side_is_bad_for_the_other(variant: dict[str, int]) -> None:
    for position in positions(variant):
        swapped = position._replace(
            own=position.other, other=position.own, own_free=position.other_free, other_free=position.own_free
        )
        tempo = 0 if abs(rate(position, 0)) > WON else TO_MOVE
        assert rate(swapped, 0) - tempo == -(rate(position, 0) - tempo)


@each_variant
def test_no_guess_is_as_large_as_a_win(variant: dict[str, int]) -> None:
    for position in positions(variant):
        assert abs(rate(position, 0)) < WON or position.own == 0 or position.other == 0
    assert WON + 49 * TILE < CERTAIN


def test_the_largest_guess_there_can_be_is_smaller_than_a_win() -> None:
    stripes = set_up(*(["R.R.R.R", ".R.R.R."] * 3), "R.R.R.R")
    assert WON > rate(stripes, 0) > 40 * TILE


def test_a_side_that_can_never_place_again_has_lost_the_whole_board() -> None:
    assert margin_of(rate(set_up("...", ".G.", "...", reentry=False), 0)) == -9
    assert margin_of(rate(set_up("...", ".R.", "...", reentry=False), 0)) == 9
    assert abs(rate(set_up("...", ".R.", "..."), 0)) < WON


def test_the_end_is_worth_its_margin() -> None:
    for seed in SEEDS:
        over = random_position(seed, 0)
        margin = popcount(over.own) - popcount(over.other)
        assert margin_of(reward(over, 9, 0)) == margin
        assert reward(over, 9, 0) == margin_score(margin)


def test_margins_and_scores_go_both_ways_and_keep_their_order() -> None:
    scores = [margin_score(margin) for margin in range(-49, 50)]
    assert scores == sorted(scores)
    assert [margin_of(score) for score in scores] == list(range(-49, 50))


def test_captures_are_tried_first_and_safe_ones_before_others() -> None:
    position = set_up("R.G...", "..G...", ".G....", "......", "......", "......")
    worths = {DUEL.write_move(position, move): promise(position, move, 0) for move in numbers(moves(position))}
    assert worths["b1"] > worths["a2"]
    walled = set_up("RRG", "RRG", "R.G")
    assert promise(walled, 17, 0) > promise(set_up("RRG", "RR.", "R.G"), 17, 0)
    assert promise(walled, PASS, 0) == 0


@pytest.mark.parametrize("way", WAYS[1:])
def test_turned_positions_have_turned_scores(way: int) -> None:
    for seed in range(scaled(6, 2)):
        position = random_position(seed, scaled(18, 6), {"size": scaled(6, 4)})
        size, depth = position.options.size, scaled(6, 3)
        plain = deepen(position, depth, 0, fresh_memory())
        image = deepen(turned(position, way), depth, 0, fresh_memory())
        assert image.best == plain.best
        if plain.equals != [PASS]:
            assert sorted(image.equals) == sorted(turned_cell(move, size, way) for move in plain.equals)


def test_a_pass_changes_nothing_but_the_turn() -> None:
    stuck = set_up("RG.", "GG.", "...")
    after = play(stuck, PASS)
    assert (after.own, after.other, empty(after)) == (stuck.other, stuck.own, empty(stuck))
