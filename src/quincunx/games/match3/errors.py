"""The codes of refused swaps; each game's `game.py` has the sentences."""

from enum import StrEnum


class SwapError(StrEnum):
    NOT_ADJACENT = "not_adjacent"
    NO_MATCH = "no_match"
