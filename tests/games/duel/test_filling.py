"""The rest of a match of Infinity Grid Duel once one side can never move again: certain, and in reading order."""

import random
from typing import Any

import pytest

from quincunx.engine.kernels.bits import neighbours
from quincunx.engine.match import Match
from quincunx.engine.moves import numbers
from quincunx.engine.rules import PLAYING, moves, play
from quincunx.games.duel.rules import Duel, empty

VARIANTS: list[dict[str, Any]] = [{}, {"protect_first": True}, {"truce": 4}, {"reentry": False}]


def rest_of(match: Match) -> list[str]:
    texts, position = [], match.position
    for move in match.game.forced_rest(position):
        texts.append(match.game.write_move(position, move))
        position = play(position, move)
    return texts


def board(*rows: str, turn: int = 2) -> Match:
    return Match("duel", {"size": len(rows)}, setup={"cells": list(rows), "turn": turn})


def test_the_first_legal_cell_in_reading_order_with_passes_between() -> None:
    assert rest_of(board("RG.", "GG.", "...")) == ["c1", "pass", "c2", "pass", "a3", "pass", "b3", "pass", "c3"]
    assert rest_of(board("RG.", "GG.", "...", turn=1))[:2] == ["pass", "c1"]


def test_a_cell_that_is_not_connected_yet_waits_for_its_turn() -> None:
    assert rest_of(board("..RR", "GGRR", "GGGG", "GGGG", turn=2)) == []
    assert rest_of(board("....", "GGGG", "GRRG", "GGGG"))[::2] == ["a1", "b1", "c1", "d1"]
    assert rest_of(board("...G", "G.GG", "GGRG", "GGGG"))[::2] == ["a1", "b1", "c1", "b2"]


@pytest.mark.parametrize(
    "rows",
    [("...", "...", "..."), ("R..", "...", "..G"), ("RR.", "G.G", "..."), ("G..", "...", "..."), ("RRR", "RGR", "GGG")],
)
def test_otherwise_nothing_is_certain(rows: tuple[str, ...]) -> None:
    assert rest_of(board(*rows)) == []


def test_a_side_without_tiles_is_not_closed_in() -> None:
    setup = {"cells": ["G..", "...", "..."], "turn": 2, "placed": [True, True]}
    assert rest_of(Match("duel", {"size": 3, "reentry": False}, setup=setup)) == []


@pytest.mark.parametrize("options", VARIANTS)
def test_no_choice_changes_the_result_any_more(options: dict[str, Any]) -> None:
    """Random matches: from the first certain position, the rest and random moves lead to the same tiles."""
    dice = random.Random(5)
    certain = 0
    for _ in range(25):
        match = Match("duel", {"size": 4} | options)
        position = match.position
        while position.result == PLAYING:
            rest = match.game.forced_rest(position)
            assert bool(rest) == (is_closed_in(position.own, position) or is_closed_in(position.other, position))
            if rest:
                certain += 1
                assert tiles(match, followed(position, rest)) == tiles(match, at_random(position, dice))
            position = play(position, dice.choice(list(numbers(moves(position)))))
    assert certain > 25


def is_closed_in(side: int, position: Duel) -> bool:
    return side != 0 and neighbours(side, empty(position)) == 0


def followed(position: Duel, rest: tuple[int, ...]) -> Duel:
    for move in rest:
        assert position.result == PLAYING
        position = play(position, move)
    return position


def at_random(position: Duel, dice: random.Random) -> Duel:
    while position.result == PLAYING:
        position = play(position, dice.choice(list(numbers(moves(position)))))
    return position


def tiles(match: Match, position: Duel) -> Any:
    assert position.result != PLAYING
    return match.game.describe(position)["tiles"]
