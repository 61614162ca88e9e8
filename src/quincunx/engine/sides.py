"""Positions are kept from the side to move: own and other. People see seats 1 and 2, and words name the other side."""

from typing import TypeVar

T = TypeVar("T")

OPPONENT, OPPONENTS = "{opponent}", "{opponent's}"
"""What stands for the other side in a purpose, and for what it has; the code that shows the purpose fills in a name.
Games use these (`f"takes two from {OPPONENT}"`), and never the word itself."""

OPPONENT_WORDS = {OPPONENT: "the opponent", OPPONENTS: "the opponent's"}
PURPOSE_DESCRIPTION = (
    f"in words without numbers; `{OPPONENT}` stands for the other side and `{OPPONENTS}` for what it has: "
    "put its name, or `the opponent`, there"
)
"""What the API says about the field."""


def purpose_text(purpose: str) -> str:
    """A purpose for people where the other side has no name."""
    for placeholder, words in OPPONENT_WORDS.items():
        purpose = purpose.replace(placeholder, words)
    return purpose


def by_seat(turn: int, own: T, other: T) -> tuple[T, T]:
    """What belongs to seats 1 and 2, given what belongs to the side to move and to the other side; and back again."""
    return (own, other) if turn == 1 else (other, own)
