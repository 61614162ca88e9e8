"""Monte Carlo tree search: proofs, votes, determinism."""

import math
from typing import Any

import numpy as np
import pytest

import quincunx
from quincunx.engine.kernels.compiler import kernel
from quincunx.search.mcts import PROVEN_LOSS, PROVEN_WIN, UNKNOWN, grow, logarithm, make_tree
from quincunx.search.players import tree_votes
from tests.search.positions import duellers, middle
from tests.search.sticks import heap
from tests.search.test_negamax import minimax
from tests.suite.scale import COMPILED

MANY = 2000 if COMPILED else 60
TREE_GAME = "cascade"
"""The game whose levels search trees: its kernel is compiled anyway. The others are compiled in the long run."""
each_game = pytest.mark.parametrize(
    "slug", [TREE_GAME, *(pytest.param(slug, marks=pytest.mark.long) for slug in duellers() if slug != TREE_GAME)]
)


@kernel
def compiled_logarithm(n: int) -> float:
    return logarithm(n)


@pytest.mark.parametrize("n", [1, 2, 3, 7, 10, 1000, 12345, 10**6, 2**40])
def test_the_logarithm_is_the_natural_one_and_the_same_compiled(n: int) -> None:
    assert logarithm(n) == pytest.approx(math.log(n), abs=1e-4)
    assert compiled_logarithm(n) == logarithm(n)


def test_a_win_in_one_is_proven_and_gets_the_vote() -> None:
    tree = make_tree(1000, np.zeros(1, np.int64))
    assert grow(heap(3), 1, MANY, tree) < MANY, "a proven root needs no more simulations"
    assert tree.proven[0] == PROVEN_LOSS, "for the side that moved before"
    votes = tree_votes(tree)
    assert max(votes, key=lambda move: votes[move]) == 3


@pytest.mark.long
def test_a_win_in_one_of_a_real_game_is_proven_and_gets_the_vote() -> None:
    match = quincunx.Match("pushmine", setup={"cells": ["XXX..", ".....", ".....", ".....", "....."]})
    tree = make_tree(100_000, np.zeros(1, np.int64))
    done = grow(match.position, 1, MANY, tree)
    assert done < MANY, "a proven root needs no more simulations"
    assert tree.proven[0] == PROVEN_LOSS, "for the side that moved before"
    votes = tree_votes(tree)
    best = max(votes, key=lambda move: votes[move])
    assert match.game.write_move(match.position, best) == "1>"


@pytest.mark.long
def test_a_position_lost_in_two_is_proven() -> None:
    """Four Os wait in two lines at once: whatever X plays, O completes one of them."""
    cells = ["OOO..", ".....", "OOO..", ".....", "OOO.."]
    match = quincunx.Match("pushmine", setup={"cells": cells})
    tree = make_tree(400_000, np.zeros(1, np.int64))
    grow(match.position, 1, 20_000 if COMPILED else 3000, tree)
    assert tree.proven[0] in (PROVEN_WIN, 0)
    if COMPILED:
        assert tree.proven[0] == PROVEN_WIN


@pytest.mark.parametrize("left", range(2, 11))
@pytest.mark.parametrize("again", [False, True])
def test_proofs_hold_where_a_side_moves_twice_in_a_row(left: int, again: bool) -> None:
    tree = make_tree(20_000, np.zeros(1, np.int64))
    grow(heap(left, again), 1, 5000, tree)
    won = minimax(heap(left, again), left + 1, 0) > 0
    assert tree.proven[0] == (PROVEN_LOSS if won else PROVEN_WIN), "noted for the side that moved before"


@each_game
def test_the_same_question_has_the_same_answer(slug: str) -> None:
    position = middle(quincunx.game(slug), 2, 6)
    votes = []
    for _ in range(2):
        tree = make_tree(100_000, np.zeros(1, np.int64))
        grow(position, 9, MANY // 4, tree)
        votes.append(tree_votes(tree))
    assert votes[0] == votes[1]


@each_game
def test_visits_and_results_add_up(slug: str) -> None:
    position = middle(quincunx.game(slug), 4, 6)
    tree = make_tree(100_000, np.zeros(1, np.int64))
    done = grow(position, 9, MANY // 4, tree)
    first, count = int(tree.first_child[0]), int(tree.children[0])
    assert tree.visits[0] == done
    assert tree.visits[first : first + count].sum() == done
    assert (tree.total <= tree.visits).all()


def test_a_full_tree_still_simulates() -> None:
    position = middle(quincunx.game(TREE_GAME), 4, 6)
    tree = make_tree(64, np.zeros(1, np.int64))
    assert grow(position, 9, 200, tree) == 200


@pytest.mark.parametrize("slug", ["sticks", TREE_GAME])
def test_a_large_tree_grows_like_a_small_one(slug: str) -> None:
    """Its nodes have numbers beyond what 16 bits hold; how many children a node has is kept in 16."""
    position: Any = heap(9) if slug == "sticks" else middle(quincunx.game(slug), 3, 15)
    small, large = make_tree(20_000, np.zeros(1, np.int64)), make_tree(60_000, np.zeros(1, np.int64))
    large.counters[0] = 40_000
    assert grow(position, 9, 300, large) == grow(position, 9, 300, small)
    assert tree_votes(large) == tree_votes(small)
    assert large.proven[0] == small.proven[0] != UNKNOWN


def test_the_clock_s_flag_ends_it() -> None:
    stop = np.ones(1, np.int64)
    assert grow(middle(quincunx.game(TREE_GAME), 4, 6), 9, 10**9, make_tree(1000, stop)) == 0
