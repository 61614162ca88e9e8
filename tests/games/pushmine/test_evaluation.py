"""How the search rates positions: signs, bounds, symmetries, and what it tries first."""

from typing import Any

import pytest

from quincunx.engine.moves import HIGH, Moves, contains, numbers
from quincunx.engine.rules import PLAYING, evaluate, moves, play
from quincunx.games.pushmine.evaluation.tactics import immediate_wins
from quincunx.games.pushmine.evaluation.weights import (
    BASELINE,
    BASELINE_WEIGHTS,
    CLEAR_LEAD,
    IMPROVED,
    IMPROVED_WEIGHTS,
    PLAIN,
    WINS_NEXT,
    Weights,
    weights_of,
)
from quincunx.games.pushmine.rules import Pushmine
from quincunx.search.analysis import expectation
from quincunx.search.hooks import CERTAIN, WIN, can_repeat, candidates, promise, rate
from quincunx.search.iterative_deepening import deepen
from quincunx.search.negamax import REPEATED, negamax
from quincunx.search.workspace import INFINITY
from tests.games.pushmine.boards import (
    PUSHMINE,
    VARIANTS,
    WAYS,
    random_position,
    seats_swapped,
    set_up,
    turned,
    turned_move,
)
from tests.search.positions import fresh_memory
from tests.suite.scale import scaled

STYLES = (BASELINE, IMPROVED, PLAIN)
SEEDS = range(scaled(30, 5))

each_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


def positions(variant: Any) -> list[Pushmine]:
    candidates = (random_position(seed, 4 + seed % 30, variant) for seed in SEEDS)
    return [position for position in candidates if position.result == PLAYING]


def quiet(*rows: str, style: int = IMPROVED, **fields: Any) -> int:
    """The worth of a drawn position for X, who is to move."""
    return rate(set_up(*rows, **fields), style)


@each_variant
def test_a_turned_board_is_worth_the_same(variant: Any) -> None:
    for position in positions(variant):
        for style in STYLES:
            assert {rate(turned(position, way), style) for way in WAYS} == {rate(position, style)}


@each_variant
def test_it_does_not_matter_which_seat_has_the_stones(variant: Any) -> None:
    for position in positions(variant):
        for style in STYLES:
            assert rate(seats_swapped(position), style) == rate(position, style)


@each_variant
def test_moves_on_a_turned_board_are_turned_moves(variant: Any) -> None:
    """The rules are symmetric too, or the tests above would mean little."""
    for position in positions(variant)[: scaled(8, 2)]:
        for way in WAYS:
            for move in numbers(moves(position)):
                image = turned_move(move, position.options.size, way)
                assert contains(moves(turned(position, way)), image)
                assert play(turned(position, way), image) == turned(play(position, move), way)


@pytest.mark.parametrize("way", WAYS[1:])
def test_turned_positions_have_turned_scores(way: int) -> None:
    for seed in range(scaled(6, 1)):
        position, depth = random_position(seed, 10), scaled(4, 2)
        plain = deepen(position, depth, IMPROVED, fresh_memory())
        image = deepen(turned(position, way), depth, IMPROVED, fresh_memory())
        assert image.best == plain.best
        assert sorted(image.equals) == sorted(turned_move(move, 5, way) for move in plain.equals)


@each_variant
def test_only_a_win_in_one_is_worth_as_much_as_one(variant: Any) -> None:
    for position in positions(variant):
        for style in (BASELINE, IMPROVED):
            worth = rate(position, style)
            assert worth == WINS_NEXT if immediate_wins(position) else abs(worth) < WINS_NEXT // 2
    assert WINS_NEXT < CERTAIN


def test_the_largest_guess_there_can_be_is_smaller_than_a_win_in_one() -> None:
    """No feature counts more than four times for each of 36 cells."""
    assert 4 * 36 * max(abs(weight) for weight in IMPROVED_WEIGHTS) < WINS_NEXT


def test_every_guess_is_a_chance_between_losing_and_winning() -> None:
    """An analysis asks for the expected result of any score, however certain."""
    assert PUSHMINE.scale == CLEAR_LEAD
    for score in (-WIN, -WINS_NEXT, -CLEAR_LEAD, 0, CLEAR_LEAD, WINS_NEXT, WIN):
        assert 0 <= expectation(score, PUSHMINE.scale) <= 1
    assert expectation(CLEAR_LEAD, PUSHMINE.scale) == pytest.approx(0.73, abs=0.005)


