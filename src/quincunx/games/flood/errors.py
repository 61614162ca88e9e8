"""The codes of refused colours; `game.py` has the sentences."""

from enum import StrEnum


class FloodError(StrEnum):
    SAME_COLOUR = "same_colour"
