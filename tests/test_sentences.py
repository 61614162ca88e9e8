"""Events as sentences."""

import pytest

import quincunx
from quincunx.engine.events import Ended, Event, Names, Passed, Placed
from quincunx.games.cascade.events import GoblinCame
from quincunx.games.duel.events import Captured
from quincunx.games.flood.events import Flooded
from quincunx.games.match3.events import Cleared, Dropped, Fell, Reshuffled, Swapped
from quincunx.games.pushmine.events import Ejected, MineDecayed, MineDetonated, MineEarned, MinePlaced, Pushed
from quincunx.sentences import join_sentences, names_of

NAMES = Names(("Red", "Green"), {"v": "violet"}, 5)
SOLO = Names(("you",), {"g": "green"}, 5)

SENTENCES: list[tuple[Event, str, tuple[int, ...]]] = [
    (Swapped((0, 1)), "a1 and b1 swap", (0, 1)),
    (Cleared((0, 1, 2), "aaa", 1, 0), "3 clear", ()),
    (Cleared((0, 1, 2), "aaa", 2, 36), "3 clear for 36 in wave 2", ()),
    (Fell(((0, 5),)), "", ()),
    (Dropped((0,), "a"), "", ()),
    (Reshuffled("a" * 25, 3), "no swap was left: the board is reshuffled", ()),
    (GoblinCame(7, 2, "v"), "a violet goblin comes to c2", (7,)),
    (GoblinCame(None, 2, "v"), "a goblin is lost over c", ()),
    (GoblinCame(None, None, "v"), "a goblin finds no room", ()),
    (Placed(6, 1), "Red takes b2", (6,)),
    (Captured((6, 7), 2), "Green captures b2, c2", (6, 7)),
    (Pushed("3", ">", 1, ((10, 11),), 10), "Red pushes 3>", (10,)),
    (Pushed("3", ">", 1, (), None), "Red pushes 3>", ()),
    (Ejected(9, 2), "a stone of Green leaves the board at e2", ()),
    (Ejected(9, 0), "a dud leaves the board at e2", ()),
    (MineEarned(1), "Red earns a mine", ()),
    (MinePlaced(12, 2), "Green lays a mine on c3", (12,)),
    (MineDetonated(12, 1, 11), "the mine on c3 takes a stone of Red with it", ()),
    (MineDecayed((12,), "nothing"), "the mine on c3 is gone", ()),
    (MineDecayed((12, 13), "nothing"), "the mines on c3, d3 are gone", ()),
    (MineDecayed((12,), "dud"), "the mine on c3 is a dud now", ()),
    (MineDecayed((12, 13), "dud"), "the mines on c3, d3 are duds now", ()),
    (Passed(2), "Green has no move and passes", ()),
    (Ended("2", "board_full"), "Green wins (board full)", ()),
    (Ended("draw", "agreement"), "draw (agreement)", ()),
]


@pytest.mark.parametrize(("event", "sentence", "touched"), SENTENCES, ids=lambda value: getattr(value, "kind", None))
def test_every_event_says_what_happened_and_where(event: Event, sentence: str, touched: tuple[int, ...]) -> None:
    assert event.sentence(NAMES) == sentence
    assert event.touched() == touched


@pytest.mark.parametrize(("waves", "cells"), [((), "0 cells"), (((1,),), "1 cell"), (((1, 2), (3,)), "3 cells")])
def test_a_flood_counts_its_cells(waves: tuple[tuple[int, ...], ...], cells: str) -> None:
    assert Flooded("g", waves).sentence(SOLO) == f"green: {cells} flooded"


def test_one_player_wins_or_loses_alone() -> None:
    assert Ended("1", "flooded").sentence(SOLO) == "won (flooded)"
    assert Ended("lost", "limit").sentence(SOLO) == "lost (limit)"


def test_a_push_that_ejects_is_joined_with_the_mine_that_it_earns() -> None:
    match = quincunx.Match("pushmine", setup={"cells": [".....", "....O", ".....", ".....", "....."]})
    happened = join_sentences(match.play("2>"), names_of(match))
    assert happened == "X pushes 2>; a stone of O leaves the board at e2; X earns a mine"


def test_what_goes_without_saying_leaves_no_gap() -> None:
    assert join_sentences([Placed(6, 1), Fell(()), Passed(2)], NAMES) == "Red takes b2; Green has no move and passes"


def test_names_come_from_the_game_of_the_match() -> None:
    names = names_of(quincunx.Match("flood", {"size": 6}))
    assert (names.seats, names.cols, names.colour("k")) == (("you",), 6, "pink")