def test_the_weights_have_the_signs_of_the_specification() -> None:
    assert weights_of(IMPROVED) == IMPROVED_WEIGHTS
    assert weights_of(BASELINE) == BASELINE_WEIGHTS
    for weights in (BASELINE_WEIGHTS, IMPROVED_WEIGHTS):
        good = (weights.open_threes, weights.closed_threes, weights.inventory, weights.key_stones, weights.mobility)
        assert min(good) > 0 > weights.danger
    assert BASELINE_WEIGHTS.fork == BASELINE_WEIGHTS.frozen_lanes == 0
    assert IMPROVED_WEIGHTS.fork < 0 < IMPROVED_WEIGHTS.frozen_lanes


COUNTED: list[tuple[tuple[str, ...], dict[str, Any], dict[str, int]]] = [
    # a board, X to move; other fields; its features, counted by hand for X less those for O
    (("X....",), {}, {"stones": 1}),
    ((".....", ".X..."), {}, {"stones": 1, "off_the_edge": 1}),
    ((".....", ".....", "..X.."), {}, {"stones": 1, "off_the_edge": 1, "in_the_centre": 1}),
    (("X...O",), {"mines": [1, 0]}, {"inventory": 3}),
    (("X...O",), {"mines": [2, 9]}, {"inventory": 5 - 6}),
    ((".....", ".XXX."), {}, {"stones": 3, "off_the_edge": 3, "open_threes": 2, "mobility": -4}),
    ((".....", ".OOO."), {}, {"stones": -3, "off_the_edge": -3, "open_threes": -2, "mobility": 4}),
    ((".....", ".OOO.", "..*.."), {},
     {"stones": -3, "off_the_edge": -3, "open_threes": -2, "mobility": 4, "key_stones": 1}),
    ((".....", "XOOO."), {},
     {"stones": -2, "off_the_edge": -3, "open_threes": -1, "closed_threes": -1, "mobility": 4}),
    (("OOO..",), {}, {"stones": -3, "open_threes": -1, "mobility": 4, "danger": 2, "fork": 1}),
    (("OOO*.",), {}, {"stones": -3, "closed_threes": -1, "mobility": 4, "key_stones": 1, "frozen_lanes": 2}),
]  # fmt: skip


@pytest.mark.parametrize(("rows", "fields", "counts"), COUNTED, ids=lambda given: " ".join(given))
def test_each_feature_counts_by_its_weight(
    rows: tuple[str, ...], fields: dict[str, Any], counts: dict[str, int]
) -> None:
    for style in (BASELINE, IMPROVED):
        by_hand = sum(getattr(weights_of(style), feature) * count for feature, count in counts.items())
        assert rate(set_up(*rows, **fields), style) == by_hand


def test_every_feature_was_counted_on_some_board() -> None:
    assert {feature for _, _, counts in COUNTED for feature in counts} == set(Weights._fields)


def test_a_three_of_the_other_side_is_bad_and_worse_if_it_can_be_completed_at_once() -> None:
    scattered = quiet("O.O..", ".....", ".....", ".O...", "X.X.X")
    closed = quiet("OOOX.", ".....", ".....", ".....", "X...X")
    still_open = quiet("OOO..", ".....", ".....", ".....", "X.X.X")
    assert still_open < closed < scattered


def test_the_plain_style_is_the_rules_own_count() -> None:
    for position in positions("standard"):
        assert rate(position, PLAIN) == evaluate(position)
        assert candidates(position, PLAIN) == moves(position)


@each_variant
def test_a_side_that_can_win_looks_at_nothing_else(variant: Any) -> None:
    for position in positions(variant):
        wins = immediate_wins(position)
        expected = Moves(0, sum(1 << (move - HIGH) for move in wins)) if wins else moves(position)
        assert candidates(position, IMPROVED) == expected


def test_moves_that_get_in_the_way_of_a_three_are_tried_first_and_idle_mines_last() -> None:
    position = set_up("OOO..", ".....", "X....", mines=[1, 0])
    worth = {
        PUSHMINE.write_move(position, move): promise(position, move, IMPROVED) for move in numbers(moves(position))
    }
    assert worth["1<"] > worth["5<"] > worth["*e5"]
    assert worth["bv"] == worth["d^"] == worth["*d1"] == worth["1>"]
    assert {promise(position, move, PLAIN) for move in numbers(moves(position))} == {0}


def test_a_search_rates_a_repeated_position_a_little_lower_than_a_draw() -> None:
    """On 4×4 two pushes of 3> bring the position back: a search that knows the past counts that as a repetition."""
    position = set_up("....", "....", "OXOX", variant="blitz", barred="3<")
    assert can_repeat(position)
    after = play(position, PUSHMINE.read_move(position, "3>"))
    again = play(after, PUSHMINE.read_move(after, "3>"))
    assert again._replace(ply=0) == position
    memory = fresh_memory()
    negamax(position, 2, -INFINITY, INFINITY, 0, PLAIN, memory)
    assert negamax(again, 2, -INFINITY, INFINITY, 2, PLAIN, memory) == -REPEATED
