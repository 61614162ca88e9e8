"""The positions of `tactics.txt`: every level finds what it must, and the worths there are right."""

from fractions import Fraction

import numpy as np
import pytest

from quincunx.engine.moves import numbers
from quincunx.engine.rules import moves, play
from quincunx.games.cascade.endgame import SURE, make_ledger, solve_move
from quincunx.games.cascade.rules import Cascade
from quincunx.search.players import winning_moves
from tests.games.cascade.exhaustive import exhaustive
from tests.games.cascade.positions import CASCADE, Tactic, ask, seen, tactics, texts
from tests.suite.scale import COMPILED, seeds

ALL = tactics()
QUICK = ("easy", "medium")
"""The levels that plain Python can wait for."""


def with_field(name: str) -> list[Tactic]:
    return [tactic for tactic in ALL if name in tactic.fields]


QUICK_TO_EXHAUST = [tactic for tactic in with_field("worth") if tactic.fields["worth"] == "3/8"]
"""The endgame that plain Python can count out."""


def named(chosen: list[Tactic]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("tactic", chosen, ids=[tactic.fields["name"] for tactic in chosen])


def played(tactic: Tactic, level: str) -> str:
    return CASCADE.write_move(tactic.position, ask(tactic.position, level).move)


@named(with_field("best"))
def test_every_level_named_finds_the_best_move(tactic: Tactic) -> None:
    for level in tactic.levels if COMPILED else [level for level in tactic.levels if level in QUICK]:
        assert played(tactic, level) in tactic.fields["best"].split(), level


@seeds(2, 5, plain=2)
@named(with_field("never"))
def test_no_level_gives_the_match_away(tactic: Tactic, seeds: range) -> None:
    for level in tactic.levels if COMPILED else QUICK:
        for seed in seeds:
            move = CASCADE.write_move(tactic.position, ask(tactic.position, level, seed).move)
            assert move not in tactic.fields["never"].split(), level


@named(with_field("never"))
def test_the_moves_never_to_be_played_lose_at_once(tactic: Tactic) -> None:
    position = tactic.position
    lost = [move for move in numbers(moves(position)) if play(position, move).result == 3 - position.turn]
    assert texts(position, lost) == tactic.fields["never"].split()


@named([tactic for tactic in ALL if "best" in tactic.fields and "worth" not in tactic.fields])
def test_the_best_moves_win_at_once_or_are_the_only_ones_after_which_the_other_side_cannot(tactic: Tactic) -> None:
    position = tactic.position
    best = winning_moves(position) or [move for move in numbers(moves(position)) if is_safe(play(position, move))]
    assert texts(position, best) == tactic.fields["best"].split()


def is_safe(after: Cascade) -> bool:
    return after.result != after.turn and not winning_moves(after)


@named(with_field("worth") if COMPILED else QUICK_TO_EXHAUST)
def test_the_worth_of_an_endgame_is_that_of_plain_exhaustive_search(tactic: Tactic) -> None:
    position = seen(tactic.position)
    plain = exhaustive(position)
    best = max(plain.values())
    assert str(best) == tactic.fields["worth"]
    assert texts(position, [move for move in plain if plain[move] == best]) == tactic.fields["best"].split()
    ledger = make_ledger(10**9, np.zeros(1, np.int64))
    assert {move: Fraction(solve_move(position, move, ledger), SURE) for move in plain} == plain
