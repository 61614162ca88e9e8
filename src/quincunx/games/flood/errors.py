"""Why a colour is refused."""

from enum import StrEnum


class FloodError(StrEnum):
    SAME_COLOUR = "same_colour"
