"""Why a swap is refused."""

from enum import StrEnum


class SwapError(StrEnum):
    NOT_ADJACENT = "not_adjacent"
    NO_MATCH = "no_match"
