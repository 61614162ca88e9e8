"""Why a push or a mine is refused."""

from enum import StrEnum


class PushmineError(StrEnum):
    CELL_OCCUPIED = "cell_occupied"
    NO_MINE = "no_mine"
    IMMEDIATE_UNDO = "immediate_undo"
    BLOCKED = "blocked"
