"""Positions of pushmine for the tests: drawn and random ones, the eight ways of turning a board, and a brute force."""

import random
from typing import Any

from quincunx.catalogue import game
from quincunx.engine.kernels.bits import STRIDE, each
from quincunx.engine.moves import HIGH, numbers
from quincunx.engine.rules import PLAYING, moves, play
from quincunx.games.pushmine.rules import Ages, Pushmine

PUSHMINE = game("pushmine")
WAYS = range(8)
"""The eight ways of turning a board: bit 0 mirrors the rows, bit 1 the columns, bit 2 changes rows for columns."""

VARIANTS: list[Any] = [
    "standard",
    "blitz",
    "decay",
    "dud",
    {"size": 6, "line": 5},
    {"line": 3},
    {"decay": "dud", "dud_stops": False, "decay_turns": 1},
    {"decay": "movable_dud", "decay_turns": 1},
]


def set_up(*rows: str, variant: Any = None, **fields: Any) -> Pushmine:
    """A position drawn row by row; rows that are not given are empty."""
    chosen = PUSHMINE.variant(variant)
    cells = [*rows, *["." * chosen.size] * (chosen.size - len(rows))]
    position: Pushmine = PUSHMINE.place(chosen, 1, {"cells": cells, **fields})
    return position


def random_position(seed: int, plies: int, variant: Any = None) -> Pushmine:
    """A position of a match in which nobody wins while anything else can be played, and mines are laid often."""
    draw = random.Random(seed)
    position: Pushmine = PUSHMINE.new(PUSHMINE.variant(variant), 1)
    for _ in range(plies):
        choices = list(numbers(moves(position)))
        mines = [move for move in choices if move < HIGH]
        choices = mines if mines and draw.random() < 0.4 else choices
        lasting = [move for move in choices if play(position, move).result == PLAYING]
        if not lasting:
            break
        position = play(position, draw.choice(lasting))
    return position


def wins_by_playing(position: Pushmine) -> list[int]:
    """The moves that win at once, each of them tried."""
    return [move for move in numbers(moves(position)) if play(position, move).result == position.turn]


def other_to_move(position: Pushmine) -> Pushmine:
    """The same board, the other side to move, no push barred."""
    return position._replace(
        own=position.other, other=position.own, stock=position.other_stock, other_stock=position.stock, barred=0,
        turn=3 - position.turn,
    )  # fmt: skip


def seats_swapped(position: Pushmine) -> Pushmine:
    """The same for the other seat: every X is an O."""
    return position._replace(turn=3 - position.turn)


def turned_cell(bit: int, size: int, way: int) -> int:
    row, column = divmod(bit, STRIDE)
    if way & 1:
        row = size - 1 - row
    if way & 2:
        column = size - 1 - column
    if way & 4:
        row, column = column, row
    return row * STRIDE + column


def turned_move(move: int, size: int, way: int) -> int:
    """The move that does on the turned board what this one does on the board."""
    if move < HIGH:
        return turned_cell(move, size, way)
    travel, number = divmod(move - HIGH, STRIDE)
    along_rows = travel < 2
    if way & (1 if along_rows else 2):
        number = size - 1 - number
    if way & (2 if along_rows else 1):
        travel ^= 1
    return HIGH + STRIDE * (travel ^ 2 if way & 4 else travel) + number


def turned_cells(cells: int, size: int, way: int) -> int:
    return sum(1 << turned_cell(bit, size, way) for bit in each(cells))


def turned(position: Pushmine, way: int) -> Pushmine:
    size = position.options.size
    a, b, c, d, e, f, g = (turned_cells(plane, size, way) for plane in position.ages)
    ages: Ages = a, b, c, d, e, f, g
    return position._replace(
        own=turned_cells(position.own, size, way),
        other=turned_cells(position.other, size, way),
        mines=turned_cells(position.mines, size, way),
        duds=turned_cells(position.duds, size, way),
        barred=sum(1 << (turned_move(HIGH + bit, size, way) - HIGH) for bit in each(position.barred)),
        ages=ages,
    )


def forces(position: Pushmine, plies: int) -> bool:
    """Whether the side to move wins within this many plies against any defence: every line is played."""
    if plies <= 0 or position.result != PLAYING:
        return False
    return any(wins_after(position, move, plies) for move in numbers(moves(position)))


def wins_after(position: Pushmine, move: int, plies: int) -> bool:
    """Whether this move wins within this many plies, itself included, against any defence."""
    after = play(position, move)
    if after.result != PLAYING:
        return bool(after.result == position.turn)
    if plies < 3 or wins_by_playing(after):
        return False
    return all(_still_wins(play(after, answer), position.turn, plies - 2) for answer in numbers(moves(after)))


def _still_wins(position: Pushmine, seat: int, plies: int) -> bool:
    if position.result != PLAYING:
        return bool(position.result == seat)
    return bool(wins_by_playing(position)) or (plies > 1 and forces(position, plies))
