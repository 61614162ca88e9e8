"""The players that search: perfect at the end, the same on every machine, and obedient at a price."""

import numpy as np
import pytest

from quincunx.engine.moves import contains, numbers
from quincunx.engine.player import Choice, MoveRequest
from quincunx.engine.rules import PLAYING, moves
from quincunx.games.duel.evaluation import TILE, margin_of
from quincunx.games.duel.players import LEVELS, SearchPlayer
from quincunx.games.duel.principles import GUIDANCE
from quincunx.games.duel.rules import Duel
from quincunx.search.advice.principles import Wish
from quincunx.search.advice.strategy import Strategy
from quincunx.search.chooser import choose
from quincunx.search.iterative_deepening import deepen
from quincunx.search.workspace import NODES
from tests.games.duel.boards import DUEL, random_position, set_up
from tests.games.duel.puzzles import Puzzle, margins
from tests.search.positions import fresh_memory
from tests.suite.scale import COMPILED, levels, scaled

NO_CLOCK = 600_000
PATIENT = SearchPlayer(nodes=1 << 40, solve=49)
compiled_only = pytest.mark.skipif(not COMPILED, reason="too much for plain Python")


def chosen(position: Duel, level: str, seed: int = 1, wish: Wish | None = None) -> Choice:
    strategy = None if wish is None else Strategy((wish,)).as_record()
    return choose(DUEL, position, level, seed, milliseconds=NO_CLOCK, strategy=strategy)


def start(size: int, truce: int = 0) -> Duel:
    return set_up(*["." * size] * size, truce=truce)


@pytest.mark.parametrize(
    ("size", "truce", "margin"),
    [
        (2, 0, -2),
        (3, 0, -7),
        (3, 4, 5),
        pytest.param(4, 0, -14, marks=compiled_only),
        pytest.param(4, 4, 0, marks=compiled_only),
    ],
)
def test_small_boards_have_the_known_values(size: int, truce: int, margin: int) -> None:
    choice = PATIENT.choose(MoveRequest(DUEL, start(size, truce), 1))
    assert choice.proven
    assert margin_of(choice.score or 0) == margin


@compiled_only
def test_expert_proves_the_value_of_four_by_four() -> None:
    choice = chosen(start(4), "expert")
    assert choice.proven
    assert choice.reason.endswith("; loses by 14 with best play")


@pytest.mark.parametrize("level", ["hard", "expert"])
@pytest.mark.parametrize(
    "variant", [{"size": 6}, {"size": 7}, {"size": 4, "truce": 20}, {"size": 5, "reentry": False}], ids=str
)
def test_the_last_plies_are_perfect(level: str, variant: dict[str, int]) -> None:
    for seed in range(scaled(8, 3)):
        position = random_position(seed, 5, variant)
        if position.result != PLAYING:
            continue
        by_brute_force = margins(puzzle(position))
        choice = chosen(position, level, seed)
        best = max(by_brute_force.values())
        assert choice.proven
        assert margin_of(choice.score or 0) == best
        assert by_brute_force[DUEL.write_move(position, choice.move)] == best


def puzzle(position: Duel) -> Puzzle:
    """The position for the brute force, which asks for its board, its turn and its variant."""
    view, options = DUEL.describe(position), position.options
    variant = {"size": options.size, "reentry": bool(options.reentry), "truce": options.truce}
    return Puzzle("", [], view["turn"], view["cells"], [], "", None, variant)


@compiled_only
@pytest.mark.parametrize("cells_left", [12, 14])
def test_hard_solves_every_position_that_it_tries_to_solve(cells_left: int) -> None:
    for seed in range(6):
        position = random_position(seed, cells_left)
        choice = chosen(position, "hard")
        assert choice.proven
        assert choice.score == PATIENT.choose(MoveRequest(DUEL, position, 1)).score


@compiled_only
def test_what_is_too_hard_to_solve_is_searched_as_usual() -> None:
    position = random_position(3, 20)
    hasty = SearchPlayer(nodes=2000, solve=20).choose(MoveRequest(DUEL, position, 1))
    assert not hasty.proven
    assert 2 <= hasty.depth < 20
    assert "moves ahead" in hasty.reason


@compiled_only
def test_a_search_that_reaches_the_end_by_itself_says_that_it_is_proven() -> None:
    position = random_position(2, 9)
    deep = SearchPlayer(nodes=1_000_000, solve=0).choose(MoveRequest(DUEL, position, 1))
    assert deep.proven
    assert deep.score == chosen(position, "hard").score


SIGNATURES = [
    # seed, empty cells, variant, first and last depth; score, best moves, nodes
    (1, 33, {}, 1, 6, 170, "e2", 390),
    (2, 24, {"truce": 4}, 1, 7, -150, "f3", 1861),
    (3, 20, {"size": 7}, 1, 7, -20, "d5 e4", 3175),
    (4, 12, {}, 24, 24, -10200, "a4 f3", 1639),
    (5, 11, {"reentry": False}, 22, 22, 10800, "c3", 2706),
    (1, 6, {"size": 4}, 12, 12, 11000, "c2", 73),
    (2, 8, {"size": 3}, 1, 4, 530, "b2", 180),
]
"""They change when the search, its order or the evaluation changes: a commit that does so says it."""


