"""How AI players rate positions: bounds, symmetries, and what an imminent reshuffle is worth."""

from typing import Any

import pytest

from quincunx.engine.moves import PASS
from quincunx.engine.rules import DRAWN, WON_BY_1, WON_BY_2, evaluate, play
from quincunx.games.mosaic.evaluation import (
    EVEN,
    MOST_TOLD,
    SEEN,
    SURE,
    TO_MOVE,
    chance,
    final_chance,
    is_decided,
)
from quincunx.games.mosaic.rules import Mosaic
from quincunx.search.hooks import CERTAIN, WIN, rate, reward
from quincunx.search.iterative_deepening import deepen
from tests.games.mosaic.boards import VARIANTS, mirrored, mirrored_move, seen, set_up, with_colours_turned
from tests.search.positions import fresh_memory
from tests.suite.scale import scaled

SEEDS = range(scaled(20, 4))
DEPTH = scaled(4, 2)
each_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


def positions(variant: dict[str, int]) -> list[Mosaic]:
    return [seen(seed, seed % 12, variant) for seed in SEEDS]


def dead(**fields: Any) -> Mosaic:
    """A board of `?` and a few tokens, without a swap."""
    return set_up("????", "?a??", "??b?", "????", **fields)


@each_variant
def test_an_unfinished_position_is_never_rated_as_won(variant: dict[str, int]) -> None:
    for position in positions(variant):
        assert abs(rate(position, 0)) < CERTAIN
        for gain in (-1000, 0, 1000):
            assert 0 <= chance(position, gain) <= SURE


@each_variant
def test_a_search_sees_the_same_in_a_mirror_in_other_colours_and_from_the_other_seat(variant: dict[str, int]) -> None:
    for position in positions(variant):
        result = deepen(position, DEPTH, 0, fresh_memory())
        mirror = deepen(mirrored(position), DEPTH, 0, fresh_memory())
        assert {mirrored_move(move, position.options.cols) for move in result.equals} == set(mirror.equals)
        assert result.best == mirror.best
        for same in (with_colours_turned(position), position._replace(turn=3 - position.turn)):
            assert set(deepen(same, DEPTH, 0, fresh_memory()).equals) == set(result.equals)
            assert deepen(same, DEPTH, 0, fresh_memory()).best == result.best


def test_the_odds_of_the_two_sides_mirror_each_other() -> None:
    ahead = dead(scores=[400, 300])
    behind = ahead._replace(score=300, other_score=400)
    assert chance(ahead, 0) + chance(behind, 0) > SURE, "it is good to be to move"
    as_good = round(-2 * TO_MOVE * ahead.options.token_points * SEEN[1] / SEEN[0])
    assert chance(ahead, 0) + chance(behind, as_good) == pytest.approx(SURE, abs=2)


def test_a_lead_counts_for_more_the_nearer_the_end_is() -> None:
    chances = [chance(dead(scores=[score + 50, score]), 0) for score in (0, 300, 600, 900)]
    assert chances == sorted(set(chances))
    by_limit = [chance(dead(scores=[250, 200], moves_made=[made, made]), 0) for made in (4, 12, 16, 19)]
    assert by_limit == sorted(set(by_limit))


def test_odds_do_not_depend_on_what_a_token_pays() -> None:
    tenfold = dead(scores=[400, 300])
    single = dead(scores=[40, 30], variant={"token_points": 1, "target": 100})
    assert chance(tenfold, 60) == chance(single, 6)


def test_an_imminent_reshuffle_is_worth_the_lead_and_no_more() -> None:
    position = dead(scores=[70, 40], passes=1)
    after = play(position._replace(supply=position.supply._replace(known=0)), PASS)
    assert after.result == WON_BY_1, "an observation ends as at the limit"
    assert not is_decided(after)
    assert reward(after, 1, 0) == evaluate(after) == -30
    assert final_chance(after) == EVEN - 30


def test_a_target_or_a_limit_decides() -> None:
    at_target = dead(scores=[0, 1000], turn=1)
    assert at_target.result == WON_BY_2
    assert reward(at_target, 3, 0) == 3 - WIN
    assert final_chance(at_target) == 0
    at_limit = dead(scores=[50, 40], moves_made=[20, 20])
    assert at_limit.result == WON_BY_1
    assert reward(at_limit, 2, 0) == WIN - 2
    assert final_chance(at_limit) == SURE
    drawn = dead(scores=[50, 50], moves_made=[20, 20])
    assert drawn.result == DRAWN
    assert reward(drawn, 2, 0) == 0
    assert final_chance(drawn) == EVEN


def test_of_two_draws_the_one_with_more_points_is_a_little_better() -> None:
    better, worse = (
        dead(scores=scores, moves_made=[20, 20], variant={"limit_rule": "draw"}) for scores in ([90, 50], [50, 900])
    )
    assert final_chance(worse) < EVEN < final_chance(better)
    assert final_chance(better) == EVEN + 40
    assert final_chance(worse) >= EVEN - MOST_TOLD
