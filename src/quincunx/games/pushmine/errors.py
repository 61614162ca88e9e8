"""The codes of refused pushes, mines and swaps; `game.py` has the sentences."""

from enum import StrEnum


class PushmineError(StrEnum):
    CELL_OCCUPIED = "cell_occupied"
    NO_MINE = "no_mine"
    IMMEDIATE_UNDO = "immediate_undo"
    BLOCKED = "blocked"
    MUST_PUSH = "must_push"
    NO_SWAP = "no_swap"