@pytest.mark.parametrize(("seed", "cells", "variant", "first", "depth", "score", "best", "nodes"), SIGNATURES)
def test_the_search_has_its_signature(
    seed: int, cells: int, variant: dict[str, int], first: int, depth: int, score: int, best: str, nodes: int
) -> None:
    position, memory = random_position(seed, cells, variant), fresh_memory()
    result = deepen(position, depth, 0, memory, first=first)
    texts = sorted(DUEL.write_move(position, move) for move in result.equals)
    assert (result.best, " ".join(texts), memory.counters[NODES]) == (score, best, nodes)


@levels(LEVELS)
def test_every_level_answers_the_same_question_with_the_same_legal_move(level: str) -> None:
    for seed in range(2):
        position = random_position(seed, scaled(22, 5))
        if position.result == PLAYING:
            choice = chosen(position, level, seed)
            assert contains(moves(position), choice.move)
            assert choice._replace(seconds=0) == chosen(position, level, seed)._replace(seconds=0)


@pytest.mark.parametrize("price", [0, 1, 2.5, 5, None])
def test_hard_plays_the_best_move_that_conforms_if_its_price_allows(price: float | None) -> None:
    """In positions that it solves: every move's exact worth is known by brute force."""
    obeyed = refused = 0
    for seed in range(scaled(12, 4)):
        position = random_position(seed, 6)
        if position.result != PLAYING:
            continue
        by_brute_force = margins(puzzle(position))
        best = max(by_brute_force.values())
        for principle in GUIDANCE.principles:
            wish = Wish(principle, seed % 2 == 0, price)
            conforming = [
                by_brute_force[DUEL.write_move(position, move)]
                for move in numbers(moves(position))
                if wish.holds(position, move)
            ]
            if len(conforming) in (0, len(by_brute_force)):
                continue
            move = chosen(position, "hard", seed, wish).move
            margin = by_brute_force[DUEL.write_move(position, move)]
            allowed = [one for one in conforming if sign(one) == sign(best) and (price is None or best - one <= price)]
            assert margin == (max(allowed) if allowed else best)
            assert not allowed or wish.holds(position, move)
            obeyed, refused = obeyed + bool(allowed), refused + (not allowed)
    assert obeyed
    assert refused


def sign(margin: int) -> int:
    return (margin > 0) - (margin < 0)


@compiled_only
def test_what_hard_pays_stays_within_the_price_and_is_said() -> None:
    paid = 0
    for seed in range(6):
        position = random_position(seed, 20)
        for principle in GUIDANCE.principles:
            choice = SearchPlayer(nodes=3000, solve=0).choose(
                MoveRequest(DUEL, position, seed, strategy=Strategy((Wish(principle, True, 2.5),)).as_record())
            )
            if "as you asked; costs " in choice.reason:
                paid += 1
                assert 0 < float(choice.reason.partition("; costs ")[2].split()[0]) <= 2.5
                assert principle.holds(position, choice.move)
    assert paid


def test_only_moves_that_conform_get_a_wide_window() -> None:
    """The others are still searched as narrowly as before."""
    position = random_position(4, 24, {"truce": 4})
    plain, wide, all_wide = fresh_memory(), fresh_memory(), fresh_memory()
    legal = list(numbers(moves(position)))
    exact = deepen(position, 5, 0, all_wide, margin=100 * TILE)
    deepen(position, 5, 0, plain)
    found = deepen(position, 5, 0, wide, margins={legal[0]: 100 * TILE, legal[1]: 100 * TILE})
    assert found.best == exact.best
    assert [found.scores[move] for move in legal[:2]] == [exact.scores[move] for move in legal[:2]]
    assert plain.counters[NODES] < wide.counters[NODES] < all_wide.counters[NODES]


def test_a_flag_that_is_up_ends_the_search_at_once_with_a_legal_move() -> None:
    position = random_position(1, 30)
    raised = np.ones(1, np.int64)
    for solve in (0, 49):
        choice = SearchPlayer(nodes=1 << 40, solve=solve).choose(MoveRequest(DUEL, position, 1, stop=raised))
        assert choice.cut_short
        assert choice.nodes < 2000
        assert choice.move in list(numbers(moves(position)))


@compiled_only
def test_progress_is_reported_depth_by_depth() -> None:
    choices: list[Choice] = []
    SearchPlayer(nodes=20_000, solve=0).choose(MoveRequest(DUEL, random_position(1, 24), 1, progress=choices.append))
    assert [choice.depth for choice in choices] == list(range(1, len(choices) + 1))
    assert len(choices) > 3


def test_reasons_name_the_expected_margin() -> None:
    won = DUEL.place(DUEL.variant({"size": 3}), 1, {"cells": ["RRR", "RG.", "RRR"]})
    assert chosen(won, "hard").reason == "captures 1 at c2; wins by 9 with best play"
    drawn = DUEL.place(DUEL.variant({"size": 4}), 1, {"cells": ["RRRR", "RRRR", "RG.R", "GGGG"], "turn": 2})
    assert chosen(drawn, "hard").reason == "captures 2 at c3; a draw by best play"
    stuck = DUEL.place(DUEL.variant({"size": 3}), 1, {"cells": ["RG.", "GG.", "..."]})
    assert chosen(stuck, "hard").reason.startswith("passes; ")


def test_the_game_has_the_common_levels() -> None:
    assert list(LEVELS)[:1] + list(LEVELS)[-2:] == ["easy", "hard", "expert"]
    assert LEVELS["medium"].player.algorithm == "rules"
    assert DUEL.levels is LEVELS
