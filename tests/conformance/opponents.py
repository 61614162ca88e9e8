"""What the tests of statements about opponents do with our players."""

import time
from dataclasses import dataclass
from typing import Any

from quincunx.engine.match import Match
from quincunx.engine.moves import numbers
from quincunx.engine.player import Choice, Question
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


def in_time(match: Match, level: str) -> Choice:
    """A choice by the clock, once everything is compiled."""
    choose_in(match, level, NO_CLOCK)
    return choose_in(match, level)


def seen(match: Match) -> Any:
    """What the side to move sees."""
    return observe(match.position, match.position.turn)


def minimax(position: Any, plies: int, style: int, height: int = 0) -> tuple[int, int]:
    """Plain minimax: what the position is worth to the side to move, and how many positions it visited."""
    if position.result != PLAYING:
        return reward(position, height, style), 1
    if plies == 0:
        return rate(position, style), 1
    found = [minimax(play(position, move), plies - 1, style, height + 1) for move in numbers(moves(position))]
    return max(-score for score, _ in found), 1 + sum(visited for _, visited in found)


@dataclass(frozen=True)
class Endless:
    """A player that thinks until the clock stops it."""

    algorithm: str = "endless"
    depth: int = 0

    def choose(self, question: Question) -> Choice:
        while not question.stop[0]:
            time.sleep(0.005)
        return Choice(next(iter(numbers(moves(question.position)))))
