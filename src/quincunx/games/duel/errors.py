"""The codes of refused placements; `game.py` has the sentences."""

from enum import StrEnum


class DuelError(StrEnum):
    CELL_OCCUPIED = "cell_occupied"
    NOT_CONNECTED = "not_connected"
