"""What the tests of statements about opponents do with the AI players."""

import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest

from quincunx.engine.match import Match
from quincunx.engine.moves import numbers
from quincunx.engine.player import Choice
from quincunx.engine.rules import PLAYING, moves, observe, play
from quincunx.search.chooser import choose, choose_in
from quincunx.search.hooks import rate, reward
from tests.suite.scale import COMPILED

NO_CLOCK = 600_000
SEARCHING = ["medium", "hard"] if COMPILED else ["medium"]
"""The levels that search; plain Python cannot wait for all of them."""


def chosen(match: Match, level: str, **further: Any) -> str:
    """The text of a level's move, however long it takes."""
    choice = choose_in(match, level, NO_CLOCK, **further)
    return match.game.write_move(match.position, choice.move)


def thought_at(match: Match, position: Any, level: str) -> Choice:
    """All that a level thinks in a position of this match, but for the time that it takes."""
    choice = choose(match.game, position, level, match.seed, milliseconds=NO_CLOCK)
    return choice._replace(seconds=0)


def set_clock(monkeypatch: pytest.MonkeyPatch, rings: bool) -> list[float]:
    """Put a clock of the test's own in the place of those that end a search: it rings as soon as it is started, or
    never. The seconds that it is set to are noted in the list that this returns."""
    noted: list[float] = []

    class Clock:
        daemon = False

        def __init__(self, seconds: float, ring: Callable[..., None], given: Sequence[Any] = ()) -> None:
            noted.append(seconds)
            self._ring = partial(ring, *given)

        def start(self) -> None:
            if rings:
                self._ring()

        def cancel(self) -> None:
            pass

    monkeypatch.setattr(threading, "Timer", Clock)
    return noted


def seen(match: Match) -> Any:
    """What the side to move sees."""
    return observe(match.position, match.position.turn)


def minimax(position: Any, plies: int, style: int, height: int = 0) -> tuple[int, int]:
    """Plain minimax: what the position is worth to the side to move, and how many positions it visited."""
    if position.result != PLAYING:
        return reward(position, height, style), 1
    if plies == 0:
        return rate(position, style), 1
    scores = [minimax(play(position, move), plies - 1, style, height + 1) for move in numbers(moves(position))]
    return max(-score for score, _ in scores), 1 + sum(visited for _, visited in scores)
