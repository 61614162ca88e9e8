"""The exact end of a match, held against plain exhaustive search (here, and for the endgames of `test_tactics`)."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from quincunx.engine.moves import numbers
from quincunx.engine.rules import moves
from quincunx.games.cascade.endgame import BUDGET, GAVE_UP, NODES, SURE, Ledger, make_ledger, solve, solve_move
from tests.games.cascade.exhaustive import exhaustive
from tests.games.cascade.positions import exchanged, seen, set_up, tactics, walk
from tests.suite.scale import COMPILED, scaled

ENDGAMES = [tactic.position for tactic in tactics() if "worth" in tactic.fields]

VARIANTS: list[Any] = [
    "standard", "literal", {"vanish": "loses"}, {"vanish": "none"}, {"vanish": "loses", "no_moves": "draw"},
    {"goblins": 1}, {"goblins": 0}, {"goblin_trigger": "second"}, {"size": 5, "tokens": [6, 7, 6, 6]},
]  # fmt: skip


def ledger() -> Ledger:
    return make_ledger(10**9, np.zeros(1, np.int64))


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_move_near_the_end_is_worth_what_plain_search_finds(variant: Any) -> None:
    compared = uncertain = 0
    for seed in range(scaled(60, 12)):
        for position in list(walk(seed, variant))[-scaled(8, 4) : -1]:
            if plain := exhaustive(seen(position), scaled(10_000, 200)):
                book = ledger()
                solved = {move: Fraction(solve_move(seen(position), move, book), SURE) for move in plain}
                assert solved == plain
                compared += 1
                uncertain += any(worth not in (0, 1) for worth in plain.values())
    assert compared > scaled(60, 4)
    assert uncertain > 0 or not COMPILED


def test_a_position_is_worth_its_best_move() -> None:
    for position in ENDGAMES[: scaled(10, 2)]:
        best = max(solve_move(seen(position), move, ledger()) for move in numbers(moves(position)))
        assert solve(seen(position), ledger()) == best


def test_exchanged_sides_are_worth_the_same() -> None:
    for position in ENDGAMES[: scaled(10, 2)]:
        assert solve(seen(exchanged(position)), ledger()) == solve(seen(position), ledger())


def test_where_no_swap_is_left_the_count_decides() -> None:
    dead = set_up("bgvgvgo", "gbvgbog")
    assert solve(dead, ledger()) == SURE
    assert solve(dead._replace(turn=2), ledger()) == 0
    assert solve(set_up("bgvgvgo", "gbvgbog", variant="literal"), ledger()) == SURE // 2


def test_goblins_unknown_from_the_start_are_averaged_over() -> None:
    position = seen(ENDGAMES[0])
    unknown = position._replace(goblins=position.goblins._replace(shown=0b111111))
    move = next(numbers(moves(position)))
    known = [
        solve_move(position._replace(goblins=position.goblins._replace(shown=first | second << 3)), move, ledger())
        for first in (3, 4)
        for second in (3, 4)
    ]
    assert solve_move(unknown, move, ledger()) == sum(known) // 4


@pytest.mark.parametrize("budget", [1, 50])
def test_the_end_of_the_budget_is_reported(budget: int) -> None:
    book = make_ledger(budget, np.zeros(1, np.int64))
    assert solve(seen(next(iter(walk(1)))), book) == GAVE_UP
    assert book.counters[NODES] == book.counters[BUDGET] + 1


def test_the_clock_s_flag_ends_it() -> None:
    assert solve(seen(ENDGAMES[0]), make_ledger(10**9, np.ones(1, np.int64))) == GAVE_UP
