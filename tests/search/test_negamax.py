"""Negamax against plain minimax, and its other promises."""

from typing import Any

import pytest

import quincunx
from quincunx.engine.moves import numbers
from quincunx.engine.rules import PLAYING, hash, moves, outcome, play
from quincunx.search.hooks import WIN, can_repeat, rate, reward
from quincunx.search.iterative_deepening import deepen
from quincunx.search.negamax import REPEATED, negamax
from quincunx.search.workspace import INFINITY, NODES, OVER
from tests.search.positions import duellers, fresh_memory, middle
from tests.search.sticks import heap
from tests.suite.scale import COMPILED

DEPTHS = (1, 2, 3) if COMPILED else (1, 2)
SEEDS = range(12 if COMPILED else 3)


def minimax(position: Any, depth: int, height: int, style: int = 0, path: tuple[int, ...] = ()) -> int:
    """What negamax must find, without windows, tables or an order; `path` holds the hashes of the positions before."""
    if outcome(position) != PLAYING:
        return reward(position, height, style)
    if depth == 0:
        return rate(position, style)
    if can_repeat(position) and hash(position) in path:
        return -REPEATED
    path = (*path, hash(position))
    scores = []
    for move in numbers(moves(position)):
        after = play(position, move)
        score = minimax(after, depth - 1, height + 1, style, path)
        scores.append(score if after.turn == position.turn else -score)
    return max(scores)


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("slug", duellers())
def test_alpha_beta_finds_what_plain_minimax_finds(slug: str, depth: int) -> None:
    for seed in SEEDS:
        position = middle(quincunx.game(slug), seed, 4 + seed % 9)
        assert negamax(position, depth, -INFINITY, INFINITY, 0, 0, fresh_memory()) == minimax(position, depth, 0)


@pytest.mark.parametrize("again", [False, True])
def test_a_side_that_moves_twice_in_a_row_keeps_its_own_score(again: bool) -> None:
    for left in range(2, 12):
        position = heap(left, again)
        memory = fresh_memory()
        for depth in range(1, 9):
            assert negamax(position, depth, -INFINITY, INFINITY, 0, 0, memory) == minimax(position, depth, 0)
        assert deepen(position, 8, 0, fresh_memory()).best == minimax(position, 8, 0)


@pytest.mark.parametrize("slug", duellers())
def test_a_table_filled_by_shallower_searches_changes_nothing(slug: str) -> None:
    for seed in SEEDS:
        position = middle(quincunx.game(slug), seed, 6)
        memory = fresh_memory()
        scores = [negamax(position, depth, -INFINITY, INFINITY, 0, 0, memory) for depth in DEPTHS]
        assert scores == [minimax(position, depth, 0) for depth in DEPTHS]


@pytest.mark.parametrize("slug", duellers())
def test_every_root_move_as_good_as_the_best_has_its_exact_score(slug: str) -> None:
    for seed in SEEDS:
        position = middle(quincunx.game(slug), seed, 5)
        result = deepen(position, 2, 0, fresh_memory())
        if result.depth < 2:
            continue
        exact = {move: -minimax(play(position, move), 1, 1) for move in numbers(moves(position))}
        best = max(exact.values())
        assert result.best == best
        assert sorted(result.equals) == sorted(move for move, score in exact.items() if score == best)
        assert all(exact[move] <= score for move, score in result.scores.items())


def test_the_line_is_legal_and_leads_to_the_score() -> None:
    for seed in SEEDS:
        position = middle(quincunx.game("duel"), seed, 6)
        result = deepen(position, 3, 0, fresh_memory())
        current, side = position, 1
        for move in result.line:
            assert move in numbers(moves(current))
            current, side = play(current, move), -side
        if len(result.line) == 3 and outcome(current) == PLAYING:
            assert side * rate(current, 0) == result.best


def test_a_win_in_one_is_worth_more_than_a_later_one() -> None:
    match = quincunx.Match("pushmine", setup={"cells": ["XXX..", ".....", ".....", ".....", "....."]})
    result = deepen(match.position, 4, 0, fresh_memory())
    assert result.best == WIN - 1
    assert match.game.write_move(match.position, result.line[0]) == "1>"
    assert result.depth == 1, "nothing is left to search"


def test_a_loss_is_put_off_as_long_as_possible() -> None:
    """O wins next turn unless X plays one of the moves that stop it."""
    match = quincunx.Match("pushmine", setup={"cells": ["OOO..", ".....", ".....", ".....", "....."]})
    result = deepen(match.position, 3, 0, fresh_memory())
    losing = [move for move, score in result.scores.items() if score <= -(WIN - 10)]
    assert result.best > -(WIN - 10)
    assert losing, "most moves lose at once"


def test_the_budget_of_nodes_is_kept_and_the_last_full_depth_counts() -> None:
    position = middle(quincunx.game("pushmine"), 3, 6)
    memory = fresh_memory(2000)
    result = deepen(position, 30, 0, memory)
    assert memory.counters[OVER]
    assert memory.counters[NODES] == 2001
    assert not result.complete
    assert 1 <= result.depth < 30
    again = deepen(position, result.depth, 0, fresh_memory())
    assert again.scores == result.scores


def test_the_clock_s_flag_ends_a_search() -> None:
    memory = fresh_memory()
    memory.stop[0] = 1
    result = deepen(middle(quincunx.game("pushmine"), 3, 6), 30, 0, memory)
    assert memory.counters[OVER]
    assert memory.counters[NODES] <= 1024
    assert not result.complete


@pytest.mark.parametrize("slug", duellers())
def test_the_same_question_visits_the_same_nodes(slug: str) -> None:
    position = middle(quincunx.game(slug), 5, 6)
    first, second = fresh_memory(5000), fresh_memory(5000)
    assert deepen(position, 20, 0, first) == deepen(position, 20, 0, second)
    assert first.counters[NODES] == second.counters[NODES]
