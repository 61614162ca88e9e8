"""The features of a move, counted by hand on small boards."""

import pytest

from quincunx.engine.kernels.bits import popcount
from quincunx.engine.moves import numbers
from quincunx.engine.notation import read_cell
from quincunx.engine.rules import moves
from quincunx.games.duel.move_features import (
    UNITS,
    USUAL_WEIGHTS,
    best_weighed,
    borders,
    features_of,
    is_late,
    worth,
)
from quincunx.games.duel.rules import Duel
from tests.games.duel.boards import random_position, set_up, turned, turned_cell

NOTHING = dict.fromkeys(USUAL_WEIGHTS, 0)


def features(position: Duel, text: str) -> dict[str, int]:
    return dict(features_of(position, read_cell(text, position.options.size, position.options.size)))


def test_the_features_of_a_capture() -> None:
    position = set_up("RG..", ".G..", "....", "....")
    assert features(position, "a2") == {
        "captures": 1,  # b2
        "recaptures": 0,  # green b1 can only go to c1, which touches no red tile
        "frontier": 2,  # a2 and b2
        "edges": 1,  # a2
        "corners": 0,
        "centre": 1,  # b2 is one step from the edge
        "mobility": 3 - 1,  # a3, b3 and c2; c1
        "compactness": 2,  # a1-a2 and a2-b2
        "endgame_greed": 0,  # it is early
    }


def test_a_protected_tile_is_no_frontier() -> None:
    bare = set_up("R...", "....", "....", "...G", protect_first=True)
    position = bare._replace(own_guard=bare.own, other_guard=bare.other)
    assert features(position, "b1")["frontier"] == 1, "b1 can be turned, a1 cannot"


@pytest.mark.parametrize(
    ("rows", "move", "feature", "number"),
    [
        (("R.G", "...", "..."), "b1", "captures", 1),
        (("R.G", ".G.", "..."), "b1", "captures", 2),
        (("R..", ".GG", "..."), "b1", "recaptures", 1),
        (("RGG", "...", "..."), "a2", "recaptures", 1),  # by b2
        (("R..", "R.G", "..."), "b1", "recaptures", 2),  # by b2, not 1 by c1
        (("R..", "...", "..G"), "b1", "edges", 1),
        (("R..", "...", "..G"), "b1", "corners", 0),
        ((".R.", "...", "..G"), "a1", "corners", 1),
        ((".R.", "...", "..G"), "b2", "centre", 1),
        ((".R.", "...", "..G"), "b2", "edges", 0),  # b1 was there before
        (("R..", "...", "..G"), "b1", "frontier", 2),
        (("R..", "...", "..G"), "b1", "mobility", 3 - 2),
        (("R..", "...", "..G"), "b1", "compactness", 1),
        (("RRR", "RG.", "GG."), "c2", "endgame_greed", 1),
        (("RRR", "RG.", "..."), "c2", "endgame_greed", 0),
    ],
)
def test_each_feature_by_itself(rows: tuple[str, ...], move: str, feature: str, number: int) -> None:
    assert features(set_up(*rows), move)[feature] == number


def test_nothing_is_turned_back_during_a_truce() -> None:
    rows = ("R..", "...", "..G")
    assert features(set_up(*rows), "a2")["recaptures"] == 0
    assert features(set_up("R.G", "...", "..."), "b1")["captures"] == 1
    assert features(set_up("R.G", "...", "...", truce=4), "b1")["captures"] == 0


def test_the_endgame_begins_when_a_third_of_the_cells_is_empty() -> None:
    assert is_late(set_up("RRR", "RRG", "..."))
    assert not is_late(set_up("RRR", "RR.", "..."))


@pytest.mark.parametrize("size", range(2, 8))
def test_edges_and_corners_are_the_border(size: int) -> None:
    edges, corners = borders(size)
    assert popcount(corners) == 4
    assert popcount(edges) == 4 * (size - 2)
    assert edges & corners == 0


def test_a_move_weighs_the_sum_of_weight_times_unit_times_number() -> None:
    each = {name: USUAL_WEIGHTS[name] * UNITS[name] for name in UNITS}
    assert worth(NOTHING | {"captures": 2, "recaptures": 1}) == 2 * each["captures"] + each["recaptures"]
    assert set(UNITS) == set(USUAL_WEIGHTS)


def test_equal_moves_are_all_named() -> None:
    weighed = {1: NOTHING | {"edges": 2}, 2: NOTHING | {"edges": 2}, 3: NOTHING}
    assert best_weighed(weighed) == [1, 2]
    assert best_weighed(weighed, margin=2 * UNITS["edges"]) == [1, 2, 3]
    assert best_weighed(dict.fromkeys(weighed, NOTHING)) == [1, 2, 3]


def test_a_turned_board_has_the_same_features() -> None:
    for seed in range(20):
        position = random_position(seed, 1 + seed)
        for move in numbers(moves(position)):
            if move < 62:
                expected = features_of(position, move)
                assert all(
                    features_of(turned(position, way), turned_cell(move, 6, way)) == expected for way in range(8)
                )


def test_usual_weights_capture_more_and_give_less_back() -> None:
    assert worth(NOTHING | {"captures": 3}) > worth(NOTHING | {"captures": 2})
    assert worth(NOTHING | {"recaptures": 1}) < 0
