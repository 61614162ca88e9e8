"""Positions of duel for the tests: random ones, and the eight ways of turning a board."""

import random
from typing import Any

from quincunx.catalogue import game
from quincunx.engine.kernels.bits import STRIDE, each, popcount
from quincunx.engine.moves import numbers
from quincunx.engine.rules import PLAYING, moves, play
from quincunx.games.duel.rules import Duel, empty

DUEL = game("duel")


def random_position(seed: int, cells_left: int, variant: Any = None) -> Duel:
    """A position of a random match that has this many empty cells left (more if it ended before)."""
    choice = random.Random(seed)
    position: Duel = DUEL.new(DUEL.variant(variant), 1)
    while position.result == PLAYING and popcount(empty(position)) > cells_left:
        position = play(position, choice.choice(list(numbers(moves(position)))))
    return position


def set_up(*rows: str, turn: int = 1, **options: Any) -> Duel:
    """A position drawn row by row, in which both sides have placed before."""
    fields = {"cells": list(rows), "turn": turn, "placed": [True, True]}
    position: Duel = DUEL.place(DUEL.variant({"size": len(rows), **options}), 1, fields)
    return position


def turned_cell(bit: int, size: int, way: int) -> int:
    """Where a cell ends up when the board is turned in one of eight ways."""
    row, column = divmod(bit, STRIDE)
    if way & 1:
        row = size - 1 - row
    if way & 2:
        column = size - 1 - column
    if way & 4:
        row, column = column, row
    return row * STRIDE + column


def turned(position: Duel, way: int) -> Duel:
    own, other = (
        sum(1 << turned_cell(bit, position.options.size, way) for bit in each(tiles))
        for tiles in (position.own, position.other)
    )
    return position._replace(own=own, other=other)
