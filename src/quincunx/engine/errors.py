"""Refusals: nothing has changed. A code says why to programs, and a sentence tells people what to do instead.

`ErrorCode` has the codes that any game may need. A game declares its own codes beside its rules and lists them in
`Game.errors`.
"""

from collections.abc import Iterable
from enum import StrEnum


class ErrorCode(StrEnum):
    """The codes that any game may need; those that only a server gives are in `quincunx.server_errors`."""

    UNKNOWN_GAME = "unknown_game"
    UNKNOWN_LEVEL = "unknown_level"
    BAD_VARIANT = "bad_variant"
    BAD_SEED = "bad_seed"
    BAD_RECORD = "bad_record"
    BAD_POSITION = "bad_position"
    BAD_MOVE_TEXT = "bad_move_text"
    ILLEGAL_MOVE = "illegal_move"
    NOTHING_TO_UNDO = "nothing_to_undo"
    NOTHING_TO_REDO = "nothing_to_redo"
    NOT_OVER = "not_over"
    UNKNOWN_COMMAND = "unknown_command"
    NOT_YOUR_TURN = "not_your_turn"
    NOT_YOUR_SEAT = "not_your_seat"
    MATCH_OVER = "match_over"
    TOO_LARGE = "too_large"
    CANCELLED = "cancelled"
    BAD_REQUEST = "bad_request"
    NOT_ALLOWED = "not_allowed"
    NOT_FOUND = "not_found"
    NOT_READY = "not_ready"
    STORAGE_UNAVAILABLE = "storage_unavailable"


class Refusal(Exception):
    """Something was refused and nothing has changed. The code is an `ErrorCode`, or one that a game declares."""

    def __init__(self, code: StrEnum, message: str) -> None:
        super().__init__(message)
        self.errorCode = code
        self.message = message

    def as_json(self) -> dict[str, str]:
        return {"errorCode": self.errorCode.value, "message": self.message}

    def __reduce__(self) -> tuple[type["Refusal"], tuple[StrEnum, str]]:
        return Refusal, (self.errorCode, self.message)


SHOWN = 8


def some_of(texts: Iterable[str]) -> str:
    """A few texts for a message: `a1, b2, c3 and 12 more`."""
    listed = list(texts)
    rest = len(listed) - SHOWN
    return ", ".join(listed[:SHOWN]) + (f" and {rest} more" if rest > 0 else "")


def quoted(text: object, most: int = 40) -> str:
    """What someone wrote, short enough to repeat in a message."""
    try:
        shown = str(text)
    except RecursionError:  # lists in lists in lists …
        shown = "…"
    return repr(shown if len(shown) <= most else shown[: most - 1] + "…")
