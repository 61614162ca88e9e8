"""Positions are kept from the side to move: own and other. People see seats 1 and 2."""

from typing import TypeVar

T = TypeVar("T")


def by_seat(turn: int, own: T, other: T) -> tuple[T, T]:
    """What belongs to seats 1 and 2, given what belongs to the side to move and to the other side; and back again."""
    return (own, other) if turn == 1 else (other, own)
