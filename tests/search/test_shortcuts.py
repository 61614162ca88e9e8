"""What a search with shortcuts may and may not leave out, and the margin within which root scores are exact."""

from typing import Any

import pytest

import quincunx
from quincunx.engine.moves import HIGH, numbers
from quincunx.engine.rules import PLAYING, legal, moves, outcome, play
from quincunx.games.pushmine.evaluation.tactics import threatened
from quincunx.games.pushmine.evaluation.weights import IMPROVED, PLAIN
from quincunx.search.hooks import CERTAIN, DECISIVE, WIN, is_quiet, passed, relevant
from quincunx.search.iterative_deepening import FULL_PLIES, Deepened, deepen
from quincunx.search.negamax import negamax
from quincunx.search.workspace import INFINITY, NODES, Shortcuts
from tests.search.positions import duellers, fresh_memory, middle
from tests.search.test_negamax import minimax
from tests.suite.scale import COMPILED

ALL = Shortcuts(reductions=True, null_move=True, selection=True)
SEEDS = range(24 if COMPILED else 2)
PUSHMINE = quincunx.game("pushmine")


def exact_scores(position: Any, depth: int) -> dict[int, int]:
    scores = {}
    for move in numbers(moves(position)):
        after = play(position, move)
        score = minimax(after, depth - 1, 1)
        scores[move] = score if after.turn == position.turn else -score
    return scores


@pytest.mark.parametrize("slug", duellers())
def test_root_moves_within_the_margin_have_their_exact_scores(slug: str) -> None:
    for seed in list(SEEDS)[:8]:
        position = middle(quincunx.game(slug), seed, 5)
        exact = exact_scores(position, 2)
        best = max(exact.values())
        margin = 1 + (best - min(exact.values())) // 2
        found = deepen(position, 2, 0, fresh_memory(), margin=margin, first=2)
        assert found.best == best
        assert all(found.scores[move] == score for move, score in exact.items() if score >= best - margin)
        assert all(found.scores[move] >= score for move, score in exact.items())
        if abs(best) < DECISIVE:
            assert set(found.within(margin)) == {move for move, score in exact.items() if score >= best - margin}


@pytest.mark.parametrize("window", [1, 10, 1000])
def test_the_window_around_the_last_score_changes_no_score(window: int) -> None:
    for seed in list(SEEDS)[:6]:
        position = middle(PUSHMINE, seed, 6)
        wide = deepen(position, 3, PLAIN, fresh_memory())
        narrow = deepen(position, 3, PLAIN, fresh_memory(), window=window)
        assert (narrow.best, sorted(narrow.equals)) == (wide.best, sorted(wide.equals))


def test_a_decided_match_leaves_no_choice_but_the_best() -> None:
    won = Deepened({1: WIN - 1, 2: WIN - 3, 3: 50}, 3, (1,), True)
    assert won.within(100) == [1]
    open_match = Deepened({1: 50, 2: 49, 3: 20}, 3, (1,), True)
    assert open_match.within(1) == [1, 2]
    assert open_match.equals == [1]


@pytest.mark.parametrize("plies", range(1, FULL_PLIES + 1))
def test_no_win_that_is_near_is_missed(plies: int) -> None:
    """Searches with shortcuts find every win that a search of all moves finds."""
    wins = 0
    for seed in SEEDS:
        position = middle(PUSHMINE, seed, 8 + seed)
        if negamax(position, plies, -INFINITY, INFINITY, 0, PLAIN, fresh_memory()) <= CERTAIN:
            continue
        wins += 1
        found = deepen(position, 8, IMPROVED, fresh_memory(30_000), shortcuts=ALL, margin=5)
        assert found.best > CERTAIN
        assert found.sure
        assert found.within(5) == found.equals
    assert wins or not COMPILED


@pytest.mark.skipif(not COMPILED, reason="plain Python would search for minutes")
def test_what_is_called_sure_is_proven_without_shortcuts() -> None:
    proven = 0
    for seed in range(200):
        position = middle(PUSHMINE, seed, 6 + seed % 30)
        found = deepen(position, 7, IMPROVED, fresh_memory(40_000), shortcuts=ALL)
        if found.depth <= FULL_PLIES or not found.sure or found.best <= CERTAIN:
            continue
        proven += 1
        after = play(position, found.equals[0])
        plain = deepen(after, WIN - found.best - 1, IMPROVED, fresh_memory())
        assert plain.best < -DECISIVE + 1
    assert proven


@pytest.mark.parametrize("shortcuts", [ALL, Shortcuts(reductions=True), Shortcuts(null_move=True)])
def test_shortcuts_search_less_and_always_the_same(shortcuts: Shortcuts) -> None:
    """At fewer plies than five the null move saves nothing. The third board has the smallest tree of these six."""
    plies, seeds = 5, range(6) if COMPILED else (2,)
    full = short = 0
    for seed in seeds:
        position = middle(PUSHMINE, seed, 6)
        plain, first, second = fresh_memory(), fresh_memory(), fresh_memory()
        deepen(position, plies, IMPROVED, plain)
        found = deepen(position, plies, IMPROVED, first, shortcuts=shortcuts)
        assert found == deepen(position, plies, IMPROVED, second, shortcuts=shortcuts)
        assert first.counters[NODES] == second.counters[NODES]
        full, short = full + int(plain.counters[NODES]), short + int(first.counters[NODES])
    assert short < full


@pytest.mark.parametrize("slug", [slug for slug in duellers() if slug != "pushmine"])
def test_a_game_without_hooks_of_its_own_is_searched_in_full(slug: str) -> None:
    for seed in list(SEEDS)[:4]:
        position = middle(quincunx.game(slug), seed, 5)
        plain, short = fresh_memory(3000), fresh_memory(3000)
        assert deepen(position, 4, 0, plain).scores == deepen(position, 4, 0, short, shortcuts=ALL).scores


# Pushmine's hooks.


def stocked(cells: list[str], mines: int = 2) -> Any:
    return quincunx.Match("pushmine", setup={"cells": cells, "mines": [mines, mines]}).position


def test_mines_are_relevant_where_they_complete_a_three() -> None:
    position = stocked(["XX.X.", ".....", ".....", "O....", "....."])
    choice = relevant(position, moves(position))
    assert choice.high == moves(position).high
    assert list(numbers(choice))[: choice.low.bit_count()] == [2]


def test_against_a_threat_every_mine_is_relevant() -> None:
    position = stocked(["OOO..", ".....", ".....", ".....", "X...."])
    assert threatened(position)
    assert relevant(position, moves(position)) == moves(position)
    assert not is_quiet(position)


def test_a_pass_changes_the_sides_and_nothing_else() -> None:
    for seed in SEEDS:
        position = middle(PUSHMINE, seed, 7)
        after = passed(position)
        assert (after.own, after.other) == (position.other, position.own)
        assert (after.stock, after.other_stock) == (position.other_stock, position.stock)
        assert (after.mines, after.duds) == (position.mines, position.duds)
        assert after.turn == 3 - position.turn
        assert outcome(after) == PLAYING
        assert all(legal(after, move) for move in numbers(moves(after)) if move >= HIGH)
