"""One move of a text player: it reads the situation, answers in words, and is told why an answer was refused."""

from collections.abc import Callable
from typing import NamedTuple

from quincunx.engine.errors import Refusal, quoted
from quincunx.engine.match import Match
from quincunx.engine.rules import observe
from quincunx.text.answers import read_answer
from quincunx.text.descriptions import position_text, rules_text

TRIES = 3
QUOTED = 200
"""How many characters of a refused answer are repeated to the player."""

TextPlayer = Callable[[str, str], str]
"""Takes the instructions and the situation, and answers in words."""


class Attempt(NamedTuple):
    """The result of asking for a move: the move, or None where every answer was refused."""

    move: int | None
    refusals: tuple[Refusal, ...]


def instructions(match: Match, seat: int, tries: int = TRIES) -> str:
    """What a text player is told once: the rules, and how to answer."""
    limit = "one refused answer loses" if tries == 1 else f"{tries} refused answers in a row lose"
    how = f"Answer with one move. A refused answer comes back with the reason; {limit} the match."
    return f"{rules_text(match, seat)}\n{how}"


def feedback(refusal: Refusal, answer: str, tries_left: int) -> str:
    """What a text player is told about a refused answer."""
    left = f"{tries_left} {'try' if tries_left == 1 else 'tries'} left" if tries_left else "that was the last try"
    return f"Your answer {quoted(answer, QUOTED)} was refused: {refusal.message} ({left})."


def ask_for_move(match: Match, player: TextPlayer, tries: int = TRIES, list_moves: bool = False) -> Attempt:
    """Ask the player whose turn it is until an answer is a legal move, or the tries are used up."""
    seat = match.position.turn
    refusals: list[Refusal] = []
    rules, situation = instructions(match, seat, tries), position_text(match, seat, list_moves)
    seen = observe(match.position, seat)
    words = situation
    for left in reversed(range(tries)):
        answer = player(rules, words)
        try:
            return Attempt(read_answer(match.game, seen, answer), tuple(refusals))
        except Refusal as refusal:
            refusals.append(refusal)
            words = f"{situation}\n{feedback(refusal, answer, left)}"
    return Attempt(None, tuple(refusals))
