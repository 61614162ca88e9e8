"""Counting the leaves of a move tree: one number in which two implementations of a rule book can be
compared."""

from __future__ import annotations

import copy
from typing import Protocol


class Playable(Protocol):
    """What every naive game offers to this counter."""

    def legal(self) -> list[str]: ...

    def play(self, text: str) -> None: ...


def perft(naive: Playable, depth: int) -> int:
    """Move sequences of exactly `depth` plies: 1 for depth 0; a finished match has none. The game given
    is left as it is."""
    if depth == 0:
        return 1
    leaves = 0
    for text in naive.legal():
        after = copy.deepcopy(naive)
        after.play(text)
        leaves += perft(after, depth - 1)
    return leaves
